// Watches the main part of the page: when did it last change, and is the script done?
(() => {
  const watch = { changedAt: 0, clickedAt: null };
  window.benchmark = watch;
  new MutationObserver((changes) => {
    const main = document.querySelector('[data-testid="stMain"]');
    if (main && changes.some((change) => main.contains(change.target))) watch.changedAt = performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  document.addEventListener("click", () => (watch.clickedAt = performance.now()), { capture: true });
  watch.quiet = (forMs) => {
    const app = document.querySelector('[data-testid="stApp"]');
    const done = app && app.getAttribute("data-test-script-state") === "notRunning";
    return Boolean(done) && watch.changedAt > 0 && performance.now() - watch.changedAt > forMs;
  };
})();
