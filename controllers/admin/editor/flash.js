import { lookUp } from '../../../lib/base/look-up.js';
/** @import { Words } from '../../../lib/base/words.js' */

/**
 * Messages after an action, by a word in the URL (`?done=published`).
 * @typedef {{ text: string, link: { url: string, title: string } | null }} Flash
 */

/** @type {Record<string, string>} */
const sentences = {
  saved: 'editor.draftSavedNow',
  published: 'editor.published',
  scheduled: 'editor.scheduled',
  updated: 'editor.updated',
  rescheduled: 'editor.rescheduled',
  unpublished: 'editor.unpublished',
  unchanged: 'common.noChangesToSave',
  restored: 'editor.restored',
  moved: 'editor.restoredElsewhere',
  version: 'editor.versionRestored',
  linked: 'editor.previewLinkMade',
  unlinked: 'editor.previewLinkDisabled',
  dropped: 'editor.changesDropped',
};

/**
 * @param {string | null} done
 * @param {{ type: 'post' | 'page', url: string, isPublic: boolean, date: string }} post `url` of its public page;
 *   `date` as text
 * @param {Words} words
 * @returns {Flash | null}
 */
export function say(done, { type, url, isPublic, date }, words) {
  const sentence = lookUp(sentences, done ?? '');
  if (!sentence) return null;
  const link = isPublic
    ? { url, title: type === 'page' ? words.say('editor.viewPage') : words.say('editor.viewPost') }
    : null;
  return { text: words.say(sentence, { date }), link };
}
