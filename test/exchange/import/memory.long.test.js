import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openMarkdown } from '../../../lib/exchange/import/sources/markdown/source.js';
import { openWordPress } from '../../../lib/exchange/import/sources/wordpress/source.js';
import { workshop } from './workshop.js';

const numbers = Array.from({ length: 300 }, (_, number) => number);
/** Characters of each post. */
const LENGTH = 50_000;
/** Bytes that may be held of all: a fifth. */
const LITTLE = (numbers.length * LENGTH) / 5;

describe('Before its first post is imported', () => {
  v8.setFlagsFromString('--expose-gc');
  /** @type {() => void} */
  const collect = runInNewContext('gc');
  const { write } = workshop();

  it('a folder of Markdown takes memory for names and addresses, and not for texts', async () => {
    const posts = numbers.map((number) => [`jars/jar-${number}.md`, markdownOf(number)]);
    const folder = write(Object.fromEntries(posts));
    assert.ok((await taken(() => openMarkdown(folder, folder, {}))) < LITTLE);
  });

  it('an export of WordPress does, too', async () => {
    const xml = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${numbers.map(itemOf).join('')}</channel></rss>`;
    const folder = write({ 'export.xml': xml });
    assert.ok((await taken(() => openWordPress(join(folder, 'export.xml'), folder))) < LITTLE);
  });

  /** @param {() => Promise<unknown>} open @returns {Promise<number>} bytes that are held of it */
  async function taken(open) {
    await setImmediate();
    collect();
    const before = process.memoryUsage().heapUsed;
    const source = await open();
    await setImmediate();
    collect();
    const bytes = process.memoryUsage().heapUsed - before;
    assert.ok(source);
    return bytes;
  }
});

/** @param {number} number @returns {string} another one for each */
const textOf = (number) =>
  `A jar of ${number} grams, the cellar’s. `.repeat(LENGTH / 20).slice(0, LENGTH);

/** @param {number} number */
const titleOf = (number) => `The jar with the long name and the number ${number}`;

/** @param {number} number */
const markdownOf = (number) =>
  `---\ntitle: "${titleOf(number)}"\ndate: 2024-01-01T12:00:00.000Z\ntags: [jam]\n---\n${textOf(number)}\n`;

/** @param {number} number */
const itemOf = (number) =>
  `<item><title>${titleOf(number)}</title><link>https://old.example/jar-${number}/</link><guid>https://old.example/?p=${number}</guid>` +
  `<content:encoded><![CDATA[${textOf(number)}]]></content:encoded><wp:post_id>${number}</wp:post_id>` +
  `<wp:post_name>jar-${number}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>\n`;
