import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

/**
 * Readers of a blog of `writePosts`, who come back for its pages by kept connections.
 * @param {string} url  of its server
 * @param {{ readers: number, posts: number, seconds: number }} how
 */
export async function openReaders(url, { readers, posts, seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  const paths = ['', ...Array.from({ length: posts }, (_, place) => `post/jar-${place + 1}`)];
  // All pages are ready.
  for (const path of paths) await get(path);
  return { read, close: () => agent.destroy() };

  /** @returns {Promise<number[]>} how long each answer took, in milliseconds */
  async function read() {
    const end = performance.now() + seconds * 1000;
    /** @type {number[]} */
    const latencies = [];
    await Promise.all(
      Array.from({ length: readers }, async (_, reader) => {
        for (let turn = reader; performance.now() < end; turn += 17) {
          const start = performance.now();
          await get(paths[turn % paths.length]);
          latencies.push(performance.now() - start);
          await setTimeout(5);
        }
      }),
    );
    return latencies;
  }

  /** @param {string} path @returns {Promise<void>} */
  function get(path) {
    return new Promise((resolve, reject) => {
      request(url + path, { agent }, (answer) => answer.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });
  }
}
