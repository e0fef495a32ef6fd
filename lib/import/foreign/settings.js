import { plainText } from '../../content/validate.js';

/**
 * @param {import('./source.js').Site} site
 * @param {import('./plan.js').ForeignPlan} plan
 * @returns {Partial<import('../../types.js').Settings>} what it says of the blog
 */
export function settingsOf({ title, tagline, language, timeZone, navigation }, plan) {
  return {
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
}
