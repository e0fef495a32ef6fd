import { Resolver } from 'node:dns/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { LarderError } from '../../base/errors.js';
import { originOf } from '../../http/request-target.js';
import { inspectStore } from '../../store/inspect.js';
import { openStore } from '../../store/open.js';
import { checkBlog } from './doctor/check-blog.js';
import { checkCache } from './doctor/check-cache.js';
import { readAcceleratorConfig } from '../../accelerator/config.js';
import { checkCacheFolder } from './doctor/check-cache-folder.js';
import { checkCertificate } from './doctor/check-certificate.js';
import { adviceOnWorkers, checkConfig } from './doctor/check-config.js';
import { checkDerived } from './doctor/check-derived.js';
import { checkSender } from './doctor/check-sender.js';
import { checkSystem } from './doctor/check-system.js';
import { checkPasskeys } from './doctor/check-passkeys.js';
import { checkPlaces } from './doctor/check-places.js';
import { unknownSettings } from '../unknown-settings.js';
import { tryWrite } from './doctor/try-write.js';
import { settleRecords } from './doctor/settle-records.js';
import { askForPassword } from './password-prompt.js';
/** @import { Problem } from '../../store/inspect.js' */
/** @import { Context, Run } from './types.js' */

/** Of problems with the same remedy so many are told one by one. */
const reported = 20;

const USAGE = `Usage: node app.js doctor
       node app.js doctor --settle
       node app.js doctor --cache [URL]
       node app.js doctor --accelerator

--settle        resolve conflicts in a CouchDB cluster: the version that readers see stays, others of a post go to its
                history, and those of other records to settled.jsonl in this folder
--cache         compare all pages cached by the running blog at URL with fresh ones; needs an owner’s API token
--accelerator   check what an accelerator with these settings needs: its origin, peers or shared engine,
                certificate and folder
`;

/**
 * `doctor`: checks the settings, the store and every record, and says of each problem what to do; with `--cache` it
 * checks what a running blog keeps instead, with `--accelerator` what an accelerator needs. Without `--settle` it
 * changes no record, but writes one of its own, and removes it.
 *
 * @type {Run}
 */
export async function run(args, context) {
  const { stdout, stderr } = context;
  const options = parse(args);
  if (!options) {
    stderr.write(USAGE);
    return 2;
  }
  const { problems, notes = [], checked } = await examine(options, context);
  for (const line of report(problems)) stdout.write(`${printable(line)}\n`);
  stdout.write(
    problems.length > 0
      ? `Problems: ${problems.length}. Checked: ${checked}.\n`
      : `No problems found. Checked: ${checked}.\n`,
  );
  for (const record of notes) stdout.write(record);
  return problems.length > 0 ? 1 : 0;
}

/**
 * @param {{ cache: boolean, accelerator: boolean, settle: boolean, url: string }} options
 * @param {Context} context
 * @returns {Promise<{ problems: Problem[], notes?: string[], checked: string }>}
 */
async function examine({ cache, accelerator, settle, url }, context) {
  if (cache) return examineCache(url, context);
  if (!accelerator) return examineStore(context, settle);
  const { checkAccelerator } = await import('./doctor/check-accelerator.js');
  return checkAccelerator(readAcceleratorConfig(context.env), context.clock.now());
}

/** @param {string[]} args */
function parse(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        cache: { type: 'boolean', default: false },
        accelerator: { type: 'boolean', default: false },
        settle: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [url = '', ...rest] = positionals;
    const isUrl = url === '' || (/^https?:/.test(url) && URL.canParse(url));
    if (rest.length > 0 || !isUrl || (url && !values.cache)) return null;
    const { cache, accelerator, settle } = values;
    if ([cache, accelerator, settle].filter(Boolean).length > 1) return null;
    return { ...values, url };
  } catch {
    return null;
  }
}

/** @param {string} url '' for the one of the settings @param {Context} context */
async function examineCache(url, { config, stdin, stderr }) {
  const { baseUrl, host, port } = config;
  const address = url ? new URL(url).origin : baseUrl || originOf(host, port);
  const token =
    config.apiToken ||
    (await askForPassword({ stdin, stderr }, `API token of an owner of ${address}: `));
  const onProgress = (/** @type {number} */ done) => {
    if (stderr.isTTY) stderr.write(`\r${done} pages compared`);
  };
  const result = await checkCache(address, token.trim(), onProgress);
  if (stderr.isTTY) stderr.write('\r\x1b[K');
  return result;
}

/** @param {Context} context @param {boolean} settle */
async function examineStore(context, settle) {
  const { config, env, envFile, clock, log } = context;
  const unknown = await unknownSettings(env, envFile);
  const places = await checkPlaces(config, clock.now());
  const certificate = checkCertificate(config, clock.now());
  /** @type {Problem[]} */
  const problems = [...checkConfig(config, unknown), ...places.problems, ...certificate.problems];
  /** @type {string[]} */
  let notes = [];
  /** @type {string[]} */
  const settledNotes = [];
  let checked = 'nothing, because the store cannot be opened';
  try {
    const store = await openStore(config.storeUrl, { clock, log, create: false });
    try {
      problems.push(...(await tryWrite(store, clock.now())));
      if (settle) {
        const { settled, problems: left } = await settleRecords(store, context);
        problems.push(...left);
        settledNotes.push(...settled.map((line) => `${printable(line)}\n`));
      }
      problems.push(...(await inspectStore(config.storeUrl, { clock, log })));
      const blog = await checkBlog(store, clock.now());
      problems.push(...(await checkPasskeys(store, config)));
      problems.push(...blog.problems, ...(await checkDerived(config, store, clock.now())));
      checked = blog.checked;
      notes = blog.notes;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
    problems.push({
      what: error.message,
      todo: 'Fix this first, then run doctor again: not everything could be checked.',
    });
  }
  notes.unshift(...settledNotes);
  problems.push(...(await checkCacheFolder(config)));
  const system = await checkSystem(config, clock.now());
  problems.push(...system.problems);
  notes.push(...system.notes);
  const sender = await checkSender(
    config,
    context.dns ?? new Resolver({ timeout: 3000, tries: 2 }),
  );
  problems.push(...sender.problems);
  notes.push(...sender.notes);
  notes.push(certificate.note, places.advice, adviceOnWorkers(config, availableParallelism()));
  return { problems, notes, checked };
}

/**
 * @param {Problem[]} problems
 * @returns {string[]} two lines for each
 */
function report(problems) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const lines = [];
  for (const { what, todo } of problems) {
    const count = (counts.get(todo) ?? 0) + 1;
    counts.set(todo, count);
    if (count <= reported) lines.push(`✗ ${what}`, `  → ${todo}`);
  }
  for (const [todo, count] of counts) {
    if (count > reported) lines.push(`✗ … and ${count - reported} more like this`, `  → ${todo}`);
  }
  return lines;
}

/** What stands in a record must not move the cursor. @param {string} text */
const printable = (text) => text.replace(/\p{Cc}+/gu, ' ');
