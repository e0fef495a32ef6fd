import { parseDocument } from 'yaml';

/**
 * Reads YAML as leniently as other engines do.
 * @param {string} source
 * @returns {unknown}
 * @throws {Error} which names the line
 */
export function readYaml(source) {
  // Authors indent by tabs and write a name twice; other generators take the last one.
  const lenient = source.replaceAll('\r\n', '\n').replace(/^\t+/gm, '  ');
  const document = parseDocument(lenient, {
    ...{ uniqueKeys: false, prettyErrors: false },
    logLevel: 'error',
  });
  const [error] = document.errors;
  if (!error) return document.toJS({ maxAliasCount: 100 });
  const line = lenient.slice(0, error.pos[0]).split('\n').length;
  throw new Error(`${error.message} (line ${line})`);
}
