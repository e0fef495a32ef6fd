/** Shows a picture whole, on top of the page, where its link would lead to it. */
// In English, where a theme of one's own has an older template.
const ofPictures = {
  previous: 'Previous picture',
  next: 'Next picture',
  close: 'Close',
  picture: 'Picture',
  ...document.currentScript.dataset,
};
const links = [...document.querySelectorAll('.text a.whole')];
const dialog = Object.assign(document.createElement('dialog'), { className: 'lightbox' });
const picture = document.createElement('img');
const caption = document.createElement('p');
let shown = 0;

const buttons = [
  [ofPictures.previous, '‹', () => show(shown - 1)],
  [ofPictures.next, '›', () => show(shown + 1)],
  [ofPictures.close, '×', () => dialog.close()],
].map(([name, sign, act]) => {
  const button = Object.assign(document.createElement('button'), { type: 'button', title: name });
  button.textContent = sign;
  button.setAttribute('aria-label', name);
  button.addEventListener('click', act);
  return button;
});
dialog.append(picture, caption, ...buttons);
for (const button of buttons.slice(0, 2)) button.hidden = links.length < 2;

/** @param {number} place */
function show(place) {
  shown = (place + links.length) % links.length;
  const link = links[shown];
  const small = link.querySelector('img');
  const text = link.closest('figure')?.querySelector('figcaption')?.textContent ?? '';
  picture.alt = small.alt;
  picture.src = link.href;
  caption.textContent = text;
  dialog.setAttribute('aria-label', small.alt || text || ofPictures.picture);
}

dialog.addEventListener('keydown', ({ key }) => {
  const forward = getComputedStyle(dialog).direction === 'rtl' ? -1 : 1;
  const step = { ArrowLeft: -forward, ArrowRight: forward }[key];
  if (step && links.length > 1) show(shown + step);
});
for (const each of [dialog, picture])
  each.addEventListener('click', ({ target }) => target === each && dialog.close());
dialog.addEventListener('close', () => links[shown].focus());

links.forEach((link, place) =>
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!dialog.isConnected) document.body.append(dialog);
    show(place);
    dialog.showModal();
  }),
);
