#!/usr/bin/env node
/**
 * Breaks the clearing on purpose, one thing at a time, and shows that each is caught. It finds by itself: every rule of
 * lib/changes/invalidation.js, every kind of key that a page depends on in an unbroken run, every cause of every typed store; these the
 * questions or the model have to see. mutants.js has breaks of the source besides, in index, lists, replay, reader, refresh, feed and warm start:
 * they are made in a copy of the project, and the model has to see them, or that of the bad feed, or the tests of the cache. Words
 * behind the command leave all but those with one of them in their names.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { typedStores } from '../../lib/changes/typed-stores.js';
import * as clearing from '../../lib/changes/invalidation.js';
import { checkQuestions } from '../changes/index/questions.js';
import { breakOnce } from '../support/break-once.js';
import { mutants } from './mutants.js';
import { runModel } from './run.js';
import { World } from './world.js';

/** Dependencies that nothing shows to be needed, of one route or of all, and why. @type {Record<string, string>} */
const redundant = {
  'setting:theme': 'another theme has another style sheet, which each page names',
  '/post/:slug/card.png: derived': 'it shows the whole title, whose first letter that is',
  '/:slug: link': 'the text of a page is touched whenever its link is',
  '/subscribe: link': 'the same, of the page that takes its place',
};

/** Steps within which a break must show, from one of the seeds: what needs three rare steps in a row may not be met from the first. */
const STEPS = 6000;
const SEED = 20_000;
const SEEDS = [SEED, 30_000, 40_000];
/** Of questions. The rarest break, of a year's pages by a time zone, shows after some 80. */
const HISTORIES = 150;
/** Milliseconds that one judge may take on a busy machine. */
const LONGEST = 900_000;

const project = fileURLToPath(new URL('../..', import.meta.url));
/** With bench, of which the tests take some. */
const folders = [
  'lib',
  'controllers',
  'views',
  'public',
  'themes',
  'words',
  'test',
  'docs',
  'bench',
];
const files = ['app.js', 'package.json', 'npm-shrinkwrap.json', 'README.md', 'tsconfig.json'];

/** What a break of the source must be seen by: the quickest first. @type {[name: string, args: string[]][]} */
const judges = [
  [
    'tests',
    [
      'node_modules/mocha/bin/mocha.js',
      '--no-config',
      '--bail',
      '--timeout',
      '60000',
      'test/cache/*.test.js',
      'test/changes/*.test.js',
      'test/changes/index/*.test.js',
      'test/base/*.test.js',
      'test/http/conditional.test.js',
      'test/http/source.test.js',
      'test/networks/*.test.js',
      'test/store/sqlite-changes.test.js',
    ],
  ],
  ['model', ['test/model/once.js', '4000', String(SEED)]],
  ['bad feed', ['test/model/once.js', '1500', String(SEED), 'elsewhere']],
];

/** @typedef {{ name: string, survives?: string, run: () => Promise<string | null> }} Break `run` answers what caught it */

const folder = await mkdtemp(join(tmpdir(), 'larder-sabotage-'));
const words = process.argv.slice(2);
let databases = 0;
const misses = [];
const isWanted = (/** @type {{ name: string }} */ { name }) =>
  words.length === 0 || words.some((word) => name.includes(word));
let tried = 0;
for await (const each of allBreaks()) {
  if (!isWanted(each)) continue;
  tried++;
  const { name, survives, run } = each;
  const caught = await run();
  if (!caught && !survives) misses.push(name);
  const fate = caught ?? (survives ? `survives: ${survives}` : 'MISSED');
  process.stdout.write(`${name}\n    ${fate}\n`);
}
await rm(folder, { recursive: true });
process.stdout.write(`${tried} breaks tried, ${misses.length} missed\n`);
process.exitCode = misses.length === 0 ? 0 : 1;

async function* allBreaks() {
  yield* breaksOfSource();
  yield* breaksOfRules();
  yield* breaksOfStores();
  yield* await breaksOfDependencies();
}

/** @returns {Break[]} */
function breaksOfSource() {
  const copy = join(folder, 'copy');
  for (const part of [...folders, ...files])
    cpSync(join(project, part), join(copy, part), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));
  // Tests that cannot even be loaded there would see every break.
  const [[, args]] = judges;
  execFileSync(process.execPath, [...args, '--dry-run'], { cwd: copy, stdio: 'pipe' });
  return mutants.map(({ file, name, from, to, survives }) => ({
    name: `${file}: ${name}`,
    survives,
    async run() {
      const text = readFileSync(join(project, file), 'utf8');
      writeFileSync(join(copy, file), breakOnce(text, from, to));
      try {
        return await firstThatSees(copy);
      } finally {
        writeFileSync(join(copy, file), text);
      }
    },
  }));
}

/** @param {string} copy @returns {Promise<string | null>} */
async function firstThatSees(copy) {
  for (const [judge, args] of judges) {
    const child = spawn(process.execPath, args, { cwd: copy, timeout: LONGEST });
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.resume();
    const [code] = await once(child, 'close');
    // One that did not come to an end has seen nothing: the machine may be slow.
    if (code === 0 || code === null) continue;
    const failed = /^ +1\) (.*)$/m.exec(said)?.[1] ?? said.trim().split('\n')[0];
    return `${judge}, ${failed.slice(0, 120)}`;
  }
  return null;
}

/** @param {() => void} apply @param {() => void} undo @returns {() => Promise<string | null>} */
function between(apply, undo) {
  return async () => {
    apply();
    try {
      if (isAskedInVain()) return 'questions';
      const steps = await stepsUntilCaught();
      return steps === null ? null : `model, after ${steps} steps`;
    } finally {
      undo();
    }
  };
}

/** @returns {boolean} whether a question has another answer, and no key of it was touched */
function isAskedInVain() {
  try {
    checkQuestions({ seed: SEED, histories: HISTORIES, shrink: false });
    return false;
  } catch {
    return true;
  }
}

/** @returns {Promise<number | null>} null when the model saw nothing wrong */
async function stepsUntilCaught() {
  let [before, seen] = [0, 0];
  try {
    for (const seed of SEEDS) {
      await run(STEPS, (world) => (seen = before + world.steps), seed);
      before = seen;
    }
    return null;
  } catch {
    return seen;
  }
}

/** @param {number} steps @param {(world: World) => void} onStep @param {number} [seed] */
function run(steps, onStep, seed = SEED) {
  const storeUrl = `sqlite:${join(folder, `${++databases}.db`)}`;
  return runModel({ storeUrl, steps, seed, shrink: false, onStep });
}

/** @returns {Break[]} */
function breaksOfRules() {
  /** @type {[string, Record<string, Function>][]} */
  const tables = /** @type {any} */ (Object.entries(clearing));
  return tables
    .filter(([name]) => name.endsWith('Rules'))
    .flatMap(([table, rules]) =>
      Object.entries(rules).map(([name, rule]) => ({
        name: `${table}.${name} touches nothing`,
        run: between(
          () => void (rules[name] = () => []),
          () => void (rules[name] = rule),
        ),
      })),
    );
}

/** @returns {Break[]} */
function breaksOfStores() {
  return Object.entries(typedStores).flatMap(([name, store]) => {
    const { clearedBy } = store;
    return clearedBy.map((cause) => ({
      name: `${name} is not cleared by ${cause}`,
      run: between(
        () => void (store.clearedBy = clearedBy.filter((each) => each !== cause)),
        () => void (store.clearedBy = clearedBy),
      ),
    }));
  });
}

/** @returns {Promise<Break[]>} one for each kind of key on which the pages of a route depend */
async function breaksOfDependencies() {
  /** @type {Set<string>} as 'route: key' */
  const found = new Set();
  const { needs } = await run(STEPS, (world) => {
    if (world.steps > 1000) return;
    for (const dependency of world.dependencies()) found.add(dependency);
  });
  return [...found].map((dependency) => ({
    name: `${dependency} is not named`,
    survives: reasonToSurvive(dependency),
    run: () => whatMisses(dependency, needs.found.get(dependency)),
  }));
}

/**
 * @param {string} dependency
 * @param {number} [step]  in which a page that changed was cleared by it alone: that shows it, without a run of its own
 */
async function whatMisses(dependency, step) {
  if (step !== undefined) return `model, a page of step ${step}`;
  if (reasonToSurvive(dependency)) return null;
  World.forget = dependency;
  const steps = await stepsUntilCaught();
  World.forget = '';
  return steps === null ? null : `model, after ${steps} steps`;
}

/** @param {string} dependency @returns {string | undefined} why nothing need miss it */
function reasonToSurvive(dependency) {
  return redundant[dependency] ?? redundant[dependency.slice(dependency.indexOf(': ') + 2)];
}
