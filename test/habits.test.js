import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settings as acceleratorSettings } from '../lib/accelerator/config.js';
import { settings } from '../lib/start/config.js';
import { listFiles } from '../lib/base/files.js';
import { describeSettings } from '../lib/base/read-settings.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
const below = (/** @type {string} */ folder, ending = '') =>
  listFiles(join(root, folder), ending)
    .map((file) => `${folder}/${file}`)
    .filter((path) => !path.includes('node_modules/'));

/** A comment that has lines of its own. Those inside an expression are no harm to what is looked for here. */
const comment = /^[ \t]*(?:\/\*[\s\S]*?\*\/[ \t]*$|\/\/.*$)/gm;
const code = (/** @type {string} */ path) => read(path).replace(comment, '');

/** Made from editor/. @param {string} path */
const isMade = (path) => path === 'public/admin/write.js';

const engine = ['app.js', ...below('lib', '.js'), ...below('controllers', '.js')];
const production = [...engine, ...below('public', '.js')];
const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...below('docs', '.md')];

const ABOUT_THE_BLOG = ['content', 'people', 'mail', 'statistics', 'search', 'exchange'];

/** Which other rooms each room of the house may import. `controllers` is beside lib/. @type {Record<string, string[]>} */
const arrows = {
  base: [],
  http: ['base'],
  responses: ['base', 'http'],
  cache: ['base', 'responses'],
  store: ['base'],
  markup: ['base', 'store'],
  changes: ['base', 'responses', 'cache', 'store', 'markup'],
  content: ['base', 'store', 'markup', 'changes'],
  people: ['base', 'store', 'changes', 'content'],
  mail: ['base', 'store', 'markup', 'changes', 'content', 'people'],
  statistics: ['base', 'http', 'responses', 'cache', 'store', 'changes'],
  search: ['base', 'store', 'markup', 'changes'],
  exchange: ['base', 'store', 'markup', 'changes', 'content', 'people', 'mail'],
  accelerator: ['base', 'http', 'responses', 'cache'],
  networks: ['base', 'http', 'responses', 'cache', 'store', 'changes'],
  views: ['base', 'store', 'markup', 'changes', ...ABOUT_THE_BLOG],
  controllers: [
    'base',
    'http',
    'responses',
    'store',
    'markup',
    'changes',
    ...ABOUT_THE_BLOG,
    'networks',
    'views',
  ],
  router: [
    'base',
    'http',
    'responses',
    'cache',
    'store',
    'changes',
    ...ABOUT_THE_BLOG,
    'views',
    'controllers',
  ],
  start: [
    'base',
    'http',
    'responses',
    'cache',
    'store',
    'markup',
    'changes',
    ...ABOUT_THE_BLOG,
    'accelerator',
    'networks',
    'views',
    'router',
  ],
};

describe('The source code', () => {
  it('has no file of more than 300 lines of code', () => {
    const long = production.filter((path) => linesOf(path) > 300);
    assert.deepEqual(long, []);
  });

  it('has no import cycle between files', () => {
    assert.deepEqual(
      engine.flatMap((path) => wayBackTo(path) ?? []),
      [],
    );
  });

  it('has at most eighteen rooms, and nothing beside them under lib/', () => {
    const rooms = new Set(engine.map((path) => /^lib\/([^/]+)/.exec(path)?.[1] ?? ''));
    assert.deepEqual([...rooms].sort(), ['', ...Object.keys(arrows)].filter(isUnderLib).sort());
    assert.ok(rooms.size - 1 <= 18);
  });

  it('has no import from one room into another but those of the table, types included', () => {
    const others = engine.flatMap((path) =>
      [...importsOf(path), ...laterImportsOf(path), ...typesOf(path)]
        .filter((target) => !mayImport(roomOf(path), roomOf(target)))
        .map((target) => `${path} → ${target}`),
    );
    assert.deepEqual(others, []);
  });

  it('has a table of arrows that all point back, so that there is no cycle', () => {
    const rooms = Object.keys(arrows);
    for (const [place, room] of rooms.entries())
      assert.deepEqual(
        arrows[room].filter((other) => rooms.indexOf(other) >= place),
        [],
      );
  });

  it('spreads no object that could be written in its place', () => {
    const files = [...production, ...below('editor', '.js'), ...below('test', '.js')];
    const spread = files.filter((path) => !isMade(path) && read(path).includes('...' + '{'));
    assert.deepEqual(spread, []);
  });

  it('has comments of at most 120 characters a line, but for imports of types', () => {
    const isLong = (/** @type {string} */ line) =>
      line.length > 120 && /^ *(?:\/?\*|\/\/)/.test(line) && !line.includes('@import');
    const files = [...production, ...below('editor', '.js')].filter((path) => !isMade(path));
    const long = files.flatMap((path) => read(path).split('\n').filter(isLong));
    assert.deepEqual(long, []);
  });

  it('reads the environment only in app.js', () => {
    assert.deepEqual(where(/process\.env|\benv\b.*= process\b/), ['app.js']);
  });

  it('has a template for each view that a controller shows', () => {
    const shown = below('controllers', '.js').flatMap((path) =>
      [...code(path).matchAll(/\bview: '([^']+)'/g)].map(([, view]) => `views/${view}.mustache`),
    );
    assert.ok(shown.length > 40);
    assert.deepEqual(
      shown.filter((path) => !existsSync(join(root, path))),
      [],
    );
  });

  it('normalises Unicode only in lib/base/unicode.js, which cuts long runs of marks', () => {
    assert.deepEqual(where(/\.normalize\(/), ['lib/base/unicode.js']);
  });

  it('never calls Date.now() or Math.random()', () => {
    assert.deepEqual(where(/\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/), []);
  });

  it('listens with no async function but in processes of one task: nobody would catch its failure', () => {
    const listens = where(/\.(?:on|once|(?:prepend|add)\w*Listener)\([^,()]+,\s*async\b/);
    assert.deepEqual(
      listens.filter((path) => !path.endsWith('-process.js')),
      [],
    );
  });

  it('takes what node:http emits beside requests at the front door, where it waits for its turn', () => {
    const events = /\.on(?:ce)?\(\s*'(?:upgrade|checkContinue|checkExpectation|clientError)'/;
    assert.deepEqual(where(events), ['lib/http/door.js']);
    assert.deepEqual(where(/server\.on(?:ce)?\(\s*'connect'/), ['lib/http/door.js']);
  });

  it('has no TODO and silences no checker', () => {
    const marks = ['TODO', 'FIXME', 'eslint-disable', '@ts-ignore', '@ts-nocheck'];
    const found = production.filter((path) => marks.some((mark) => read(path).includes(mark)));
    assert.deepEqual(found, []);
  });

  it('names no package registry', () => {
    const host =
      /\bregistry\.[\w-]+\.\w+|npmjs\.(?:org|com)|npmmirror\.|yarnpkg\.|"resolved": *"http/;
    const folders = [
      'bench',
      'controllers',
      'docs',
      'lib',
      'public',
      'test',
      'themes',
      'words',
      'views',
      '.ci',
    ];
    const single = ['app.js', 'package.json', 'npm-shrinkwrap.json', '.npmrc', 'README.md'];
    const text = /(^|\/)[^/.]*$|\.(js|cjs|json|md|mustache|css|service|txt|yml)$|file$/;
    const files = [...single, ...folders.flatMap((folder) => below(folder))];
    assert.deepEqual(
      files.filter((path) => text.test(path) && host.test(read(path))),
      [],
    );
  });
});

describe('The documentation', () => {
  for (const [document, table] of /** @type {const} */ ([
    ['docs/settings.md', settings],
    ['docs/accelerator.md', acceleratorSettings],
  ]))
    it(`lists every setting in ${document} as --help does`, () => {
      const rows = read(document).replace(/ +/g, ' ');
      for (const line of describeSettings(table).split('\n')) {
        const [, name, help, fallback = ''] = /^ {2}(\S+) +(\S.*?)(?: \[(.*)\])?$/.exec(line) ?? [];
        const row = `| \`${name}\` | ${fallback ? `\`${fallback}\` ` : ''}| ${help} |`;
        assert.ok(rows.includes(row), `${document} lacks the row ${row}`);
      }
    });

  it('names every command', () => {
    const names = [...code('app.js').matchAll(/usage: '(\w+)/g)].map(([, name]) => name);
    assert.ok(names.length > 3);
    const unnamed = names.filter(
      (name) => !read('docs/settings.md').includes(`node app.js ${name}`),
    );
    assert.deepEqual(unnamed, ['serve']);
  });

  it('has no broken link', () => {
    const broken = documents.flatMap((path) =>
      linksOf(path)
        .filter((link) => !existsSync(join(root, dirname(path), link)))
        .map((link) => `${path}: ${link}`),
    );
    assert.deepEqual(broken, []);
  });

  it('names no source file that does not exist', () => {
    const named = /`((?:lib|controllers|views|public|test|bench|docs)\/[\w./-]+\.\w+)`/g;
    const gone = documents
      .filter((path) => !path.endsWith('CHANGELOG.md'))
      .flatMap((path) => [...read(path).matchAll(named)].map(([, file]) => file))
      .filter((file) => !existsSync(join(root, file)));
    assert.deepEqual(gone, []);
  });

  it('lists every package that is used, and no other', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
      read('package.json'),
    );
    const rows = [...read('docs/dev/dependencies.md').matchAll(/^\| `([^`]+)` /gm)].map(
      ([, name]) => name,
    );
    const used = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    assert.deepEqual(rows.sort(), used.sort());
  });
});

/** @param {string} path @returns {number} without comments and empty lines */
const linesOf = (path) =>
  code(path)
    .split('\n')
    .filter((line) => line.trim() !== '').length;

/** @param {RegExp} pattern @returns {string[]} the files of the engine in whose code it is found */
const where = (pattern) => engine.filter((path) => pattern.test(code(path)));

/** @param {string} path @returns {string[]} what it imports of ours when it is loaded */
const importsOf = (path) =>
  [...code(path).matchAll(/^(?:import|export)\s(?:[^'";]*\sfrom\s)?'(\.[^']+)'/gm)].map(
    ([, target]) => join(dirname(path), target),
  );

/** @param {string} path @returns {string[]} what its types name of ours */
const typesOf = (path) =>
  [...read(path).matchAll(/\bimport\('(\.[^']+)'\)|@import [^'\n]*from '(\.[^']+)'/g)].map(
    ([, inline, named]) => join(dirname(path), inline ?? named),
  );

/** @param {string} path @returns {string[]} what it imports of ours once it is needed */
const laterImportsOf = (path) =>
  [...code(path).matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, target]) =>
    join(dirname(path), target),
  );

/** @param {string} path @returns {string} the folder below lib/ that it is in, controllers, or the file itself */
const roomOf = (path) => /^(?:lib\/)?([^/]+)\//.exec(path)?.[1] ?? path;

/** @param {string} room @param {string} other */
const mayImport = (room, other) =>
  room === other || room === 'app.js' || other === 'package.json' || arrows[room].includes(other);

/** @param {string} room */
const isUnderLib = (room) => room !== 'controllers';

/** @param {string} path @param {(path: string) => string[]} [nextOf] @returns {string | null} the files in between, when it imports itself */
function wayBackTo(path, nextOf = importsOf) {
  const seen = new Set();
  const ways = nextOf(path).map((next) => [path, next]);
  for (const way of ways) {
    const last = /** @type {string} */ (way.at(-1));
    if (last === path) return way.join(' → ');
    if (seen.has(last)) continue;
    seen.add(last);
    ways.push(...nextOf(last).map((next) => [...way, next]));
  }
  return null;
}

/** @param {string} path @returns {string[]} of files in this repository, without anchors */
const linksOf = (path) =>
  [...read(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link.split('#', 1)[0])
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link) && !link.startsWith('/'));
