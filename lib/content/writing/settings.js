import { LarderError } from '../../errors.js';
import { equal } from '../equal.js';
import { defaultSettings } from '../settings.js';
import { validateSettings } from '../validate-settings.js';

/** @typedef {import('../../types.js').Settings} Settings */

/**
 * Writes the settings of the blog.
 * @param {object} parts
 * @param {import('../../types.js').Store} parts.store
 * @param {import('./writer.js').Writer} parts.writer
 */
export function settingsWriting({ store, writer }) {
  return { saveSettings };

  /**
   * @param {Partial<Settings>} changed
   * @param {{ revision?: string | null }} [options] the revision that was seen, where it matters; null when there was none
   * @returns {Promise<Settings>} the same ones when nothing changes
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
