import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Linter } from 'eslint';
import { adminWords } from '../../lib/base/words.js';
import { listFiles } from '../../lib/base/files.js';
import { sayMessage } from '../../lib/base/messages.js';

const root = new URL('../../', import.meta.url);
const sources = {
  lib: '.js',
  controllers: '.js',
  themes: 'theme.json',
  'node_modules/postcss/lib': '.js',
  'node_modules/yauzl': 'index.js',
};
const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), 'utf8');
const below = (/** @type {string} */ folder, /** @type {string} */ ending) =>
  listFiles(new URL(folder, root).pathname, ending).map((file) => `${folder}/${file}`);
const code = Object.entries(sources).flatMap(([folder, ending]) => below(folder, ending).map(read));
/** @param {string} text @returns {string} with {} for each thing that is filled in */
const withoutNames = (text) => text.replace(/\{?\$\{[^{}]*\}\}?|\{\w+\}/g, '{}');
const said = withoutNames(code.join('\n'));

/** @param {string} path @returns {string[]} its texts of three words or more, but for HTML and lists of names */
function sentencesIn(path) {
  /** @type {string[]} */
  const found = [];
  /** @type {import('eslint').Rule.RuleModule} */
  const collect = {
    create: ({ sourceCode }) => ({
      Literal: ({ value }) => void (typeof value === 'string' && found.push(value)),
      TemplateLiteral: (node) => void found.push(sourceCode.getText(node).slice(1, -1)),
    }),
  };
  const plugins = { texts: { rules: { collect } } };
  new Linter().verify(read(path), { plugins, rules: { 'texts/collect': 'error' } });
  return found.filter(
    (text) => /[a-z]{2} [a-z]{2,} /.test(text) && !/^<|^[a-z0-9 [\]{}]+$/.test(text),
  );
}

/** Put together of two literals, so that neither is the whole message. */
const parts = new Map([
  ['error.titleMissing', ['A {} is required', "'title'"]],
  ['error.tagMissing', ['A {} is required', "'tag'"]],
  ['error.ownersOnly', ['Only for ', "requireRole('owner')"]],
  ['error.editorsOnly', ['Only for ', "requireRole('owner', 'editor')"]],
  ['error.suggestion', ['How about “{}”?']],
  ['error.numberOrNeverInvalid', ['Enter a number from {} to {}', '; 0 = never']],
  ['error.cssComment', ["'Unclosed ' + what", "unclosed('comment')"]],
  ['error.cssWord', ["'Unknown word ' + "]],
  ['error.tokenScopeUnknown', ['There is no scope “{}”', ': choose from {}']],
  ['warning.cannotBeImported', ['{} {}', "'cannot be imported: choose a folder of Markdown"]],
  ['warning.isJson', ['{} {}', "'is JSON, but not a Ghost export"]],
  ['warning.isPacked', ['{} {}', "'is packed: unpack it first, then import the folder.'"]],
  ['warning.isXml', ['{} {}', "'is XML, but not a WordPress export"]],
  ['warning.replaced', ['characters that cannot be read are replaced by \\ufffd ({})']],
  ['error.backupCommandFailed', ['BACKUP_COMMAND {', 'ended with {}', ': {}']],
  [
    'error.backupCommandLate',
    ['BACKUP_COMMAND {', 'did not end within {} minutes, and was killed'],
  ],
  ['error.backupEnded', ['it {}', 'ended with {}']],
  ['error.backupLate', ['it {}', 'did not end within {} minutes, and was killed']],
  ['error.tokenScopeMissing', ['A token needs at least one scope', ': choose from {}']],
]);
const keys = Object.keys(adminWords.english).filter((key) => /^(error|theme|warning)\./.test(key));

describe('A message that authors see in their language', () => {
  it('is one that the code still makes, word for word', () => {
    assert.deepEqual(
      keys.filter((key) => {
        const whole = withoutNames(String(adminWords.english[key]));
        return !(parts.get(key) ?? [whole]).every((part) => said.includes(part));
      }),
      [],
    );
  });

  it('is every sentence about a file of an import', () => {
    const texts = Object.entries(adminWords.english).flatMap(([key, text]) => [
      withoutNames(String(text)),
      ...(parts.get(key) ?? []),
    ]);
    const known = texts.join('\n');
    assert.deepEqual(
      below('lib/exchange/import', '.js')
        .flatMap(sentencesIn)
        .map(withoutNames)
        .filter((text) => !known.includes(text.replace(/^\{\}; |; it is a draft here$/g, '')))
        // The page asks for it in its own words: test/views/imports.test.js.
        .filter((text) => !text.includes('--permalink')),
      [],
    );
  });

  for (const language of adminWords.languages.filter((each) => each !== 'en'))
    it(`is found by its English, with what is filled in, in ${language}`, () => {
      const words = adminWords.in(language);
      for (const key of keys) {
        const values = Object.fromEntries(
          [...String(adminWords.english[key]).matchAll(/\{(\w+)\}/g)].map(([, name], place) => [
            name,
            `v${place}`,
          ]),
        );
        const message = adminWords.in('en').say(key, values);
        assert.equal(sayMessage(message, words), words.say(key, values), key);
      }
    });

  it('is in the language also where it stands in another, and where it names a field', () => {
    const words = adminWords.in('de');
    const say = (/** @type {string} */ message) => sayMessage(message, words);
    assert.equal(
      say('Line 3: a rule needs a selector'),
      'Zeile 3: eine Regel braucht einen Selektor',
    );
    assert.equal(
      say('The title can have at most 200 characters'),
      'Das Feld Titel darf höchstens 200 Zeichen haben',
    );
    assert.equal(say('Nobody has translated this'), 'Nobody has translated this');
  });

  it('is found soon, however often its author writes what stands in messages', () => {
    const parts = ['; it is left out', 'a: ', '“a” ', 'its date “', ' is not imported: ', '. A. '];
    const words = adminWords.in('de');
    const { user } = process.cpuUsage();
    for (const part of parts)
      for (const length of [5000, 1e6])
        sayMessage(`its ${part.repeat(length / part.length)}!`, words);
    assert.ok(process.cpuUsage().user - user < 250_000);
  });
});
