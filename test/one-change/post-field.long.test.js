import assert from 'node:assert/strict';
import { tryChange } from '../support/changed-copy.js';

/** A text below the title of a post: all that is written for it, apart from its look and its label in other languages. */
const subtitle = /** @type {Record<string, [string, string]>} */ ({
  'lib/store/fields.js': [
    `coAuthors: { is: 'people', isColumn: true, isRuled: true },`,
    `coAuthors: { is: 'people', isColumn: true, isRuled: true },
    subtitle: {
      is: 'line',
      schema: { type: 'string', maxLength: 300, description: 'Below the title, or empty' },
      hasControl: true,
      frontMatter: 'subtitle',
      isVersioned: true,
      isOnPage: true,
    },`,
  ],
  'views/post.mustache': [
    '<h1 dir="auto">{{title}}</h1>',
    '<h1 dir="auto">{{title}}</h1>\n{{#subtitle}}\n<p class="subtitle" dir="auto">{{.}}</p>\n{{/subtitle}}',
  ],
  'words/admin/en.json': [`"state.draft":`, `"field.subtitle": "Subtitle", "state.draft":`],
});

describe('A new field of posts', () => {
  it('takes a row, its place in the template and its label, and is nowhere forgotten', function () {
    this.timeout(120_000);
    const { passed, failures } = tryChange(subtitle, 'test/one-change/inside/post-field.js');
    assert.deepEqual(failures, []);
    assert.ok(passed >= 10, `${passed} tests`);
  });
});
