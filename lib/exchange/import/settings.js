import { isDeepStrictEqual } from 'node:util';
import { defaultSettings } from '../../changes/index/default-settings.js';
import { digestOf } from './last-import.js';
/** @import { Settings } from '../../store/types.js' */
/** @import { Run } from './run.js' */

/** Settings that nobody chooses as they are at first. */
const TO_BE_SET = new Set(['title', 'tagline', 'navigation']);

/**
 * Imports title, tagline and so on: all of them if this blog's settings were never changed, later only those that
 * have changed in the source and not here, and those that every owner sets, if none has.
 * @param {Partial<Settings>} wanted
 * @param {{ origin: string, name: string }} source
 * @param {Run} run
 */
export async function importSettings(wanted, { origin, name: file }, run) {
  const { content, last, warn } = run;
  /** @type {Record<string, unknown>} */
  const usual = { ...defaultSettings() };
  const { revision: _, ...present } = {
    ...defaultSettings(),
    ...(await content.store.get('settings', 'site')),
  };
  const isOwn = !isDeepStrictEqual({ ...present }, usual);
  const stay = [];
  let isWhole = true;
  for (const [name, value] of Object.entries(wanted)) {
    const key = `settings:${origin}:${name}`;
    const before = present[name];
    const given = digestOf(value);
    const verdict = await last.judge(key, {
      here: digestOf(before),
      given,
      isSame: isDeepStrictEqual(before, value),
      unrecorded: () => isOwn && !(TO_BE_SET.has(name) && isDeepStrictEqual(before, usual[name])),
    });
    if (verdict === 'write' || verdict === 'same')
      // One by one, so that an invalid one does not stop the others.
      await run.attempt(file, async () => {
        const saved = verdict === 'same' ? present : await content.saveSettings({ [name]: value });
        await last.remember(key, given, digestOf(saved[name]));
      });
    else if (await last.knows(key)) stay.push(name);
    else isWhole = false;
  }
  if (!isWhole) warn(file, 'the blog already has settings, which are kept');
  if (stay.length > 0) run.keep(file, `settings changed here are kept: ${stay.join(', ')}`);
}
