/** Loads videos and posts of other sites in place, each when its link is clicked. */
for (const link of document.querySelectorAll('.text .embed [data-frame]'))
  link.addEventListener('click', load);

/** @param {MouseEvent} event */
function load(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const link = event.currentTarget;
  link.removeEventListener('click', load);
  const url = new URL(link.dataset.frame);
  url.searchParams.set('autoplay', '1');
  const frame = Object.assign(document.createElement('iframe'), {
    src: url.href,
    title: link.textContent,
    allow: 'autoplay; encrypted-media; picture-in-picture',
    allowFullscreen: true,
    // YouTube plays nothing without knowing on which site.
    referrerPolicy: 'strict-origin',
  });
  link.before(frame);
  frame.focus();
}
