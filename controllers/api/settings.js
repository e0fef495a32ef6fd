import { mayChangeSettings } from '../../lib/people/rights.js';
import { etagOf, isKnown, requireMatch, withoutRace } from './shapes/revisions.js';
import { check } from '../../lib/content/schema.js';
import { schemas } from './shapes/schemas.js';
import { defaultSettings } from '../../lib/changes/index/default-settings.js';
import { LarderError } from '../../lib/base/errors.js';
/** @import { Settings } from '../../lib/store/types.js' */
/** @import { SignedInAction } from '../types.js' */

/** `GET /api/settings` @type {SignedInAction} */
export async function show({ headers }, { store }) {
  const settings = await store.get('settings', 'site');
  if (isKnown(headers, settings?.revision))
    return { json: null, status: 304, headers: ['ETag', etagOf(settings?.revision)] };
  return answer({ ...defaultSettings(), ...settings });
}

/** `PUT /api/settings` @type {SignedInAction} */
export async function update({ author, headers, json }, { store, content }) {
  if (!mayChangeSettings(author))
    throw new LarderError('forbidden', 'Only an owner can change the settings');
  const present = await store.get('settings', 'site');
  check(json, schemas.Settings.changed);
  requireMatch(headers, present?.revision);
  const revision = present?.revision ?? null;
  return answer(await withoutRace(content.saveSettings(json, { revision })));
}

/** @param {Settings} settings */
function answer({ id: _, revision, ...settings }) {
  return { json: settings, headers: ['ETag', etagOf(revision)] };
}
