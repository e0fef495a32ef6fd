import { isDeepStrictEqual } from 'node:util';
import { defaultSettings } from '../../content/settings.js';
import { plainText } from '../../content/validate.js';

/**
 * Takes title, tagline and the like over, when nobody has set those of this blog yet.
 * @param {import('./source.js').Site} site
 * @param {import('./plan.js').ForeignPlan} plan
 * @param {string} file for messages
 * @param {import('../run.js').Run} run
 */
export async function takeSettings(site, plan, file, run) {
  const { content } = run;
  const before = await content.store.get('settings', 'site');
  const { revision: _, ...present } = before ?? { ...defaultSettings(), revision: '' };
  if (!isDeepStrictEqual({ ...present }, defaultSettings())) return;
  const { title, tagline, language, timeZone, navigation } = site;
  const wanted = {
    ...(title && { title: plainText(title).slice(0, 200) }),
    ...(tagline && { tagline: plainText(tagline).slice(0, 300) }),
    ...(language && { language: language.replace('_', '-') }),
    ...(timeZone && { timeZone }),
    ...(navigation && {
      navigation: navigation.map(({ title: name, url }) => ({
        title: name,
        url: plan.find(url) ?? url,
      })),
    }),
  };
  // Each by itself: one that cannot be taken does not keep the others out.
  for (const [name, value] of Object.entries(wanted))
    await run.attempt(file, () => content.saveSettings({ [name]: value }));
}
