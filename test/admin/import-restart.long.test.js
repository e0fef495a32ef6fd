import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import request from 'supertest';
import { zipOf } from '../support/zips.js';
import { eachTest } from '../support/blog.js';
import { parsePage } from '../support/html.js';
import { cookieOf, password } from '../support/people.js';
import { install } from '../support/served.js';

const COUNT = 120;
/** Takes a while to render, so that an import is seen at work before it is done. */
const text = 'Some *jars* of **jam**, and `code`.\n\n'.repeat(15);
const blogZip = zipOf(
  Array.from({ length: COUNT }, (_, number) => ({
    name: `${number}.md`,
    data: `---\ntitle: Jar ${number}\ndate: 2012-03-04\n---\n${text}`,
  })),
);

describe('An import whose server stops', function () {
  // An import gives way to all else that the machine does.
  this.timeout(300_000);
  const { makeFolder } = eachTest();
  /** @type {ReturnType<typeof install>} */
  let larder;
  beforeEach(() => (larder = install(makeFolder())));
  afterEach(() => larder.dispose());

  /** @param {{ url: string }} server */
  async function signIn({ url }) {
    const sent = request(url).post('/admin/login').type('form').send({ name: 'ada', password });
    const cookie = cookieOf(await sent);
    return { open, post, until };

    async function open() {
      return parsePage(await request(url).get('/admin/import').set('Cookie', cookie).expect(200));
    }

    /** @param {string} path @param {Buffer} [file] */
    async function post(path, file) {
      const asked = request(url).post(path).set('Cookie', cookie);
      await (file ? asked.attach('file', file, 'blog.zip') : asked).expect(303);
    }

    /** @param {{ test: (text: string) => boolean }} text */
    async function until(text) {
      for (;;) {
        const page = await open();
        const job = page.text('.job');
        if (text.test(job)) return page;
        assert.doesNotMatch(job, /Imported/, 'It was done before it was seen at work');
        await setTimeout(50);
      }
    }
  }

  it('is told of after a kill and a stop, leaves no files, and continues when the file is uploaded again', async () => {
    let server = await larder.start();
    await larder.command(['user', 'add', 'ada', '--role', 'owner']);
    await larder.command(['user', 'passwd', 'ada'], `${password}\n`);
    let ada = await signIn(server);
    let { unchanged } = await check(ada);
    for (const signal of /** @type {const} */ (['SIGKILL', 'SIGTERM'])) {
      await ada.post('/admin/import/start');
      const known = unchanged;
      // Beyond what it has found here before.
      const isFurther = (/** @type {string} */ text) =>
        Number(/Importing: (\d+) of/.exec(text)?.[1]) > known;
      await ada.until({ test: isFurther });
      await server.stop(signal);
      server = await larder.start();
      ada = await signIn(server);
      const page = await ada.open();
      assert.equal(page.text('h2'), 'Import interrupted');
      assert.match(page.text('.job'), /upload the file again: nothing is imported twice/);
      while (existsSync(join(larder.data, 'cache/import-in-progress'))) await setTimeout(10);
      const before = unchanged;
      ({ unchanged } = await check(ada));
      assert.ok(unchanged > before && unchanged < COUNT, `${before}, ${unchanged}`);
    }
    await ada.post('/admin/import/start');
    const done = await ada.until(/Imported/);
    const counts = `${COUNT - unchanged} new, 0 changed, ${unchanged} unch`;
    assert.match(done.text('.job'), new RegExp(counts));
    await server.stop();
  });

  /** @param {Awaited<ReturnType<typeof signIn>>} ada */
  async function check(ada) {
    await ada.post('/admin/import', blogZip);
    const ready = await ada.until(/Ready to import/);
    const counts = /(\d{1,6}) new, 0 changed, (\d{1,6}) unchanged/.exec(ready.text('.job')) ?? [];
    const [created, unchanged] = counts.slice(1).map(Number);
    assert.equal(created + unchanged, COUNT);
    return { unchanged };
  }
});
