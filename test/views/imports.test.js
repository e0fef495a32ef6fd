import assert from 'node:assert/strict';
import { adminWords } from '../../lib/base/words.js';
import { hintsOf } from '../../lib/exchange/import/hints.js';
import { presentImport } from '../../lib/views/presenters/imports.js';
/** @import { ImportState } from '../../lib/exchange/jobs/imports.js' */

/** @param {string[]} files whose old URL is unknown @param {string} language */
function hintOf(files, language) {
  const unplaced = files.map((file) => ({ file, date: undefined }));
  const hints = hintsOf({ undated: [], unplaced, leftOut: [], others: [] });
  const forecast = { hints, authors: [], examples: [] };
  const state = /** @type {ImportState} */ (
    /** @type {unknown} */ ({
      stage: 'ready',
      name: '',
      progress: null,
      forecast,
      notes: [],
      problem: '',
    })
  );
  const words = adminWords.in(language);
  const { hints: shown } = /** @type {{ hints: string[] }} */ (
    presentImport(state, { limit: 1, isBusy: false, words })
  );
  return shown[0];
}

describe('The page of an import', () => {
  it('asks for the old URL format in its field, not for an option of a command', () => {
    assert.equal(
      hintOf(['a.md', 'b.md'], 'en'),
      'The old URLs of 2 posts are unknown: a.md, b.md. If a.md was at /blog/a/, enter the old URL format below: /blog/:title/',
    );
    assert.match(
      hintOf(['a.md'], 'de'),
      /^Die alte URL eines Beitrags .* unten das alte URL-Format/,
    );
  });

  it('says warnings, and why it failed, in the language of who reads it', () => {
    const state = /** @type {ImportState} */ (
      /** @type {unknown} */ ({
        stage: 'failed',
        name: '',
        progress: null,
        forecast: null,
        counts: null,
        problem: 'The error has been logged.',
        moreNotes: 0,
        notes: [
          'its date “x” cannot be used: there is no such date; it is a draft here',
          'the image a.png is not imported: the JPEG is cut short or damaged',
        ].map((text) => ({ file: 'a.md', text, isRefused: false })),
      })
    );
    const words = adminWords.in('de');
    const { problem, notes } =
      /** @type {{ problem: string, notes: { list: { text: string }[] } }} */ (
        presentImport(state, { limit: 1, isBusy: false, words })
      );
    assert.deepEqual(
      [problem, ...notes.list.map(({ text }) => text)],
      [
        'Der Fehler steht im Protokoll.',
        'das Datum „x“ ist nicht verwendbar: dieses Datum gibt es nicht; hier ein Entwurf',
        'das Bild a.png wird nicht importiert: Das JPEG ist unvollständig oder beschädigt',
      ],
    );
  });
});
