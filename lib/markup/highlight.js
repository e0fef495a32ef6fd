import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { lazy } from '../base/lazy.js';
import { LANGUAGES } from './languages.js';
/** @import { HLJSApi, LanguageFn } from 'highlight.js' */

/** Its body can be in any language, which highlight.js would guess from those registered so far. */
const GUESSES = new Set(['http']);

/**
 * Code that is not highlighted: the time of some patterns is quadratic in the length of a block, a word or a gap.
 */
const LONGEST_BLOCK = 30_000;
const LONGEST_RUN = /(?<!\w)\w{300}|(?<!\s)\s{300}|(?<!\S)\S{1000}/;

/** Names that authors use for languages whose file has another name. */
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

/** Names of all languages of highlight.js. */
const files = lazy(() => {
  const folder = dirname(require.resolve('highlight.js/lib/languages/xml'));
  const names = readdirSync(folder).map((name) => /^([a-z0-9_-]+)\.js$/.exec(name)?.[1] ?? '');
  return new Set(names.filter(Boolean));
});

/**
 * Highlights code in the given language, without guessing. Languages are loaded on first use.
 * @param {string} code
 * @param {string} name as the author wrote it after the fence
 * @returns {{ html: string, language: string }} escaped, with `hljs-` spans if the language is known and the block has
 *   at most 30,000 characters; `language`: for a class name, or ''
 */
export function highlight(code, name) {
  const language = languageOf(name);
  const file = fileOf(language, code);
  const known = code.length <= LONGEST_BLOCK && !LONGEST_RUN.test(code) && register(file);
  return {
    html: known
      ? core().highlight(code, { language: file, ignoreIllegals: true }).value
      : escape(code),
    language: language.replaceAll('+', 'p').replaceAll('#', 'sharp').replaceAll('.', '-'),
  };
}

/**
 * Loads languages before they are needed: each takes up to 40 ms.
 * @param {string[]} names as authors wrote them after fences
 * @returns {Generator<string>} those that there are, each after it was loaded
 */
export function* loadLanguages(names) {
  const wanted = new Set(names.map((name) => fileOf(languageOf(name), '$')));
  for (const file of wanted) if (register(file)) yield file;
}

/** @param {string} name as the author wrote it */
const languageOf = (name) => (name.toLowerCase().match(/^[a-z0-9+#_.-]{1,30}/) ?? [''])[0];

/** The start of a line with a shell prompt; a block without one contains only commands. */
const PROMPT = /^\s{0,3}[/~\w[\]()@-]{0,100}[>%$#]/m;

/**
 * @param {string} language name used by the author, in lower case
 * @param {string} code
 * @returns {string} the name of its file in highlight.js; the name itself if unknown
 */
export function fileOf(language, code) {
  if (language.startsWith('diff-')) return 'diff';
  const file = ALIASES.get(language) ?? LANGUAGES.get(language) ?? language;
  return file === 'shell' && !PROMPT.test(code) ? 'bash' : file;
}

/**
 * Registers a language and its sub-languages, so that the result does not depend on what was highlighted before.
 * @param {string} file
 * @returns {boolean} whether there is such a language
 */
function register(file) {
  if (core().getLanguage(file)) return true;
  if (!files().has(file) || GUESSES.has(file)) return false;
  /** @type {LanguageFn} */
  const definition = require(`highlight.js/lib/languages/${file}`);
  const inner = new Set(subLanguagesOf(definition(core())));
  core().registerLanguage(file, definition);
  for (const name of inner) register(fileOf(name, '$'));
  return true;
}

/**
 * @param {object} mode the definition of a language, which may contain cycles
 * @param {Set<object>} [seen]
 * @returns {string[]}
 */
function subLanguagesOf(mode, seen = new Set()) {
  if (seen.has(mode)) return [];
  seen.add(mode);
  return Object.entries(mode).flatMap(([key, value]) => {
    if (key === 'subLanguage') return [value].flat();
    return value && typeof value === 'object' ? subLanguagesOf(value, seen) : [];
  });
}

/** @param {string} text */
const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
