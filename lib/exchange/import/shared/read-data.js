import { parse as parseToml } from 'smol-toml';
import { Lexer, parseDocument } from 'yaml';
import { LarderError, messageOf } from '../../../base/errors.js';

/** @type {Record<string, (source: string) => unknown>} */
const READERS = { yaml: readYaml, toml: parseToml, json: (source) => JSON.parse(source) };

/**
 * @param {'yaml' | 'toml' | 'json'} format
 * @param {string} source
 * @returns {unknown}
 * @throws {LarderError} `invalid` with one line on what is wrong with it
 */
export function readData(format, source) {
  try {
    const data = READERS[format](source);
    checkNesting(data);
    return data;
  } catch (error) {
    const [reason] = String(messageOf(error)).split('\n');
    throw new LarderError('invalid', reason);
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} whether it has names and values */
export const isRecord = (value) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);

/** @param {unknown} value @returns {Record<string, unknown>[]} what is such in a list */
export const recordsOf = (value) => (Array.isArray(value) ? value.filter(isRecord) : []);

/** @param {unknown} value @returns {Record<string, unknown>} `{}` when it is none */
export const recordIn = (value) => (isRecord(value) ? value : {});

/** What says that the next token is a text. */
const TEXT = '\x1f';

/** Reads YAML as leniently as other engines do. @param {string} source @throws {Error} which names the line */
function readYaml(source) {
  // Authors indent by tabs and write a name twice; other generators take the last one.
  const lenient = source
    .replaceAll('\r\n', '\n')
    .replace(/^\t+/gm, '  ')
    .replace(FOLDED, (text) => text.replace(/\n(?=\S)/g, '\n  '));
  refuseTangled(lenient);
  const document = parseDocument(lenient, {
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  });
  const [error] = document.errors;
  if (!error) return document.toJS({ maxAliasCount: 100 });
  const line = lenient.slice(0, error.pos[0]).split('\n').length;
  const quoted = UNQUOTED.has(error.code) && quote(lenient.split('\n')[line - 1]);
  throw new Error(quoted ? `write line ${line} as ${quoted}` : `${error.message} (line ${line})`);
}

/** A text in quotes over several lines, which other readers of YAML do not need indented. */
const FOLDED = /^[\w-]{1,50}:[ \t]+(?:"(?:[^"\\]|\\.){0,1000}"|'(?:[^']|''){0,1000}')[ \t]*$/gm;

/** What is wrong where a value needs quotes, mostly for a colon in it or a sign at its start. */
const UNQUOTED = new Set(['BLOCK_AS_IMPLICIT_KEY', 'BAD_SCALAR_START', 'UNEXPECTED_TOKEN']);

/** @param {string} line of YAML @returns {string | null} with its value in quotes; null: it has none, or a long one */
function quote(line) {
  const [, name, value] = /^( *(?:- )?[\w-]{1,50}: +)(\S.{0,300})$/.exec(line.trimEnd()) ?? [];
  if (!value) return null;
  const inQuotes = /["\\]/.test(value) ? `'${value.replaceAll("'", "''")}'` : `"${value}"`;
  return name.trimStart() + inQuotes;
}

/**
 * Refuses what would keep the parser busy, or use up its stack: lists and objects in one another, and as keys (600
 * characters: 4 s).
 * @param {string} source YAML
 * @throws {LarderError} `invalid`
 */
function refuseTangled(source) {
  let [open, keys, items] = [0, 0, 0];
  let isText = false;
  for (const token of new Lexer().lex(source)) {
    if (isText || token === TEXT) {
      isText = !isText;
      continue;
    }
    if (token.endsWith('\n')) items = 0;
    else if (token === '[' || token === '{') open++;
    else if (token === ']' || token === '}') open--;
    else if (token === '?') keys++;
    else if (token === '-') items++;
    if (Math.max(open, keys, items) > DEEPEST)
      throw new LarderError('invalid', `it is nested more than ${DEEPEST} levels deep`);
  }
}

/** Limits of depth and number of values; each alias counts as much as its target. */
const DEEPEST = 30;
const MOST_VALUES = 1_000_000;

/**
 * Refuses YAML or JSON that is nested too deeply or too large: YAML aliases can be recursive, and a few of them can
 * expand to more than fits into memory.
 * @param {unknown} value as parsed
 * @throws {LarderError} `invalid`, with what is wrong with it
 */
function checkNesting(value) {
  let left = MOST_VALUES;
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST)
      throw new LarderError(
        'invalid',
        `it is nested more than ${DEEPEST} levels deep, or an alias in it refers to itself`,
      );
    const next = [];
    for (const each of level) {
      if (each === null || typeof each !== 'object' || each instanceof Date) continue;
      const inside = Object.values(each);
      if ((left -= inside.length) < 0)
        throw new LarderError('invalid', `it has more than ${MOST_VALUES} values`);
      for (const part of inside) next.push(part);
    }
    level = next;
  }
}
