import { deepEqual, equal, ok } from 'node:assert/strict';
import { createTags } from '../../lib/networks/tags.js';
import * as keys from '../../lib/changes/keys.js';

describe('The tags by which networks know a page', () => {
  const tags = createTags('https://blog.example');
  /** @param {string[]} touched @param {Parameters<typeof tags.ofEntry>[0]} entry */
  const meets = (touched, entry) => {
    const own = tags.ofEntry(entry);
    return tags.ofChange(touched).some((tag) => own.includes(tag));
  };

  it('meet those of a change exactly where it touches what the page depends on', () => {
    const page = { dependsOn: [keys.text('a'), keys.setting('title')] };
    for (const key of page.dependsOn) ok(meets([keys.card('b'), key], page));
    for (const key of [keys.text('b'), keys.card('a'), keys.setting('logo')])
      equal(meets([key], page), false);
    ok(tags.ofEntry(page).includes(tags.all));
  });

  it('tell the words that a page shows from others', () => {
    const page = { dependsOn: [keys.words], words: ' archive olderPosts ' };
    ok(meets([keys.words, keys.word('archive')], page));
    equal(meets([keys.words, keys.word('search')], page), false);
    ok(meets([keys.words, keys.word('search')], { dependsOn: [keys.words] }));
  });

  it('tell the hours whose dates a page shows from others', () => {
    const moments = ['2026-03-01T06:15:00Z', '2026-11-21T23:59:59Z'].map(Date.parse);
    const page = { dependsOn: [keys.setting('timeZone')], moments };
    const touched = (/** @type {number[]} */ ...hours) => [
      keys.setting('timeZone'),
      ...hours.map(keys.hour),
    ];
    for (const hour of [6, 23]) ok(meets(touched(hour), page));
    equal(meets(touched(5, 7, 22), page), false);
    equal(meets(touched(), { ...page, moments: [] }), false);
    // Of other times it is not known which zones have other days.
    ok(meets(touched(), { ...page, moments: [...moments, Date.UTC(1888)] }));
  });

  it('are few for a removal that shifts many pages of a list, and meet each of these and no other', () => {
    const touched = Array.from({ length: 2000 - 40 }, (_, at) => keys.page('all', at + 41));
    ok(tags.ofChange(touched).length < 110);
    for (let number = 1; number <= 2000; number++)
      equal(meets(touched, { dependsOn: [keys.page('all', number)] }), number > 40, `${number}`);
    equal(meets(touched, { dependsOn: [keys.page('tag:a', 50)] }), false);
  });

  it('are at most 200, and then each change meets the page', () => {
    const dependsOn = Array.from({ length: 500 }, (_, at) => keys.link(`${at}`));
    equal(tags.ofEntry({ dependsOn }).length, 2);
    ok(meets([keys.link('7')], { dependsOn }));
  });

  it('have five characters, which no two of 20,000 keys share more often than chance has it', () => {
    const all = Array.from({ length: 20_000 }, (_, at) => tags.ofChange([keys.text(`${at}`)])[1]);
    ok(all.every((tag) => /^[\w-]{5}$/.test(tag)));
    ok(new Set(all).size >= 20_000 - 5);
  });

  it('are others for another blog in the same network', () => {
    const others = createTags('https://other.example');
    const page = { dependsOn: [keys.text('a')] };
    deepEqual(
      tags.ofEntry(page).filter((tag) => others.ofEntry(page).includes(tag)),
      [],
    );
  });
});
