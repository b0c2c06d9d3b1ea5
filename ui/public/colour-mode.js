// Runs before the first paint, so that nobody who chose dark sees a white flash.
(() => {
  let preference = null;
  try {
    preference = localStorage.getItem('nuxt-color-mode');
  } catch {
    // Storage may be closed to us; the system's choice is then right.
  }
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = preference === 'dark' || (preference !== 'light' && systemIsDark);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
