import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { adminWords } from '../../lib/base/words.js';
import { listFiles } from '../../lib/base/files.js';
import { sayMessage } from '../../lib/base/messages.js';

const root = new URL('../../', import.meta.url);
const sources = { lib: '.js', controllers: '.js', themes: 'theme.json' };
const code = Object.entries(sources).flatMap(([folder, ending]) =>
  listFiles(new URL(folder, root).pathname, ending).map((file) =>
    readFileSync(new URL(`${folder}/${file}`, root), 'utf8'),
  ),
);
/** @param {string} text @returns {string} with {} for each thing that is filled in */
const withoutNames = (text) => text.replace(/\{?\$\{[^{}]*\}\}?|\{\w+\}/g, '{}');
const said = withoutNames(code.join('\n'));

/** Put together of two literals, so that neither is the whole message. */
const parts = new Map([
  ['errorATitleIsRequired', ['A {} is required', "'title'"]],
  ['errorATagIsRequired', ['A {} is required', "'tag'"]],
  ['errorOnlyForOwners', ['Only for ', "requireRole('owner')"]],
  ['errorOnlyForOwnersAndEditors', ['Only for ', "requireRole('owner', 'editor')"]],
  ['errorHowAbout', ['How about “{}”?']],
  ['errorEnterANumberFromTo2', ['Enter a number from {} to {}', '; 0 = never']],
  ['errorATokenNeedsAScope', ['A token needs at least one scope', ': choose from {}']],
]);
const keys = Object.keys(adminWords.english).filter((key) => /^(error|label)[A-Z]/.test(key));

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

  for (const language of adminWords.languages.filter((each) => each !== 'en'))
    it(`is found by its English, with what is filled in, in ${language}`, () => {
      const words = adminWords.words(language);
      for (const key of keys) {
        const values = Object.fromEntries(
          [...String(adminWords.english[key]).matchAll(/\{(\w+)\}/g)].map(([, name], place) => [
            name,
            `v${place}`,
          ]),
        );
        const message = adminWords.words('en').say(key, values);
        assert.equal(sayMessage(message, words), words.say(key, values), key);
      }
    });

  it('is in the language also where it stands in another, and where it names a field', () => {
    const words = adminWords.words('de');
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
});
