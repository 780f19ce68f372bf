// Watches the main part of the page: when did it last change, and is everything drawn?
(() => {
  const watch = { changedAt: 0, actedAt: null };
  window.benchmark = watch;
  new MutationObserver((changes) => {
    const main = document.querySelector('[data-testid="stMain"]');
    // What a table says to screen readers lies within its canvas, comes later and is not on the screen.
    const seen = ({ type, target }) =>
      main.contains(target) && !(target.parentElement?.closest("canvas") || (type === "childList" && target.matches?.("canvas")));
    if (main && changes.some(seen)) watch.changedAt = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const act = () => (watch.actedAt = performance.now());
  document.addEventListener("click", act, { capture: true });
  document.addEventListener("keydown", (event) => event.key === "Enter" && act(), { capture: true });
  const every = (selector, test) => [...document.querySelectorAll(selector)].every(test);
  watch.drawn = () =>
    document.querySelector('[data-testid="stApp"]')?.getAttribute("data-test-script-state") === "notRunning" &&
    every('[data-testid="stMain"] [data-testid="stSkeleton"]', () => false) &&
    every('[data-testid="stVegaLiteChart"]', (chart) => chart.querySelector("canvas, svg")) &&
    every('[data-testid="stDataFrame"]', (table) => !table.checkVisibility() || table.querySelector("canvas"));
  watch.quiet = (forMs) => watch.drawn() && watch.changedAt > (watch.actedAt ?? 0) && performance.now() - watch.changedAt > forMs;
})();
