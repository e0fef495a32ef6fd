import { shapes } from '../../content/shapes.js';
import { isLanguage } from '../../content/validate-settings.js';
import { mediaUrl } from '../../media/uploads.js';
import { isTimeZone } from '../../runtime/time-zones.js';
/** @import { Problem } from '../../store/inspect.js' */
/** @import { Settings } from '../../types.js' */

const { minimum, maximum } = shapes.settings.postsPerPage;

/** @type {{ field: keyof Settings, isRight: (value: any) => boolean, example: string }[]} */
const rules = [
  { field: 'timeZone', isRight: isTimeZone, example: 'an IANA name such as Europe/Berlin' },
  { field: 'language', isRight: isLanguage, example: 'a BCP 47 tag such as en or pt-BR' },
  {
    field: 'postsPerPage',
    isRight: (value) => Number.isInteger(value) && value >= minimum && value <= maximum,
    example: `a whole number from ${minimum} to ${maximum}`,
  },
];

/**
 * @param {Settings | null} settings null: the blog has none yet, and takes its own
 * @param {Set<string>} media ids of all files
 * @returns {Problem[]}
 */
export function checkSettings(settings, media) {
  if (!settings) return [];
  const known = new Set([...media].map(mediaUrl));
  const gone = /** @type {const} */ (['logo', 'icon']).filter(
    (name) => settings[name] && !known.has(settings[name]),
  );
  const wrong = rules.filter(({ field, isRight }) => !isRight(settings[field]));
  return [
    ...wrong.map(({ field, example }) => ({
      what: `The setting ${field} is “${settings[field]}”.`,
      todo: `Set it to ${example}.`,
    })),
    ...gone.map((name) => ({
      what: `The ${name} of the blog is ${settings[name]}, which does not exist.`,
      todo: 'Upload another one in the settings, or remove it there.',
    })),
  ];
}
