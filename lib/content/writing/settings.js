import { LarderError } from '../../base/errors.js';
import { equal } from '../../base/equal.js';
import { retitled } from '../../changes/index/menu.js';
import { defaultSettings } from '../../changes/index/default-settings.js';
import { readerWords, wordsOf } from '../../base/words.js';
import { isLanguage, validateSettings } from '../validate-settings.js';
/** @import { Settings, Store } from '../../store/types.js' */
/** @import { Writer } from './writer.js' */

/**
 * Writes the settings of the blog.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {Writer} deps.writer
 */
export function createSettingsWriter({ store, writer }) {
  return { saveSettings };

  /**
   * @param {Partial<Settings>} changed
   * @param {{ revision?: string | null }} [options] the revision that the author saw, if it matters; null when there
   *   was none
   * @returns {Promise<Settings>} unchanged if nothing differs
   * @throws {LarderError} `invalid`, with the field; `conflict`
   */
  async function saveSettings(changed, { revision } = {}) {
    const before = await store.get('settings', 'site');
    if (revision !== undefined && (before?.revision ?? null) !== revision)
      throw new LarderError('conflict', 'The settings were changed in the meantime');
    const present = { ...defaultSettings(), ...before };
    const after = validateSettings(translated({ ...present, ...changed, id: 'site' }, present));
    if (before && equal(before, after)) return before;
    return writer.put('settings', after, before?.revision ?? null);
  }
}

/** @param {string} language @returns {string} what stands below the title of a new blog */
const usualTagline = (language) => readerWords.in(language).say('usualTagline');

/**
 * @param {Settings} settings
 * @param {Settings} before
 * @returns {Settings} with the usual tagline and titles of links in the new language, where nobody has changed them
 */
function translated(settings, before) {
  const { language, tagline, navigation } = settings;
  if (language === before.language || !isLanguage(language)) return settings;
  const isUsual = tagline === before.tagline && tagline === usualTagline(before.language);
  return {
    ...settings,
    tagline: isUsual ? usualTagline(language) : tagline,
    navigation: Array.isArray(navigation)
      ? retitled(navigation, wordsOf(before), wordsOf(settings))
      : navigation,
  };
}
