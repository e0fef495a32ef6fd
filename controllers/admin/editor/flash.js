import { lookUp } from '../../../lib/base/look-up.js';

/**
 * Messages after an action, by a word in the URL (`?done=published`).
 * @typedef {{ text: string, link: { url: string, title: string } | null }} Flash
 */

/** @type {Record<string, string>} */
const sentences = {
  saved: 'Draft saved.',
  published: 'Published.',
  scheduled: 'Scheduled for {date}.',
  updated: 'Updated.',
  rescheduled: 'Saved. Scheduled for {date}.',
  unpublished: 'Unpublished. It is a draft again.',
  unchanged: 'No changes to save.',
  restored: 'Restored, with its comments.',
  moved: 'Restored, with its comments. Its URL was taken in the meantime, so it has a new one.',
  version: 'Version restored. The one it replaced is kept under earlier versions.',
  linked: 'Anyone with the preview link can read this draft until you disable the link.',
  unlinked: 'Preview link disabled.',
  dropped: 'Changes discarded. This is the last saved version.',
};

/**
 * @param {string | null} done
 * @param {{ type: 'post' | 'page', url: string, isPublic: boolean, date: string }} post `url` of its public page;
 *   `date` as text
 * @returns {Flash | null}
 */
export function say(done, { type, url, isPublic, date }) {
  const sentence = lookUp(sentences, done ?? '');
  if (!sentence) return null;
  const link = isPublic ? { url, title: `View ${type}` } : null;
  return { text: sentence.replace('{date}', date), link };
}
