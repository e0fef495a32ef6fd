import { LarderError, messageOf } from '../../../../base/errors.js';
import { dataIn } from '../../shared/literals.js';
import { isRecord, readData } from '../../shared/read-data.js';

/**
 * @typedef {{ name: 'YAML' | 'TOML' | 'JSON' | 'JavaScript', start: RegExp, end: RegExp }} Format  what its first and
 *   its last line look like
 */

const DASHES = /^---[ \t]*$/;
/** @type {Format} */
const YAML = { name: 'YAML', start: /^---[ \t]*(?:ya?ml[ \t]*)?$/i, end: /^(---|\.\.\.)[ \t]*$/ };
/** @type {Format} */
const JSON_OF_HEXO = { name: 'JSON', start: /^;;;[ \t]*$/, end: /^;;;[ \t]*$/ };

/**
 * The ways in which generators put a post's metadata before its text: the first that fits is taken.
 * @type {Format[]}
 */
const FORMATS = [
  YAML,
  { name: 'TOML', start: /^\+\+\+[ \t]*$/, end: /^\+\+\+[ \t]*$/ },
  JSON_OF_HEXO,
  // Eleventy lets authors name the language.
  { name: 'TOML', start: /^---[ \t]*toml[ \t]*$/i, end: DASHES },
  { name: 'JSON', start: /^---[ \t]*json5?[ \t]*$/i, end: DASHES },
  { name: 'JavaScript', start: /^---[ \t]*(js|javascript|node)[ \t]*$/i, end: DASHES },
];

/** The longest front matter, in characters: readers of YAML take time with the square of its depth. */
const LONGEST = 50_000;

/** So many lines that end with a brace are looked at for the end of JSON. */
const MOST_BRACES = 1000;

/** Hexo lets authors leave out the line before the metadata. */
const BARE_YAML = /^(title|date|layout|tags|categories|category|permalink|author|slug):(\s|$)/;

/** Pelican has them without any line before or after, up to the first empty line. */
const HEADER =
  /^(title|date|modified|category|tags|keywords|slug|authors?|summary|status|lang|template|url|save_as):\s/i;

/** Nikola writes it into a comment, or into a file of its own. */
const NIKOLA =
  /^(?:<!--[ \t\r]*\n)?((?:\.\. [a-z_]{1,40}:[^\n]{0,2000}\n)+)(?:[ \t]*-->[ \t\r]*(?:\n|$))?/;

/** Hugo allows empty lines before the metadata. */
const BLANK_BEFORE = /^\s{1,1000}\n(?=(---|\+\+\+)[ \t]*\r?\n[ \t]*[\w"'-]+[ \t]*[:=])/;

/**
 * @typedef {object} SourceFile
 * @property {Record<string, unknown>} metadata the front matter; empty when there is none
 * @property {string} body the rest as it was written, without an empty line at its start
 */

/**
 * @param {string} text of a file
 * @returns {SourceFile}
 * @throws {LarderError} `invalid` with the reason when the front matter cannot be read
 */
export function splitFrontMatter(text) {
  const start = BLANK_BEFORE.exec(text)?.[0].length ?? 0;
  return split(start > 0 ? text.slice(start) : text);
}

/** @param {string} text @returns {Record<string, unknown>} what a file beside a text of Nikola says */
export const nikolaMetadata = (text) =>
  Object.fromEntries(
    [...text.slice(0, LONGEST).matchAll(/^\.\. ([a-z_]{1,40}):[ \t]*(\S[^\n]*)$/gm)].map(
      ([, name, value]) => [name, value.trim()],
    ),
  );

/** @param {string} text */
function split(text) {
  const [nikola, lines] = NIKOLA.exec(text.slice(0, LONGEST)) ?? [];
  if (nikola)
    return { metadata: nikolaMetadata(lines), body: text.slice(nikola.length).trimStart() };
  const first = lineAt(text, 0);
  const known = FORMATS.find(({ start }) => start.test(first.line));
  if (known) return readUntilEnd(known, text, first.next);
  if (/^"[^"]+"\s*:/.test(first.line) && /^;;;[ \t]*$/m.test(text))
    return readUntilEnd(JSON_OF_HEXO, text, 0);
  if (BARE_YAML.test(first.line) && !isHeader(text) && /^---[ \t]*\r?$/m.test(text))
    return readUntilEnd(YAML, text, 0);
  if (/^\{[ \t]*("|$)/.test(first.line)) return readJsonObject(text);
  if (HEADER.test(first.line)) return readHeader(text) ?? { metadata: {}, body: text };
  return { metadata: {}, body: text };
}

/**
 * @param {string} text
 * @returns {boolean} whether its first paragraph is all of its metadata, and ends with no line of dashes
 */
const isHeader = (text) =>
  HEADER.test(text) &&
  !/^---[ \t]*\r?$/m.test(text.split(/\n[ \t]*\r?\n/, 1)[0]) &&
  readHeader(text) !== null;

/** @param {Format} format @param {string} text @param {number} from where the metadata begins */
function readUntilEnd(format, text, from) {
  for (let at = from; at < text.length;) {
    const { line, next } = lineAt(text, at);
    if (format.end.test(line)) return result(format.name, text.slice(from, at), text.slice(next));
    at = next;
  }
  throw new LarderError('invalid', `its ${format.name} front matter is not closed`);
}

/** Hugo's JSON ends with the line of the last brace. @param {string} text */
function readJsonObject(text) {
  let attempts = 0;
  for (const { index } of text.matchAll(/\}[ \t]*(?=\r?\n|$)/g)) {
    if ((attempts += 1) > MOST_BRACES) break;
    const source = text.slice(0, index + 1);
    try {
      JSON.parse(source);
    } catch {
      continue;
    }
    return result('JSON', source, text.slice(lineAt(text, index).next));
  }
  throw new LarderError('invalid', 'its JSON front matter is not closed, or cannot be read');
}

/** @param {Format['name']} name @param {string} source @param {string} rest @returns {SourceFile} */
function result(name, source, rest) {
  if (source.length > LONGEST)
    throw new LarderError('invalid', `its front matter has more than ${LONGEST} characters`);
  const metadata = read(name, source) ?? {};
  if (!isRecord(metadata))
    throw new LarderError('invalid', `its ${name} front matter has no names and values`);
  return { metadata: lowerNames(metadata), body: rest.replace(/^[ \t]*\r?\n/, '') };
}

/** @param {Format['name']} name @param {string} source */
function read(name, source) {
  try {
    if (name === 'JavaScript') return readCode(source);
    if (name !== 'JSON') return readData(name === 'YAML' ? 'yaml' : 'toml', source);
    // Hexo leaves out the braces.
    const inside = source.trim();
    return readData('json', inside.startsWith('{') ? inside : `{${inside.replace(/,$/, '')}}`);
  } catch (error) {
    throw new LarderError(
      'invalid',
      `its ${name} front matter cannot be read: ${messageOf(error)}`,
    );
  }
}

/** @param {string} source in JavaScript: variables, none of which has to be computed, since it may hide the post */
function readCode(source) {
  const data = dataIn(source);
  if (!data) throw new LarderError('invalid', 'it is code, which is not run');
  return data;
}

/** Hugo and Pelican read names in any case. @param {object} metadata @returns {Record<string, unknown>} */
const lowerNames = (metadata) =>
  Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => {
      const lower = name.toLowerCase();
      return [/^[A-Z][a-z]+$/.test(name) && !(lower in metadata) ? lower : name, value];
    }),
  );

/** @param {string} text @returns {SourceFile | null} null when it is text that only begins like that */
function readHeader(text) {
  /** @type {Record<string, string>} */
  const metadata = Object.create(null);
  let name = '';
  let at = 0;
  while (at < text.length) {
    const { line, next } = lineAt(text, at);
    at = next;
    if (!line.trim()) break;
    const [, key, value = line.trim()] = /^([a-z][\w-]*):(.*)$/i.exec(line) ?? [];
    if (!key && !/^\s/.test(line)) return null;
    if (key) name = key.toLowerCase();
    metadata[name] = key ? value.trim() : `${metadata[name]} ${value}`;
  }
  return { metadata: { ...metadata }, body: text.slice(at) };
}

/**
 * @param {string} text
 * @param {number} at
 * @returns {{ line: string, next: number }} the line without its end, and where the next one begins
 */
function lineAt(text, at) {
  const end = text.indexOf('\n', at);
  const line = end < 0 ? text.slice(at) : text.slice(at, end);
  return { line: line.replace(/\r$/, ''), next: end < 0 ? text.length : end + 1 };
}
