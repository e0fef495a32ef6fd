import assert from 'node:assert/strict';
import { tryChange } from '../support/changed-copy.js';

/** A tick that hides the tags below posts: all that is written for it, apart from its label in other languages. */
const hideTags = /** @type {Record<string, [string, string]>} */ ({
  'lib/store/settings-fields.js': [
    `poweredBy: { is: 'tick',`,
    `hideTags: {
      is: 'tick',
      schema: { type: 'boolean', description: 'Whether posts show no tags' },
      usual: false,
      control: { part: 'reading' },
      isOnPages: true,
    },
    poweredBy: { is: 'tick',`,
  ],
  'views/labels.mustache': [
    '{{#tags.length}}',
    '{{^site.hideTags}}<i class="tagged"></i>{{/site.hideTags}}{{#tags.length}}',
  ],
  'words/admin/en.json': [`"state.draft":`, `"field.hideTags": "Hide tags", "state.draft":`],
});

describe('A new setting', () => {
  it('takes a row, its place in the template and its label, and is nowhere forgotten', function () {
    this.timeout(120_000);
    const { passed, failures } = tryChange(hideTags, 'test/one-change/inside/setting.js');
    assert.deepEqual(failures, []);
    assert.ok(passed >= 6, `${passed} tests`);
  });
});
