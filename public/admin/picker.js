import { word } from './words.js';
import { send } from './send.js';
import { shrink } from './shrink.js';

/** @typedef {{ url: string, alt: string, markdown: string }} Chosen */

/** Milliseconds without typing after which the search begins. */
const PAUSE = 200;

/**
 * Lets authors choose a picture of the blog, or upload one, as the cover.
 * @param {HTMLFormElement} form of the editor
 * @returns {ReturnType<typeof createPicker>} for the text
 */
export function startPicker(form) {
  const dialog = document.querySelector('[data-picker]');
  const choose = createPicker(dialog);
  const { cover, coverAlt } = form.elements;
  if (!cover) return choose;
  const head = form.querySelector('[data-cover]');
  const image = head.querySelector('img');
  const remove = head.querySelector('[data-cover-remove]');
  const button = head.querySelector('[data-cover-choose]');
  const name = button.querySelector('span');
  const [add, change] = [name.textContent, button.dataset.change];
  const show = () => {
    image.hidden = !/^(\/media\/|https?:\/\/)./.test(cover.value);
    if (!image.hidden) image.src = cover.value;
    if (cover.value) button.after(remove);
    else remove.remove();
    name.textContent = cover.value ? change : add;
    image.alt = coverAlt.value;
  };
  const put = ({ url, alt }) => {
    cover.value = url;
    coverAlt.value = alt;
    cover.dispatchEvent(new Event('input', { bubbles: true }));
  };
  image.addEventListener('error', () => (image.hidden = true));
  for (const field of [cover, coverAlt]) field.addEventListener('input', show);
  show();
  head.hidden = false;
  remove.addEventListener('click', () => {
    put({ url: '', alt: '' });
    button.focus();
  });
  for (const each of [button, form.querySelector('[data-picks=cover]')]) {
    each.hidden = false;
    each.addEventListener('click', () => choose(put));
  }
  return choose;
}

/**
 * Lets a user choose their picture.
 * @param {HTMLButtonElement} button
 */
export function startPictureChoice(button) {
  const { picture } = button.form.elements;
  const choose = createPicker(document.querySelector('[data-picker]'));
  button.hidden = false;
  button.addEventListener('click', () => choose(({ url }) => (picture.value = url)));
}

/**
 * @param {HTMLDialogElement} dialog
 * @returns {(take: (...pictures: Chosen[]) => void, options?: { several?: boolean }) => void} opens it; `take` is
 *   called with what was chosen
 */
function createPicker(dialog) {
  const part = (name) => dialog.querySelector(`[data-picker-${name}]`);
  const [search, list, status, more, file] = ['search', 'list', 'status', 'more', 'file'].map(part);
  const insert = part('insert');
  let take = () => {};
  let several = false;
  /** Those of a gallery, in the order in which they were selected, by URL. */
  const selected = new Map();
  let timer = 0;
  let asked = 0;
  let next = null;

  part('close').addEventListener('click', () => dialog.close());
  insert.addEventListener('click', () => pick(...selected.values()));
  part('upload').addEventListener('click', () => file.click());
  file.addEventListener('change', upload);
  more.addEventListener('click', () => load(next));
  search.addEventListener('submit', (event) => event.preventDefault());
  search.addEventListener('input', ({ target }) => {
    if (target === file) return;
    clearTimeout(timer);
    timer = setTimeout(() => load(1), PAUSE);
  });
  return (whatFor, options = {}) => {
    take = whatFor;
    ({ several = false } = options);
    selected.clear();
    showCount();
    search.reset();
    dialog.showModal();
    load(1);
  };

  /** @param {number} page of the pictures that are searched for; the first one replaces what is shown */
  async function load(page) {
    const number = ++asked;
    const query = new URLSearchParams({ q: search.elements.q.value, page });
    const answer = await fetch(`/admin/pictures?${query}`).catch(() => null);
    if (number !== asked) return;
    if (!answer?.ok || answer.redirected) return say(word('upload.imagesUnavailable'));
    const found = await answer.json();
    const items = found.items.map(toItem);
    if (page === 1) list.replaceChildren(...items);
    else list.append(...items);
    if (page > 1) items[0]?.querySelector('button').focus();
    next = found.next;
    more.hidden = next === null;
    say(list.children.length === 0 ? word('upload.noImagesFound') : '');
  }

  async function upload() {
    const [chosen] = file.files;
    file.value = '';
    if (!chosen) return;
    try {
      say(word('upload.uploadingFile', { name: chosen.name }));
      pick(await send(await shrink(chosen)));
    } catch (error) {
      say(error.message);
    }
  }

  /** @param {{ name: string, thumbnail: string, url: string, alt: string, markdown: string }} picture */
  function toItem(picture) {
    const { thumbnail, alt, name } = picture;
    const image = Object.assign(new Image(), { loading: 'lazy', alt: '', src: thumbnail });
    const button = Object.assign(document.createElement('button'), { type: 'button' });
    const label = Object.assign(document.createElement('span'), { textContent: alt || name });
    label.dir = 'auto';
    button.append(image, label);
    button.addEventListener('click', () => pick(picture));
    const item = document.createElement('li');
    item.append(button);
    if (several) item.append(toCheckbox(picture));
    return item;
  }

  function toCheckbox(picture) {
    const box = Object.assign(document.createElement('input'), { type: 'checkbox' });
    box.checked = selected.has(picture.url);
    box.setAttribute('aria-label', `${word('choosing.select')}: ${picture.alt || picture.name}`);
    box.addEventListener('change', () => {
      if (box.checked) selected.set(picture.url, picture);
      else selected.delete(picture.url);
      showCount();
    });
    return box;
  }

  function showCount() {
    insert.hidden = selected.size === 0;
    if (!insert.hidden) insert.textContent = `${word('text.insert')} (${selected.size})`;
  }

  function pick(...pictures) {
    dialog.close();
    take(...pictures);
  }

  /** @param {string} sentence */
  function say(sentence) {
    status.textContent = sentence;
  }
}
