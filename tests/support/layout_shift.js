// Adds up how far things jump that nobody touched, as the browser itself scores it.
(() => {
  window.jumped = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) window.jumped.push(entry.value);
    }
  }).observe({ type: "layout-shift", buffered: true });
})();
