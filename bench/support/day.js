import http from 'node:http';
import { randomFrom } from './random.js';

/**
 * @typedef {object} Day  What readers ask for in a day, and what an author does meanwhile.
 * @property {string[]} posts  paths, the most read first
 * @property {string[]} others  paths of other pages
 */

const CONNECTIONS = 32;
/** Of all requests, the share that writes. */
const WRITES = 0.01;
/** Of all readers' requests, the share for pages that are no posts. */
const OTHERS = 0.35;

/**
 * Plays a day's traffic, the same in every run: few posts get most of the readers (Zipf), most accept gzip, some have
 * been here before; one request in a hundred is an author's, who edits a post through the API.
 * @param {string} url without a slash at the end
 * @param {Day} day
 * @param {{ requests: number, token: string }} options no token: nothing is written
 * @returns {Promise<{ perSecond: number, ms: number, latency: [percent: number, ms: number][], bytes: number }>}
 */
export async function playDay(url, { posts, others }, { requests, token }) {
  const random = randomFrom(7);
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  /** @type {Map<string, string>} */
  const tags = new Map();
  /** @type {number[]} */
  const times = [];
  let bytes = 0;
  let left = requests;
  const start = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, readOn));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    perSecond: requests / seconds,
    ms: times.reduce((sum, time) => sum + time, 0) / times.length,
    latency: [1, 10, 25, 50, 75, 90, 95, 99, 100].map((percent) => [
      percent,
      times[Math.min(times.length - 1, Math.floor((percent / 100) * times.length))],
    ]),
    bytes,
  };

  async function readOn() {
    while (left-- > 0) {
      const [isWrite, isOther, chance, isBack] = [random(), random(), random(), random()];
      if (token && isWrite < WRITES) {
        await edit(posts[Math.floor(chance * Math.min(20, posts.length))]);
        continue;
      }
      const path =
        isOther < OTHERS
          ? others[Math.floor(chance * others.length)]
          : posts[Math.floor(posts.length ** chance) - 1];
      const tag = tags.get(path);
      const own = { 'Accept-Encoding': 'gzip, br;q=0.9' };
      const begun = performance.now();
      const answer = await send(
        'GET',
        path,
        tag && isBack < 0.3 ? { ...own, 'If-None-Match': tag } : own,
      );
      times.push(performance.now() - begun);
      if (answer.status !== 200 && answer.status !== 304)
        throw new Error(`${path} answered ${answer.status}`);
      tags.set(path, answer.etag);
      bytes += answer.body.length;
    }
  }

  /** @param {string} path of a post */
  async function edit(path) {
    const address = `/api/posts/${path.slice('/post/'.length)}`;
    const authorization = { Authorization: `Bearer ${token}` };
    const { body, etag } = await send('GET', address, authorization);
    const { markdown } = JSON.parse(String(body));
    const headers = { ...authorization, 'If-Match': etag, 'Content-Type': 'application/json' };
    // Two may edit the same post at once: then one of them comes too late, as in life.
    await send('PUT', address, headers, JSON.stringify({ markdown: `${markdown}\nOnce more.\n` }));
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {Record<string, string>} headers
   * @param {string} [body]
   * @returns {Promise<{ status: number, etag: string, body: Buffer }>}
   */
  function send(method, path, headers, body) {
    return new Promise((resolve, reject) => {
      const request = http.request(url + path, { method, headers, agent }, async (response) => {
        const chunks = [];
        for await (const chunk of response) chunks.push(chunk);
        const { statusCode: status = 0, headers: received } = response;
        resolve({ status, etag: String(received.etag ?? ''), body: Buffer.concat(chunks) });
      });
      request.on('error', reject);
      request.end(body);
    });
  }
}
