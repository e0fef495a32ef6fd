import { word } from './words.js';
import { startDesk } from './desk.js';
import { LocalDrafts } from './local-drafts.js';
import { startPicker } from './picker.js';
import { startPresence } from './presence.js';
import { startPreview } from './preview.js';
import { Saver } from './saver.js';
import { startSignIn } from './sign-in.js';
import { startSubmitting } from './submitting.js';
import { startTags } from './tags.js';

/**
 * Makes the plain form of the editor comfortable: it saves as one types, shows a preview, has tools and shortcuts.
 * @param {HTMLFormElement} form
 */
export function startEditor(form) {
  const drafts = new LocalDrafts(form, localStorage);
  const saver = new Saver(form, drafts);
  startShortcuts(form, saver);
  const choose = startPicker(form);
  startSubmitting(form, saver);
  offerDraft(form, drafts, saver);
  nameThePublishing(form);
  startTags(form.elements.tags);
  startDesk(form, startPreview(form));
  startPresence(form);
  startSignIn(form.querySelector('[data-status]'), () => saver.keep());
  focusOnProblem(form);
  // Without it, the field of text stays.
  import(form.dataset.script).then(
    ({ startText }) => startText(form, choose),
    () => {},
  );
}

/** Shows what this browser has and the server never got. */
function offerDraft(form, drafts, saver) {
  const found = form.dataset.sent && drafts.isFresh ? null : drafts.find();
  if (!found) return;
  const bar = form.querySelector('[data-found]');
  const take = bar.querySelector('[data-found-take]');
  const when = new Date(found.at).toLocaleString(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const showBar = (text) => {
    bar.querySelector('p').textContent = text;
    bar.hidden = false;
  };
  const before = saver.fields();
  const bringBack = () => {
    saver.fill(found);
    take.hidden = true;
    showBar(word('saving.restoredUnsaved', { when }));
  };
  take.addEventListener('click', () => {
    bringBack();
    form.elements.markdown.focus();
  });
  bar.querySelector('[data-found-drop]').addEventListener('click', () => {
    drafts.drop(found);
    if (take.hidden) saver.fill({ ...found, revision: form.dataset.revision, fields: before });
    bar.hidden = true;
    form.elements.markdown.focus();
  });
  if (found.isOfThisRevision) bringBack();
  else
    showBar(
      word('saving.unsavedHere', { when, title: found.fields.title || word('writing.untitled') }),
    );
}

/** “Publish” becomes “Schedule” while the date lies ahead, by the blog's clock. */
function nameThePublishing(form) {
  const button = form.querySelector('[data-publish]');
  if (!button) return;
  const name = () => {
    const now = new Date().toLocaleString('sv-SE', { timeZone: form.dataset.zone }).slice(0, 16);
    const isLater = form.elements.date.value.replace('T', ' ') > now;
    button.textContent = isLater ? word('writing.schedule') : word('writing.publish');
  };
  form.elements.date.addEventListener('input', name);
  name();
}

function focusOnProblem(form) {
  const place = form.querySelector('[aria-invalid="true"]') ?? document.getElementById('conflict');
  place?.focus();
}

/**
 * Keys that save, publish and go on to the next field.
 * @param {HTMLFormElement} form
 * @param {import('./saver.js').Saver} saver
 */
function startShortcuts(form, saver) {
  // What is published changes when its author says so, and not by a habit of the hand.
  const save = () =>
    form.dataset.state === 'draft'
      ? form.querySelector('[data-main="save"]').click()
      : saver.keep();
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey) return;
    if (event.altKey) {
      // Where it writes a sign, AltGr counts as both keys.
      if (event.getModifierState('AltGraph')) return;
      if (event.code === 'KeyP') form.querySelector('[data-full]').click();
      else if (event.code === 'KeyM') document.getElementById('menu').togglePopover();
      else return;
    } else if (event.code === 'KeyS') save();
    else if (event.code === 'Enter') form.querySelector('.bar .main').click();
    else return;
    event.preventDefault();
  });
  for (const input of form.querySelectorAll('[name="title"], input:not([type="hidden"])'))
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.isComposing) return;
      event.preventDefault();
      if (input.name === 'title') form.elements.markdown.focus();
    });
}
