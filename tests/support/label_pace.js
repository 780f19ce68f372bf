// How long after a press the next case is on the screen with keys that work.
(() => {
  const pace = { shown: 0, waits: [] };
  window.labelPace = pace;
  let pressedAt = null;
  document.addEventListener("keydown", () => (pressedAt = performance.now()), { capture: true });
  new MutationObserver(() => {
    const place = document.querySelector('[class*="st-key-shown_"]');
    const turn = Number(place?.className.match(/st-key-shown_(\d+)/)?.[1] ?? 0);
    if (turn <= pace.shown || !document.querySelector(`[class*="st-key-value_1_"][class*="_${turn}_"]`)) return;
    if (pressedAt !== null) pace.waits.push(performance.now() - pressedAt);
    pace.shown = turn;
    pressedAt = null;
  }).observe(document, { subtree: true, childList: true, attributes: true });
})();
