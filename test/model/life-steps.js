import fc from 'fast-check';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run as copy } from '../../lib/start/commands/copy.js';
import { run as importBlog } from '../../lib/start/commands/import.js';
import { openBlog } from '../../lib/start/open-blog.js';
import { slugs, tags } from './addresses.js';
import { silentLog } from './silent-log.js';
/** @import { Step } from './steps.js' */
/** @import { World as WorldWorld } from './world.js' */

/** @typedef {Pick<WorldWorld, 'life'>} World */

/** What an update may bring to a file of the engine or the theme, behind what it holds. */
const files = {
  'engine/views/foot.mustache': '<!-- {{site.title}} -->',
  'engine/views/card.mustache': '<!-- -->',
  'engine/public/style.css': '/* */',
  'engine/lib/words.js': '//',
  'engine/npm-shrinkwrap.json': ' ',
  'theme/views/robots.mustache': '{{site.tagline}} {{site.language}}',
  'theme/views/sitemap.mustache': '<!-- {{site.title}} -->',
  'theme/views/labels.mustache': '<!-- -->',
  'theme/public/icon.svg': '<!-- -->',
};

const HOUR = 3_600_000;
const nowhere = /** @type {any} */ ({ write: () => true });

/** @param {World} world */
const isUp = ({ life }) => life.isUp;
/** Where it can be stopped and started at will. @param {World} world */
const isWhole = ({ life }) => !life.hasBadFeed;
/** @param {World} world */
const hasFile = ({ life }) => isWhole({ life }) && life.file !== null;

/** The life of a server, and of its files. @type {Record<string, Step>} */
export const lifeSteps = {
  stop: {
    weight: 2,
    check: (world) => isWhole(world) && isUp(world),
    input: fc.constant(null),
    tell: () => 'stop the server',
    act: ({ life }) => life.stop(),
  },
  kill: {
    check: (world) => isWhole(world) && isUp(world),
    input: fc.constant(null),
    tell: () => 'kill the server',
    async act(world) {
      await world.life.kill();
      world.forgetDates();
    },
  },
  start: {
    weight: 12,
    check: (world) => !isUp(world),
    input: fc.constant(null),
    tell: () => 'start the server',
    act: (world) => world.start(),
  },
  changeWriter: {
    weight: 2,
    check: (world) => isWhole(world) && isUp(world),
    input: fc.boolean(),
    tell: (isElsewhere) => `let ${isElsewhere ? 'another' : 'the server’s own'} process write`,
    async act({ life }, isElsewhere) {
      life.isElsewhere = isElsewhere;
    },
  },
  update: {
    weight: 2,
    check: isWhole,
    input: fc.constantFrom(.../** @type {(keyof typeof files)[]} */ (Object.keys(files))),
    tell: (path) => `update ${path}`,
    act: async ({ life }, path) =>
      life.update(path, files[/** @type {keyof typeof files} */ (path)]),
  },
  updateSource: {
    check: isWhole,
    input: fc.constant(null),
    tell: () => 'update what is no part of any page but its own',
    act: async ({ life }) => life.updateSource(),
  },
  changeSetup: {
    check: isWhole,
    input: fc.constantFrom(
      ...[{ hasSharp: true }, { hasSharp: false }, { search: 'on' }, { search: 'off' }],
      ...[{ websubHub: '' }, { websubHub: 'https://hub.example/' }],
      ...[{ smtpUrl: '' }, { smtpUrl: 'smtp://mail.example:25' }],
    ),
    tell: (setup) => `set ${JSON.stringify(setup)} for the next start`,
    act: async ({ life }, setup) => void (life.setup = { ...life.setup, ...setup }),
  },
  updateNode: {
    check: isWhole,
    input: fc.constant(null),
    tell: () => 'update Node.js',
    act: async ({ life }) => life.updateNode(),
  },
  setClock: {
    input: fc.constantFrom(-HOUR, HOUR, -90_000, 1500),
    tell: (milliseconds) => `set the clock by ${milliseconds} ms`,
    async act(world, milliseconds) {
      world.now += milliseconds;
    },
  },
  makeBackup: {
    check: hasFile,
    input: fc.constant(null),
    tell: () => 'make a backup',
    act: ({ life }) => life.makeBackup(),
  },
  restoreBackup: {
    check: hasFile,
    input: fc.constant(null),
    tell: () => 'restore the last backup',
    act: ({ life }) => life.restore(),
  },
  copyBackup: {
    check: hasFile,
    input: fc.constant(null),
    tell: () => 'copy the last backup into the store',
    async act({ life }) {
      if (!life.hasBackup) return;
      const args = ['--from', `sqlite:${life.backup}`, '--to', life.config.storeUrl];
      const clock = life.means.clock;
      const outputs = { stdout: nowhere, stderr: nowhere, stdin: nowhere };
      await copy(args, /** @type {any} */ ({ clock, log: silentLog, ...outputs }));
      await life.told();
    },
  },
  copyFile: {
    weight: 4,
    check: (world) => hasFile(world) && !isUp(world),
    input: fc.constantFrom('away', 'back', 'back'),
    tell: (way) => (way === 'away' ? 'copy the database’s file' : 'put the copied file back'),
    act: ({ life }, way) => life.copyFile(way),
  },
  importFolder: {
    check: hasFile,
    input: fc.record({
      slug: fc.constantFrom(...slugs),
      tags: fc.shuffledSubarray(tags, { maxLength: 2 }),
      author: fc.constantFrom('Ada', 'Bo'),
    }),
    tell: ({ slug, author }) => `import the post ${slug} by ${author}`,
    async act(world, { slug, tags, author }) {
      const { life } = world;
      if (world.postCount >= 10) return;
      const folder = join(life.folder, 'import');
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      const matter = JSON.stringify({ title: slug, tags, author, date: '2024-06-15' });
      writeFileSync(join(folder, `${slug}.md`), `---\n${matter}\n---\nFrom elsewhere.\n`);
      const openContent = () => openBlog(life.config, life.means);
      const outputs = { stdout: nowhere, stderr: nowhere };
      await importBlog(
        [folder],
        /** @type {any} */ ({ openContent, clock: life.means.clock, ...outputs }),
      );
      await life.told();
    },
  },
};
