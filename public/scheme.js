// Light or dark, as this reader chose before. It runs before the page is painted, so that nothing flashes.
const root = document.documentElement;
try {
  const stored = localStorage.getItem('scheme');
  if (stored === 'light' || stored === 'dark') root.dataset.scheme = stored;
} catch {
  // Without storage, the choice is for this page.
}

addEventListener('DOMContentLoaded', () => {
  const isDark = () =>
    root.dataset.scheme
      ? root.dataset.scheme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
  for (const button of document.querySelectorAll('[data-scheme-switch]')) {
    button.hidden = false;
    button.setAttribute('aria-pressed', String(isDark()));
    button.addEventListener('click', () => {
      root.dataset.scheme = isDark() ? 'light' : 'dark';
      button.setAttribute('aria-pressed', String(isDark()));
      try {
        localStorage.setItem('scheme', root.dataset.scheme);
      } catch {
        // Likewise.
      }
    });
  }
});
