import { LarderError } from '../../base/errors.js';
import { check } from '../../content/schema.js';
import { pairs } from './fonts.js';
/** @import { Schema } from '../../store/fields.js' */
/** @import { Appearance } from '../../store/types.js' */
/** @import { Colours } from './palette.js' */

/**
 * @typedef {{ value: string, label: string }} Choice
 * @typedef {{ name: string, label: string, default: string | boolean, choices?: Choice[] }} Switch  a tick box by a
 *   default of true or false, else a choice, or a text
 *
 * @typedef {object} Manifest  What a theme says of itself, in its `theme.json`.
 * @property {string} label
 * @property {string} about
 * @property {Colours} colours
 * @property {Appearance['fonts']} fonts
 * @property {Switch[]} switches
 */

const colour = { type: 'string', pattern: '^#[0-9a-f]{6}$' };
const two = { accent: colour, background: colour };
const word = { type: 'string', minLength: 1, maxLength: 80 };

/** @type {Schema & { of?: Partial<Manifest> }} */
const manifest = {
  type: 'object',
  additionalProperties: false,
  properties: {
    label: word,
    about: { type: 'string', maxLength: 300 },
    colours: {
      type: 'object',
      additionalProperties: false,
      required: ['accent', 'background'],
      properties: {
        ...two,
        dark: { type: 'object', additionalProperties: false, properties: two },
      },
    },
    fonts: { type: 'string', enum: Object.keys(pairs) },
    switches: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'label', 'default'],
        properties: {
          name: { type: 'string', pattern: '^[a-zA-Z]\\w{0,39}$' },
          label: word,
          default: { type: ['string', 'boolean'], maxLength: 500 },
          choices: {
            type: 'array',
            maxItems: 20,
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['value', 'label'],
              properties: { value: { type: 'string', pattern: '^[\\w-]{1,40}$' }, label: word },
            },
          },
        },
      },
    },
  },
};

/** Of those that say nothing. */
const COLOURS = { accent: '#9a1f57', background: '#fdfdfc' };
const FONTS = /** @type {const} */ ('serif');

/**
 * @param {Buffer | undefined} bytes of `theme.json`; undefined: there is none
 * @returns {Manifest}
 * @throws {LarderError} `invalid`, with what does not fit
 */
export function readManifest(bytes) {
  const input = bytes ? parse(bytes) : {};
  try {
    check(input, manifest);
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
    throw new LarderError('invalid', `theme.json: ${error.message}`);
  }
  return { label: '', about: '', colours: COLOURS, fonts: FONTS, switches: [], ...input };
}

/** @param {Buffer} bytes @returns {unknown} */
function parse(bytes) {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new LarderError('invalid', 'theme.json is not valid JSON');
  }
}

/**
 * @param {Manifest} manifest
 * @param {Appearance['switches']} chosen
 * @returns {Record<string, string | boolean>} a value for each switch: what was chosen, if it is one of its choices
 */
export const switchesOf = ({ switches }, chosen) =>
  Object.fromEntries(
    switches.map(({ name, choices, default: standard }) => {
      const value = chosen[name];
      const isChoice = !choices || choices.some((choice) => choice.value === value);
      return [name, typeof value === typeof standard && isChoice ? value : standard];
    }),
  );
