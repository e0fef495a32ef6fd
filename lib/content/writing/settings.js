import { LarderError } from '../../base/errors.js';
import { equal } from '../../base/equal.js';
import { defaultSettings } from '../../changes/index/default-settings.js';
import { validateSettings } from '../validate-settings.js';
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
    const whole = { ...defaultSettings(), ...before, ...changed, id: 'site' };
    const after = validateSettings(whole);
    if (before && equal(before, after)) return before;
    return writer.put('settings', after, before?.revision ?? null);
  }
}
