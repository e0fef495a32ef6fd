import { Lexer, parseDocument } from 'yaml';
import { LarderError } from '../../../base/errors.js';
import { DEEPEST } from './check-nesting.js';

/** What says that the next token is a text. */
const TEXT = '\x1f';

/**
 * Reads YAML as leniently as other engines do.
 * @param {string} source
 * @returns {unknown}
 * @throws {Error} which names the line
 */
export function readYaml(source) {
  // Authors indent by tabs and write a name twice; other generators take the last one.
  const lenient = source.replaceAll('\r\n', '\n').replace(/^\t+/gm, '  ');
  refuseTangled(lenient);
  const document = parseDocument(lenient, {
    ...{ uniqueKeys: false, prettyErrors: false },
    logLevel: 'error',
  });
  const [error] = document.errors;
  if (!error) return document.toJS({ maxAliasCount: 100 });
  const line = lenient.slice(0, error.pos[0]).split('\n').length;
  throw new Error(`${error.message} (line ${line})`);
}

/**
 * Refuses what would keep the parser busy, or use up its stack: lists and objects in one another, and as keys (600 characters: 4 s).
 * @param {string} source YAML
 * @throws {LarderError} `invalid`
 */
export function refuseTangled(source) {
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
