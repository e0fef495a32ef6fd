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
    const show = () => {
      button.setAttribute('aria-pressed', String(isDark()));
      if (!root.dataset.scheme) return;
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
