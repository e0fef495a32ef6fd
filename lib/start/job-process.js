import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemClock } from '../base/clock.js';
import { isSystemError, LarderError } from '../base/errors.js';
import { exportBlog } from '../exchange/export/export-blog.js';
import { exportZip } from '../exchange/export/zip.js';
import { forecastImport } from '../exchange/import/forecast.js';
import { importBlog } from '../exchange/import/importer.js';
import { unzip } from '../exchange/import/unzip.js';
import { createLog } from '../base/log.js';
import { TextWork } from '../markup/text-work.js';
import { openBlog } from './open-blog.js';
import { tuneRuntime } from './tune-runtime.js';
import { writeWhole } from '../store/backup-file.js';
import { openStore } from '../store/open.js';
import { overlay } from '../store/overlay.js';
/** @import { ErrorCode } from '../base/errors.js' */
/** @import { Report } from '../exchange/import/run.js' */
/** @import { Message, Task, TaskConfig } from '../exchange/jobs/task.js' */
/** @import { OpenBlog } from './open-blog.js' */

/** A process for one task of the admin pages. */

/** Milliseconds from one message about the progress to the next. */
const PAUSE = 100;

/**
 * Milliseconds for one long text. Nobody waits for it, and readers come first: on a busy server it takes several times
 * as long.
 */
const TIME_LIMIT = 120_000;

/** Where a ZIP is unpacked, in the folder of the task. */
const FILES = 'files';

/** The first bytes of a ZIP. */
const ZIP = 'PK\x03\x04';

tuneRuntime();
process.once('disconnect', () => process.exit());
process.once('message', async (/** @type {Task} */ task) => {
  process.send?.(await answerTo(task), () => process.disconnect());
});

/** @param {Task} task @returns {Promise<Message>} */
async function answerTo(task) {
  const { folder } = task;
  try {
    return { result: (await tasks[task.name](task)) ?? null };
  } catch (error) {
    const { message, stack = message } = /** @type {Error} */ (error);
    const failed = (/** @type {ErrorCode} */ code, /** @type {string} */ text) => ({
      failed: { code, message: withoutFolder(text, folder) },
    });
    if (error instanceof LarderError) return failed(error.code, message);
    if (isSystemError(error))
      return failed('unavailable', `The server could not do it: ${message}`);
    return failed('internal', stack);
  }
}

/** @type {Record<Task['name'], (task: any) => Promise<unknown>>} */
const tasks = {
  async check({ config, folder, path: upload, permalink }) {
    const path = await unpack(upload, folder);
    const options = {
      path,
      permalink: permalink || undefined,
      within: folder,
      report: reportOn(folder, 'imports.checking'),
    };
    const inDryBlog = blogOpener(config, overlay);
    return { path, forecast: await inDryBlog((blog) => forecastImport({ ...options, blog })) };
  },
  import: ({ config, folder, path, permalink }) => {
    const options = { path, permalink: permalink || undefined, within: folder };
    return blogOpener(config)(({ content }) =>
      importBlog({ ...options, content, report: reportOn(folder, 'imports.importing') }),
    );
  },
  export: ({ config }) =>
    blogOpener(config)(({ store, index }) => {
      const target = exportZip(output(), new Date(systemClock.now()));
      return exportBlog({ target, store, index, progress: () => {} });
    }),
  backup: backUp,
};

/**
 * @param {TaskConfig} config
 * @param {typeof overlay} [wrapStore]
 * @returns {<T>(use: (blog: OpenBlog) => Promise<T>) => Promise<T>} opens the blog, and closes it
 */
const blogOpener = (config, wrapStore) => async (use) => {
  const [clock, log] = [systemClock, createLog(config.logLevel)];
  const texts = new TextWork({ clock, timeLimit: TIME_LIMIT });
  const deps = { clock, log, texts, wrapStore, create: false };
  const blog = await openBlog({ ...config, cacheMaxBytes: 0 }, deps);
  try {
    return await use(blog);
  } finally {
    await blog.close();
  }
};

/**
 * @param {string} upload  or what was unpacked before
 * @param {string} folder
 * @returns {Promise<string>} the path of what is to be imported
 */
async function unpack(upload, folder) {
  if (!(await isZip(upload))) return upload;
  const files = join(folder, FILES);
  await mkdir(files, { mode: 0o700 });
  const path = await unzip(upload, files, reportOn(folder, 'imports.unpacking'));
  await rm(upload);
  return path;
}

/** @param {string} path */
async function isZip(path) {
  const file = await open(path);
  try {
    if (!(await file.stat()).isFile()) return false;
    const { buffer } = await file.read(Buffer.alloc(ZIP.length), 0, ZIP.length, 0);
    return buffer.toString('latin1') === ZIP;
  } finally {
    await file.close();
  }
}

/** @param {Task} task */
async function backUp({ config, folder }) {
  const file = join(folder, 'backup.db');
  const deps = { clock: systemClock, log: createLog(config.logLevel), create: false };
  const store = await openStore(config.storeUrl, deps);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeWhole(file, (path) => store.backup(path));
    await pipeline(createReadStream(file), output());
  } finally {
    await store.close();
    await rm(file, { force: true });
  }
}

/** The process’s standard output, of which not more is written than is read. */
const output = () => createWriteStream('', { fd: 1 });

/** @param {string} folder @param {string} what @returns {Report} */
function reportOn(folder, what) {
  let last = -Infinity;
  const record = (/** @type {string} */ file, /** @type {string} */ text, isRefused = false) =>
    void process.send?.({ note: { file, text: withoutFolder(text, folder), isRefused } });
  return {
    progress(done, total) {
      const now = systemClock.now();
      if (done < total && now < last + PAUSE) return;
      last = now;
      process.send?.({ progress: { what, done, total } });
    },
    warning: (file, text) => record(file, text),
    refusal: (file, text) => record(file, text, true),
  };
}

/** Where files lie for a while tells owners nothing. @param {string} text @param {string} folder */
const withoutFolder = (text, folder) =>
  text
    .replaceAll(join(folder, FILES), folder)
    .replaceAll(`${folder}/`, '')
    .replaceAll(folder, 'The ZIP');
