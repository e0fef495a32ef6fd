// Light or dark, as this reader chose before. It runs before the page is painted, so that nothing flashes.
const root = document.documentElement;

/** Pictures for dark colours follow the choice, no longer the device. */
const choosePictures = () => {
  const media = root.dataset.scheme === 'dark' ? 'all' : 'not all';
  for (const source of document.querySelectorAll('source[data-dark]'))
    if (source.media !== media) source.media = media;
};

const reading = new MutationObserver(choosePictures);
try {
  const stored = localStorage.getItem('scheme');
  if (stored === 'light' || stored === 'dark') {
    root.dataset.scheme = stored;
    // Each before it is loaded.
    reading.observe(root, { childList: true, subtree: true });
  }
} catch {
  // Without storage, the choice is for this page.
}

addEventListener('DOMContentLoaded', () => {
  reading.disconnect();
  const isDark = () =>
    root.dataset.scheme
      ? root.dataset.scheme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
  for (const button of document.querySelectorAll('[data-scheme-switch]')) {
    const show = () => {
      button.setAttribute('aria-pressed', String(isDark()));
      if (!root.dataset.scheme) return;
      choosePictures();
      const { backgroundColor } = getComputedStyle(document.body);
      for (const meta of document.querySelectorAll('meta[name=theme-color]'))
        meta.content = backgroundColor;
    };
    button.hidden = false;
    show();
    button.addEventListener('click', () => {
      root.dataset.scheme = isDark() ? 'light' : 'dark';
      show();
      try {
        localStorage.setItem('scheme', root.dataset.scheme);
      } catch {
        // Likewise.
      }
    });
  }
});
