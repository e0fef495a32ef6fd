/** @import { Words } from '../../base/words.js' */

/** Sections of words/admin/en.json that the scripts of all pages say. */
const everywhere = ['choosing', 'copying', 'find', 'live', 'passkeys', 'tagging'];

/** What else is on a page. @type {Record<string, string[]>} */
const ofView = {
  'admin/account': ['progress', 'upload'],
  'admin/appearance': ['saving'],
  'admin/editor': ['progress', 'saving', 'state', 'text', 'upload', 'writing'],
  'admin/media': ['progress', 'upload'],
  'admin/settings': ['saving', 'zone'],
  'admin/setup': ['password'],
};

/**
 * @param {string} view
 * @param {Words} words
 * @returns {string} JSON: the texts with their placeholders, by key
 */
export function presentScriptWords(view, { source }) {
  const sections = [...everywhere, ...(ofView[view] ?? [])];
  const texts = Object.entries(source).filter(([key]) => sections.includes(key.split('.')[0]));
  return JSON.stringify(Object.fromEntries(texts));
}
