import { deepEqual, equal, match } from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { createProbe } from '../../lib/networks/probe.js';
import { createQuietLog } from '../support/log.js';

describe('A network that says it has forgotten a page', () => {
  /** @param {{ etag?: string, own?: string[], random?: number, since?: string | null }} options */
  async function look({ etag, own = ['W/"new"'], random = 0, since = null }) {
    const log = createQuietLog();
    /** @type {string[]} */
    const asked = [];
    let looks = 0;
    const probe = createProbe({
      networks: [{ kind: 'cloudflare', target: 'zone', name: 'cloudflare:zone' }],
      baseUrl: 'https://blog.example',
      states: () => [
        { network: '', owed: 1, since: looks++ > 2 ? null : since, lastStatus: 200, lagMs: 1 },
      ],
      random: () => random,
      wait: async () => {},
      async ask(url) {
        asked.push(url);
        return { status: 200, text: '', headers: { etag } };
      },
      log,
    });
    probe.note({ key: '/post/oats', dependsOn: ['text:oats'] });
    probe.note({ key: '/post/rye', dependsOn: ['text:rye'] });
    for (const tag of own) {
      probe.compareWith(async () => /** @type {any} */ (tag && { etag: tag }));
      probe.begin(new Set(['text:rye']), Date.parse('2026-11-30T12:00:00Z'));
      for (let turn = 0; turn < 50; turn++) await setImmediate();
    }
    return { asked, log, problem: probe.problems.get('cloudflare:zone') };
  }

  it('is asked for it, now and then, when it was told for the second time', async () => {
    const { asked, problem } = await look({
      etag: '"new-gzip"',
      since: '2026-11-30T11:00:00.000Z',
    });
    deepEqual([asked, problem], [['https://blog.example/post/rye'], undefined]);
    equal((await look({ etag: '"new"', random: 0.02 })).asked.length, 0);
  });

  it('and shows the old one is found out, with what to do', async () => {
    const { asked, problem, log } = await look({ etag: '"old"' });
    equal(asked.length, 2);
    match(problem ?? '', /forgotten \/post\/rye, and still shows an old one: check/);
    equal(log.lines.length, 1);
  });

  it('stays found out until a page is seen that is not old', async () => {
    const [old, now] = ['W/"new"', 'W/"old"'];
    match((await look({ etag: '"old"', own: [old, ''] })).problem ?? '', /still shows an old one/);
    equal((await look({ etag: '"old"', own: [old, now] })).problem, undefined);
  });

  it('is believed when it passes on no tag', async () => {
    equal((await look({})).problem, undefined);
  });
});
