#!/usr/bin/env node
/** The owner's benchmark: `npm run bench`, and `npm run bench -- --help` for its other forms. */
import { parseArgs } from 'node:util';
import { whenBrokenOff } from './support/broken-off.js';
import { findDriver, modernDriver } from './support/load.js';

const help = `Usage: npm run bench -- [OPTION]

Without an option: Larder beside a bare node:http server and a plain Express route, in the terms of ab, on a
generated blog of 1,000 posts. Takes less than five minutes; writes bench/report.html and bench/report.json.

  --posts N     that many posts
  --words N     words in each [1500]
  --store URL   a copy of that blog (sqlite:FILE), or a database on that CouchDB server; what is there stays as it is
  --accelerator a slow service with and without an accelerator, and a key-value cache beside others
  --cost        memory, a hit, a save and a miss of one blog, in a minute
  --growth      what things cost with 10 to 100,000 posts (to 10,000 in a CouchDB)
  --slow        the server held to a fifth of a core and 256 MB; needs root
  --peers       beside nginx with proxy_cache in front, if there are nginx and wrk: the goals, met or missed
  --statistics  what counting readers costs; needs wrk
  --geo         /geo, asked 5,000 times a second, beside a bare server and behind nginx; needs wrk, nginx and GEO_DB
  --quick       in a minute: the ratios that bench/baseline.json keeps, and what got worse
  --keep        with --quick: keep what was measured as the new baseline
  --help        this text
`;

/** Each in a module of its name. */
const forms = /** @type {const} */ ([
  'accelerator',
  'cost',
  'growth',
  'slow',
  'peers',
  'statistics',
  'geo',
  'quick',
]);

/** What goes on after a break-off could leave something behind. */
const untilSignalled = new Promise(() => {});

process.exitCode = await main(process.argv.slice(2));

/** @param {string[]} args @returns {Promise<number>} the exit code */
async function main(args) {
  const options = read(args);
  if (options === null) return complain(help);
  if (options.help) return say(help);
  const posts = Number(options.posts ?? 1000);
  const words = Number(options.words ?? 1500);
  if (!(posts >= 1 && words >= 1)) return complain('--posts and --words take a number from 1.\n');
  if (process.platform !== 'linux')
    return complain('The benchmark reads CPU time and memory as Linux tells them (/proc).\n');
  const name = forms.find((each) => options[each]) ?? 'usual';
  const { [name]: form } = await import(`./${name}.js`);
  const { later, isOn: isBrokenOff } = whenBrokenOff();
  const driver = await findDriver(process.stderr);
  if (isBrokenOff()) await untilSignalled;
  const tell = progress();
  const choices = { posts, words, storeUrl: options.store ?? '', keep: options.keep ?? false };
  try {
    return await form({ ...choices, driver, modern: modernDriver, tell, say, later });
  } catch (error) {
    // What its servers answer now is of no interest; the signal ends this process.
    if (isBrokenOff()) await untilSignalled;
    throw error;
  } finally {
    tell('');
  }
}

/** @param {string[]} args */
function read(args) {
  const flag = /** @type {const} */ ({ type: 'boolean' });
  const text = /** @type {const} */ ({ type: 'string' });
  const flags = {
    accelerator: flag,
    cost: flag,
    growth: flag,
    slow: flag,
    peers: flag,
    statistics: flag,
    geo: flag,
    quick: flag,
    keep: flag,
    help: flag,
  };
  try {
    return parseArgs({ args, options: { posts: text, words: text, store: text, ...flags } }).values;
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\n\n`);
    return null;
  }
}

/** @returns {(text: string) => void} shows what is being done: in one line on a terminal, else a line each */
function progress() {
  const { stderr } = process;
  let last = '';
  return (text) => {
    if (stderr.isTTY) stderr.write(`\r\x1b[K${text}`);
    else if (text && text.split(' ')[0] !== last) stderr.write(`${text}\n`);
    last = text.split(' ')[0];
  };
}

/** @param {string} text */
function say(text) {
  process.stdout.write(text);
  return 0;
}

/** @param {string} text */
function complain(text) {
  process.stderr.write(text);
  return 2;
}
