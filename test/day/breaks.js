#!/usr/bin/env node
import { tryChange } from '../support/changed-copy.js';

/**
 * `node test/day/breaks.js [WORD…]`: puts one fault after the other into a copy of the project, those whose names have
 * one of the words, and shows which the day finds.
 * @type {[name: string, file: string, from: string, to: string][]}
 */
const faults = [
  [
    'clearing: the counts of tags stay',
    'lib/changes/invalidation.js',
    'tagCounts: ({ moves }) => (moves.some(tagCountChanged) ? [keys.tagCounts] : [])',
    'tagCounts: () => []',
  ],
  [
    'clearing: a comment is not shown',
    'lib/changes/invalidation.js',
    'comments: ({ postId, shown }) => (shown ? [keys.comments(postId)] : [])',
    'comments: () => []',
  ],
  [
    'search: what is changed is found as it was',
    'lib/search/follower.js',
    "if (kind !== 'post') return; if (!thread) {",
    "if (kind !== 'post' || (thread && record?.revision)) return; if (!thread) {",
  ],
  [
    'statistics: a stop loses the last minute',
    'lib/statistics/statistics.js',
    'cancel(); await flush();',
    'cancel();',
  ],
  [
    'statistics: a visitor is another after each start',
    'lib/statistics/records.js',
    "if (known) return Buffer.from(known.salt, 'base64')",
    'if (known) return random(SALT_BYTES)',
  ],
  [
    'mail: what a killed server had begun is taken for sent',
    'lib/mail/deliver.js',
    "before.state === 'sent' || before.state === 'failed'",
    "before.state !== 'later'",
  ],
  [
    'mail: what was sent is not noted',
    'lib/mail/deliver.js',
    "const delivery = await write({ ...record, state: 'sent', at: now(), reason: '' })",
    "const delivery = await write({ ...record, state: 'later', at: now(), reason: '' })",
  ],
  [
    'restore: comments are left out',
    'lib/store/sqlite/restore.js',
    "if (kind === 'session' || kind === 'mail') continue",
    "if (kind === 'session' || kind === 'mail' || kind === 'comment') continue",
  ],
  [
    'restore: old addresses are left out',
    'lib/store/sqlite/restore.js',
    "if (kind === 'session' || kind === 'mail') continue",
    "if (kind === 'session' || kind === 'mail' || kind === 'address') continue",
  ],
  [
    'schedule: lists do not have what is published by the clock',
    'lib/changes/changes.js',
    "this.#publish({ by: 'clock' }, () => this.#writer.advance(now))",
    "this.#publish({ by: 'clock' }, () => this.#writer.advance(now).slice(1))",
  ],
  [
    'validators: pages that begin alike are the same',
    'lib/responses/entry.js',
    '`W/${etagOf(plain)}`',
    '`W/${etagOf(plain.subarray(0, 300))}`',
  ],
  [
    'import: an export has no menu',
    'lib/exchange/import/importer.js',
    'if (isVerbatim || !settings.navigation) return settings',
    'if (isVerbatim || !settings.navigation) return { ...settings, navigation: [] }',
  ],
  [
    'copy: comments are left out',
    'lib/start/commands/copy.js',
    'for await (const batch of inBatches(kind, from)) {',
    "for await (const batch of inBatches(kind, from)) { if (kind === 'comment') continue;",
  ],
  [
    'people: authors may change the posts of others',
    'lib/people/rights.js',
    "isEditor(author) || (post.type === 'post'",
    "author.id !== '' || (post.type === 'post'",
  ],
  [
    'mail: addresses that bounce are never paused',
    'lib/mail/bounced.js',
    "bounces >= AT_MOST && before.state === 'confirmed'",
    "bounces > 9 * AT_MOST && before.state === 'confirmed'",
  ],
  [
    'update: pages of before stay',
    'lib/start/warm-start.js',
    "const folders = ['lib', 'controllers', 'views', 'public', 'themes', 'words']",
    "const folders = ['lib', 'controllers', 'public', 'themes', 'words']",
  ],
];

const words = process.argv.slice(2);
const chosen = faults.filter(
  ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
);
let missed = 0;
for (const [name, file, from, to] of chosen) {
  const begun = performance.now();
  const { failures } = tryChange({ [file]: [from, to] }, 'test/day/day.long.test.js');
  const [first] = failures;
  if (!first) missed++;
  const seconds = Math.round((performance.now() - begun) / 1000);
  const how = first && `${first.title}: ${first.message.split('\n', 1)[0]}`;
  process.stdout.write(`${first ? 'seen' : 'MISSED'} (${seconds} s): ${name}\n  ${how ?? ''}\n`);
}
process.stdout.write(`${chosen.length - missed} of ${chosen.length} seen\n`);
process.exitCode = missed ? 1 : 0;
