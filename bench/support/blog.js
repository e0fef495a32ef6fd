import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../lib/base/clock.js';
import { readConfig } from '../../lib/start/config.js';
import { createLog } from '../../lib/base/log.js';
import { openBlog } from '../../lib/start/open-blog.js';
/** @import { Content } from '../../lib/content/content.js' */

const ownApp = fileURLToPath(new URL('../../app.js', import.meta.url));

/** @returns {{ path: string, remove: () => Promise<void> }} at once, so that no signal comes between it and what removes it */
export function makeFolder() {
  const path = mkdtempSync(join(tmpdir(), 'larder-bench-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Opens a blog in this process, to write to it.
 * @param {string} storeUrl
 */
export const openForWriting = (storeUrl) =>
  openBlog(readConfig({ STORE_URL: storeUrl, CACHE_MAX_BYTES: '0' }), {
    clock: systemClock,
    log: createLog('error'),
  });

/**
 * Starts the real server in a process of its own.
 * @param {string} storeUrl
 * @param {Record<string, string>} [env]
 * @param {{ confine?: (pid: number) => void, app?: string }} [options] what holds the process to a share of the machine; the
 *   app.js of another checkout
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void>, kill: () => Promise<void> }>}
 *   `url` ends with a slash; `kill` gives it no moment to tidy up
 */
export async function startServer(storeUrl, env = {}, { confine = () => {}, app = ownApp } = {}) {
  const child = spawn(process.execPath, [app], {
    env: { ...process.env, STORE_URL: storeUrl, PORT: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = child.pid ?? 0;
  confine(pid);
  const [line] = await once(child.stdout, 'data');
  const [url] = /** @type {RegExpMatchArray} */ (String(line).match(/http:\S+/));
  return { url, pid, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };

  /** @param {NodeJS.Signals} signal */
  async function end(signal) {
    child.kill(signal);
    await once(child, 'exit');
  }
}

const sentence = 'The jar stands on a cool shelf until the winter comes, and then it is opened. ';

/**
 * Posts that are the same in every run.
 * @param {Content} content
 * @param {number} count
 * @param {number} words in each
 */
export async function writePosts(content, count, words) {
  const code = '```js\nconst jars = shelf.filter((jar) => jar.isFull);\n```\n\n';
  const paragraph = `${sentence.repeat(8)}\n\n`;
  const markdown = `## A beginning\n\n${(paragraph + code).repeat(Math.ceil(words / 130))}`;
  for (let number = 1; number <= count; number++) {
    const day = new Date(Date.UTC(2015, 0, 1) + number * 86_400_000 * 0.4).toISOString();
    await content.savePost({
      title: `Jar number ${number}`,
      slug: `jar-${number}`,
      markdown,
      tags: [`shelf-${number % 20}`],
      status: 'published',
      publishedAt: day,
      updatedAt: day,
    });
    if (number % 100 === 0) process.stderr.write(`\r${number} of ${count} posts`);
  }
  process.stderr.write('\n');
}

/**
 * @param {number[]} values
 * @param {number} share from 0 to 1
 */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
