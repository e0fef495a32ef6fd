import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportBlog } from '../../../lib/exchange/export/export-blog.js';
import { exportFolder } from '../../../lib/exchange/export/folder.js';
import { shapes } from '../../../lib/content/shapes.js';
import { isError } from '../../../lib/base/errors.js';
import { keysOf } from '../../../lib/base/record-of.js';
import { workshop } from './workshop.js';
/** @import { Schema } from '../../../lib/store/fields.js' */
/** @import { OpenBlog } from './workshop.js' */

const UUID = '11111111-1111-4111-8111-111111111111';
const texts = [
  '',
  'x',
  'true',
  '1',
  'null',
  '~',
  '- "a": \'b\' # c',
  'é 🫙 \u05d0',
  'one\n\ntwo: three',
];

/** Values of what a schema alone does not say. @type {{ [name: string]: unknown[] }} */
const special = {
  language: ['de', 'en-GB', 'no', 'zh-Hans'],
  timeZone: ['Europe/Berlin', 'Asia/Kolkata'],
  navigation: [
    [],
    [{ title: '', url: '/tags' }],
    [
      { title: 'About', url: '/about' },
      { title: '', url: '/archive' },
      { title: '', url: '/subscribe' },
    ],
    [{ title: 'Down here', url: 'https://example.org/?a=b#c', footer: true }],
    [{ title: 'Yes', url: '/tags' }],
  ],
  tagDescriptions: [[], [{ tag: 'no', text: 'A: b\n\nc' }]],
  logo: ['', '/media/0123456789abcdef-jar.png'],
  icon: ['', '/media/0123456789abcdef-jar.svg'],
  securityText: ['', 'Contact: mailto:a@example.org\nExpires: 2027-12-31T00:00:00Z'],
  theme: ['journal', 'notebook', '/media/0123456789abcdef-plain.zip'],
  words: [{}, { reply: 'Answer: “yes”', 'minutes.one': 'One {count}' }, { subscribe: 'no' }],
  accent: ['', '#0f766e'],
  background: ['', '#ffffff'],
  logoDark: ['', '/media/0123456789abcdef-moon.png'],
  pinned: [[], [UUID]],
  frontPage: ['', UUID],
  links: [[], [{ title: 'no', url: 'https://example.org/@a' }]],
  css: ['', 'a { color: red }', '/* a: b */\n\n.x::before { content: "#" }'],
  verification: [[], [{ name: 'google-site-verification', content: 'a: "b"' }]],
  switches: [{}, { airy: true, tone: 'no' }],
};

/** @param {string} name @param {Schema} schema @returns {unknown[]} */
function valuesOf(name, schema) {
  if (special[name]) return special[name];
  if (schema.enum) return [...schema.enum];
  if (schema.type === 'boolean') return [true, false];
  if (schema.type === 'integer') return [schema.minimum, schema.maximum];
  return [...texts, 'm'.repeat(schema.maxLength ?? 0)];
}

/** All values of all settings, by name; of the appearance, one part at a time. */
function rows() {
  const { appearance, ...plain } = shapes.settings;
  /** @type {[string, unknown[]][]} */
  const all = Object.entries(plain).map(([name, schema]) => [name, valuesOf(name, schema)]);
  for (const [name, schema] of Object.entries(appearance.properties))
    all.push([
      `appearance.${name}`,
      valuesOf(name, schema).map((value) => ({ appearance: { [name]: value } })),
    ]);
  return all;
}

describe('An export, an import and an export again', () => {
  const { makeFolder, openEmptyBlog, importInto } = workshop();

  /** @param {OpenBlog} blog */
  async function exported({ store, index }) {
    const path = join(makeFolder(), 'out');
    await exportBlog({ target: exportFolder(path), store, index, progress: () => {} });
    return { path, text: readFileSync(join(path, 'larder.yml'), 'utf8') };
  }

  for (const [name, values] of rows())
    it(`have the same bytes for each value of ${name}`, async () => {
      const seen = new Set();
      for (const value of values) {
        const blog = await openEmptyBlog();
        const changed = name.startsWith('appearance.') ? value : { [name]: value };
        try {
          await blog.content.saveSettings(/** @type {any} */ (changed));
        } catch (error) {
          if (!isError(error, 'invalid')) throw error;
          continue;
        }
        const first = await exported(blog);
        const twin = await openEmptyBlog();
        const { warnings, refusals } = await importInto(twin, first.path);
        deepEqual([warnings, refusals], [[], []], JSON.stringify(value));
        deepEqual((await exported(twin)).text, first.text);
        seen.add(first.text);
      }
      ok(seen.size > 1, 'some values were saved');
    });

  it('know all settings', () => {
    ok(keysOf(special).every((name) => rows().some(([row]) => row.split('.').at(-1) === name)));
  });
});
