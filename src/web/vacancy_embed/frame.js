// Tells the page around the frame how high the list is.
(() => {
  const tell = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    parent.postMessage({ type: 'voluntr-height', height }, '*');
  };
  new ResizeObserver(tell).observe(document.documentElement);
  addEventListener('load', tell);
})();
