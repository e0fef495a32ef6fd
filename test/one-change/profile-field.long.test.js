import assert from 'node:assert/strict';
import { tryChange } from '../support/changed-copy.js';

/** Pronouns on an author's page: all that is written for them, apart from their label in other languages. */
const pronouns = /** @type {Record<string, [string, string]>} */ ({
  'lib/store/profile-fields.js': [
    `picture: { is: 'upload', schema: { type: 'string', maxLength: 200 }, isColumn: true },`,
    `picture: { is: 'upload', schema: { type: 'string', maxLength: 200 }, isColumn: true },
    pronouns: {
      is: 'line',
      schema: { type: 'string', maxLength: 40 },
      isOnPage: true,
    },`,
  ],
  'views/author.mustache': ['{{#intro}}', '{{#intro}}<p class="pronouns">{{pronouns}}</p>'],
  'words/admin/en.json': [`"state.draft":`, `"field.pronouns": "Pronouns", "state.draft":`],
});

describe('A new field of authors', () => {
  it('takes a row, its place in the template and its label, and is nowhere forgotten', function () {
    this.timeout(120_000);
    const { passed, failures } = tryChange(pronouns, 'test/one-change/inside/profile-field.js');
    assert.deepEqual(failures, []);
    assert.ok(passed >= 5, `${passed} tests`);
  });
});
