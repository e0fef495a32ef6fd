import { isLanguage } from '../../content/validate-settings.js';
import { isTimeZone } from '../../runtime/time-zones.js';
/** @import { Problem } from '../../store/inspect.js' */
/** @import { Settings } from '../../types.js' */

/** @type {{ field: keyof Settings, isRight: (value: any) => boolean, example: string }[]} */
const rules = [
  { field: 'timeZone', isRight: isTimeZone, example: 'an IANA name such as Europe/Berlin' },
  { field: 'language', isRight: isLanguage, example: 'a BCP 47 tag such as en or pt-BR' },
  {
    field: 'postsPerPage',
    isRight: (value) => Number.isInteger(value) && value >= 1 && value <= 100,
    example: 'a whole number from 1 to 100',
  },
];

/**
 * @param {Settings | null} settings null: the blog has none yet, and takes its own
 * @returns {Problem[]}
 */
export function checkSettings(settings) {
  if (!settings) return [];
  return rules
    .filter(({ field, isRight }) => !isRight(settings[field]))
    .map(({ field, example }) => ({
      what: `The setting ${field} is “${settings[field]}”.`,
      todo: `Set it to ${example}.`,
    }));
}
