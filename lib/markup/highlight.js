import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { lazy } from '../util/lazy.js';
import { LANGUAGES } from './languages.js';
/** @import { HLJSApi, LanguageFn } from 'highlight.js' */

/** Its body can be in any language, which would be guessed among those learnt so far. */
const GUESSES = new Set(['http']);

/**
 * What stays plain: the patterns of a language may need time with the square of a block's length, or of a
 * word's or a gap's.
 */
const LONGEST_BLOCK = 30_000;
const LONGEST_RUN = /(?<!\w)\w{300}|(?<!\s)\s{300}|(?<!\S)\S{1000}/;

/** What authors call the languages whose file has another name. */
const ALIASES = new Map(
  Object.entries({
    'c#': 'csharp',
    'c++': 'cpp',
    'objective-c': 'objectivec',
    atom: 'xml',
    bat: 'dos',
    cc: 'cpp',
    cjs: 'javascript',
    clj: 'clojure',
    cmd: 'dos',
    coffee: 'coffeescript',
    console: 'shell',
    cs: 'csharp',
    docker: 'dockerfile',
    elisp: 'lisp',
    erl: 'erlang',
    ex: 'elixir',
    f90: 'fortran',
    golang: 'go',
    gql: 'graphql',
    h: 'c',
    hbs: 'handlebars',
    hpp: 'cpp',
    hs: 'haskell',
    html: 'xml',
    jl: 'julia',
    js: 'javascript',
    json5: 'json',
    jsonc: 'json',
    jsx: 'javascript',
    kt: 'kotlin',
    make: 'makefile',
    md: 'markdown',
    mjs: 'javascript',
    ml: 'ocaml',
    mk: 'makefile',
    mm: 'objectivec',
    mts: 'typescript',
    node: 'javascript',
    objc: 'objectivec',
    patch: 'diff',
    pgsql: 'pgsql',
    pl: 'perl',
    plist: 'xml',
    postgres: 'pgsql',
    postgresql: 'pgsql',
    ps: 'powershell',
    ps1: 'powershell',
    py: 'python',
    python3: 'python',
    rb: 'ruby',
    rs: 'rust',
    rss: 'xml',
    sh: 'bash',
    'shell-session': 'shell',
    'sh-session': 'shell',
    svg: 'xml',
    terminal: 'shell',
    tex: 'latex',
    toml: 'ini',
    ts: 'typescript',
    tsx: 'typescript',
    vb: 'vbnet',
    viml: 'vim',
    vue: 'xml',
    xhtml: 'xml',
    yml: 'yaml',
    zsh: 'bash',
  }),
);

const require = createRequire(import.meta.url);
const core = lazy(() => {
  /** @type {HLJSApi} */
  const hljs = require('highlight.js/lib/core').newInstance();
  hljs.safeMode();
  return hljs;
});

/** The names of the languages that there are. */
const files = lazy(() => {
  const folder = dirname(require.resolve('highlight.js/lib/languages/xml'));
  const names = readdirSync(folder).map((name) => /^([a-z0-9_-]+)\.js$/.exec(name)?.[1] ?? '');
  return new Set(names.filter(Boolean));
});

/**
 * Colours code by its named language; never guesses one. Languages are loaded when first met.
 * @param {string} code
 * @param {string} name as the author wrote it behind the fence
 * @returns {{ html: string, language: string }} escaped, with `hljs-` spans when the language is
 *   known and the block is not longer than 30,000 characters; `language` is '' when none was named
 */
export function highlight(code, name) {
  const language = (name.toLowerCase().match(/^[a-z0-9+#_.-]{1,30}/) ?? [''])[0];
  const file = fileOf(language, code);
  const known = code.length <= LONGEST_BLOCK && !LONGEST_RUN.test(code) && learn(file);
  return {
    html: known
      ? core().highlight(code, { language: file, ignoreIllegals: true }).value
      : escape(code),
    language: language.replaceAll('+', 'p').replaceAll('#', 'sharp').replaceAll('.', '-'),
  };
}

/** A line of a session in a shell begins like this; without any, the block holds commands alone. */
const PROMPT = /^\s{0,3}[/~\w[\]()@-]{0,100}[>%$#]/m;

/**
 * @param {string} language as authors call it, in lower case
 * @param {string} code
 * @returns {string} the name of its file; of one that nobody knows, its own
 */
export function fileOf(language, code) {
  if (language.startsWith('diff-')) return 'diff';
  const file = ALIASES.get(language) ?? LANGUAGES.get(language) ?? language;
  return file === 'shell' && !PROMPT.test(code) ? 'bash' : file;
}

/**
 * Registers a language and those that stand within it, so that the result does not depend on what was
 * highlighted before.
 * @param {string} file
 * @returns {boolean} whether there is such a language
 */
function learn(file) {
  if (core().getLanguage(file)) return true;
  if (!files().has(file) || GUESSES.has(file)) return false;
  /** @type {LanguageFn} */
  const definition = require(`highlight.js/lib/languages/${file}`);
  const inner = new Set(languagesWithin(definition(core())));
  core().registerLanguage(file, definition);
  for (const name of inner) learn(fileOf(name, '$'));
  return true;
}

/**
 * @param {object} mode a language's definition; its parts may refer to each other in circles
 * @param {Set<object>} [seen]
 * @returns {string[]} the languages that it hands parts of its text to
 */
function languagesWithin(mode, seen = new Set()) {
  if (seen.has(mode)) return [];
  seen.add(mode);
  return Object.entries(mode).flatMap(([key, value]) => {
    if (key === 'subLanguage') return [value].flat();
    return value && typeof value === 'object' ? languagesWithin(value, seen) : [];
  });
}

/** @param {string} text */
const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
