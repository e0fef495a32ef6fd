import { shapes } from '../../../content/shapes.js';
import { plainText } from '../../../content/validate.js';
/** @import { Settings } from '../../../store/types.js' */

const shape = shapes.settings;

/**
 * @param {{ title: string, tagline: string, language: string, timeZone?: string, navigation?: Settings['navigation'] }} site
 *   as another engine has it; '' for what is not known
 * @returns {Partial<Settings>} what is known
 */
export const siteSettings = ({ title, tagline, language, timeZone, navigation = [] }) => ({
  ...(title && { title: plainText(title).slice(0, shape.title.maxLength) }),
  ...(tagline && { tagline: plainText(tagline).slice(0, shape.tagline.maxLength) }),
  ...(language && { language: language.replace('_', '-') }),
  ...(timeZone && { timeZone }),
  ...(navigation.length > 0 && { navigation }),
});
