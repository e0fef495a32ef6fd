import assert from 'node:assert/strict';
import { tryChange } from '../support/changed-copy.js';

/** Pronouns on an author's page: all that is written for them, apart from their label in other languages. */
const pronouns = /** @type {Record<string, [string, string]>} */ ({
  'lib/store/text-fields.js': [
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

/** Where somebody is who writes a comment: they are asked for it, and it is shown. */
const town = /** @type {Record<string, [string, string]>} */ ({
  'lib/store/text-fields.js': [
    `comment: {`,
    `comment: {
      town: {
        is: 'line',
        schema: { type: 'string', maxLength: 60, description: 'Where they live, or empty' },
        asked: { label: 'town', wrong: 'townLong' },
        isOnPage: true,
      },`,
  ],
  'views/comment.mustache': [
    '<p class="meta">',
    '{{#town}}<i class="town">{{.}}</i>{{/town}}<p class="meta">',
  ],
  'words/en.json': [`"website":`, `"town": "Town", "townLong": "Is it that long?", "website":`],
  'words/admin/en.json': [`"state.draft":`, `"field.town": "Town", "state.draft":`],
});

/** Who has made a picture, on the page where it is described. */
const credit = /** @type {Record<string, [string, string]>} */ ({
  'lib/store/text-fields.js': [
    `media: {`,
    `media: {
      credit: {
        is: 'line',
        schema: { type: 'string', maxLength: 80, description: 'Who made it, or empty' },
      },`,
  ],
  'words/admin/en.json': [`"state.draft":`, `"field.credit": "Credit", "state.draft":`],
});

/** @param {typeof town} edits @param {string} tests @param {number} count */
function assertWhole(edits, tests, count) {
  const { passed, failures } = tryChange(edits, `test/one-change/inside/${tests}.js`);
  assert.deepEqual(failures, []);
  assert.ok(passed >= count, `${passed} tests`);
}

describe('A new text', () => {
  it('of authors takes a row, its place in the template and its label, and is nowhere forgotten', function () {
    this.timeout(120_000);
    assertWhole(pronouns, 'profile-field', 5);
  });

  it('of comments takes a row, its place in the template and its words, and is nowhere forgotten', function () {
    this.timeout(120_000);
    assertWhole(town, 'comment-field', 6);
  });

  it('of files takes a row and its label, and is nowhere forgotten', function () {
    this.timeout(120_000);
    assertWhole(credit, 'media-field', 5);
  });
});
