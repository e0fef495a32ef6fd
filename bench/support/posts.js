import { renderPost } from '../../lib/markup/render.js';
import { randomFrom } from './random.js';
/** @import { Put, Store } from '../../lib/store/types.js' */

/** Texts that differ; more posts than these share them, since the stores and pages do not care. */
const TEXTS = 40;
const AT_ONCE = 250;
const HOUR = 3_600_000;

const vocabulary =
  `the jar stands on a cool shelf until winter comes and then it is opened with bread salt lemons patience
  a cellar keeps what summer gave while rain falls over the garden some people write their recipes down others never do
  glass lids wax paper labels sugar vinegar apples plums quinces walnuts honey thyme pepper smoke water fire iron
  pots simmer slowly nobody hurries this work it takes an afternoon or two and every year tastes a little different`.split(
    /\s+/,
  );

const code = [
  `js
import { open } from './cellar.js';

/** Opens the oldest jars first. */
export async function serve(shelf, { guests = 4, opened = [] } = {}) {
  const jars = shelf.filter((jar) => jar.isFull && jar.year < 2026).sort((a, b) => a.year - b.year);
  for (const { label, year } of jars.slice(0, guests)) {
    opened.push(await open(label));
    console.log(\`\${label}, \${year}\`);
  }
  return opened.length > 0 ? opened : null;
}`,
  `python
from dataclasses import dataclass

@dataclass
class Jar:
    fruit: str
    grams: int = 500

def preserve(jars, sugar=0.5):
    """Half its weight in sugar."""
    return {jar.fruit: jar.grams * sugar for jar in jars if jar.grams > 0}

print(preserve([Jar("quince"), Jar("plum", 750)]))`,
  `sql
SELECT shelf, count(*) AS jars, max(opened_at) AS last
FROM larder
WHERE opened_at IS NULL OR opened_at > '2020-01-01'
GROUP BY shelf
HAVING count(*) > 3
ORDER BY jars DESC, shelf;`,
];

/**
 * Fills an empty store with posts that are the same in every run: three years and more, tags that many or few share,
 * paragraphs, headings, lists and highlighted code.
 * @param {Store} store
 * @param {{ count: number, words: number, tell?: (done: number) => void }} options `words` in each
 */
export async function fillStore(store, { count, words, tell = () => {} }) {
  const texts = Array.from({ length: Math.min(count, TEXTS) }, (_, seed) => textOf(seed, words));
  const rendered = texts.map((markdown) => ({
    markdown,
    ...renderPost({ markdown, excerpt: '' }),
  }));
  for (let from = 1; from <= count; from += AT_ONCE) {
    const writes = [];
    for (let number = from; number < Math.min(from + AT_ONCE, count + 1); number++)
      writes.push(...writesOf(number, rendered[number % rendered.length], count));
    await store.write(writes);
    tell(Math.min(from + AT_ONCE - 1, count));
  }
}

/** @param {number} number of a post, from 1, the oldest @returns {string} */
export const pathOfPost = (number) => `/post/${slugOf(number)}`;

/** @param {number} number */
const slugOf = (number) => `jar-number-${number}`;

/**
 * @param {number} number
 * @param {{ markdown: string } & ReturnType<typeof renderPost>} text
 * @param {number} count of all, so that they fill the same years however many they are
 * @returns {Put[]}
 */
function writesOf(number, text, count) {
  const step = Math.min(9 * HOUR, (10 * 365 * 24 * HOUR) / count);
  const at = new Date(Date.UTC(2015, 0, 1) + number * step).toISOString();
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const post = {
    id,
    type: 'post',
    slug: slugOf(number),
    title: `Jar number ${number}`,
    excerpt: '',
    tags: [`shelf ${number % 20}`, ...(number % 7 === 0 ? ['sweet'] : [])],
    author: '',
    status: 'published',
    publishedAt: at,
    createdAt: at,
    updatedAt: at,
    ...text,
  };
  const address = { id: pathOfPost(number), owner: id, held: true, claimedAt: at };
  return [
    { kind: 'post', record: post, revision: null },
    { kind: 'address', record: address, revision: null },
  ];
}

/** @param {number} seed @param {number} words @returns {string} Markdown */
function textOf(seed, words) {
  const random = randomFrom(seed + 1);
  const pick = (/** @type {any[]} */ list) => list[Math.floor(random() * list.length)];
  const parts = [];
  for (let written = 0, part = 0; written < words; part++) {
    const length = Math.min(60 + Math.floor(random() * 60), words - written);
    const said = Array.from({ length }, () => pick(vocabulary)).join(' ');
    if (part % 5 === 2) parts.push(`## ${pick(vocabulary)} and ${pick(vocabulary)}`);
    if (part % 2 === 1) parts.push(`\`\`\`${pick(code)}\n\`\`\``);
    parts.push(part % 6 === 4 ? `- ${said.replaceAll(' and ', '\n- ')}` : `${said}.`);
    written += length;
  }
  return `${parts.join('\n\n')}\n`;
}
