import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eachTest } from '../../support/blog.js';
import { error, HOUR, names, setUp as setUpWith } from './set-up.js';

describe('A certificate that is interrupted', () => {
  const { makeFolder } = eachTest();
  /** @param {Parameters<typeof setUpWith>[0]} [options] */
  const setUp = (options) => setUpWith({ folder: join(makeFolder(), 'certificates'), ...options });

  for (const [code, sentence] of /** @type {[string, RegExp][]} */ ([
    ['ENOSPC', /disk is full/],
    ['EACCES', /own the folder/],
    ['EROFS', /can only be read/],
  ]))
    it(`is not asked for when nothing can be written (${code})`, async () => {
      const { certificates, directory, meddleWith } = setUp();
      meddleWith({ write: () => assert.fail(error(code)) });
      await certificates.look();
      assert.deepEqual(directory.asked, []);
      assert.match(certificates.state.problem, sentence);
    });

  it('that cannot be written is brought home later, and not ordered twice', async () => {
    const { clock, certificates, directory, meddleWith } = setUp();
    meddleWith({
      write: (name) => {
        if (name === 'certificate.pem') throw error('ENOSPC');
      },
    });
    await certificates.look();
    assert.match(certificates.state.problem, /disk is full/);
    assert.equal(certificates.certificate, undefined);
    meddleWith({ write: () => {} });
    await clock.tick(HOUR);
    assert.equal(directory.issued, 1);
    assert.equal(certificates.state.problem, '');
  });

  for (const file of ['account.json', 'order.json', 'tries.json', 'certificate.pem'])
    it(`is issued although ${file} is damaged`, async () => {
      const first = setUp();
      await first.certificates.look();
      writeFileSync(join(first.folder, file), '{"key":');
      if (file !== 'certificate.pem') writeFileSync(join(first.folder, 'certificate.pem'), '');
      const next = setUp({ folder: first.folder, clock: first.clock });
      next.certificates.start();
      await next.certificates.look();
      assert.equal(next.certificates.state.problem, '');
      assert.deepEqual(next.certificates.certificate?.names, names);
    });

  for (const file of ['account.json', 'order.json'])
    it(`is issued although the key in ${file} is damaged`, async () => {
      const first = setUp();
      first.meddleWith({
        write: (name) => {
          if (name === 'certificate.pem') throw error('ENOSPC');
        },
      });
      await first.certificates.look();
      const path = join(first.folder, file);
      const damaged = { ...JSON.parse(readFileSync(path, 'utf8')), key: 'no key' };
      writeFileSync(path, JSON.stringify(damaged));
      const { folder, clock, directory } = first;
      const next = setUp({ folder, clock, directory });
      await next.certificates.look();
      assert.equal(next.certificates.state.problem, '');
      assert.deepEqual(next.certificates.certificate?.names, names);
    });

  it('is not waited for by who stops in the middle of a try', async () => {
    const { certificates, directory } = setUp();
    directory.fetch = (/** @type {any} */ _url, /** @type {any} */ { signal } = {}) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    certificates.start();
    await certificates.close();
    assert.equal(certificates.state.problem, '');
  });

  it('comes in the end, wherever the process is killed on the way', async () => {
    /** @type {string[]} */
    const steps = [];
    const probe = setUp();
    probe.onStep((step) => void steps.push(step));
    await probe.certificates.look();
    assert.ok(steps.length > 15, steps.join());
    for (let last = 0; last < steps.length; last++)
      for (const isDone of [false, true]) {
        const { clock, certificates, folder, directory, onStep } = setUp();
        let count = 0;
        // As after kill -9, nothing more is done: neither asked nor written.
        onStep((_step, did) => {
          if (count > last || (did === isDone && count++ === last)) throw new Error('killed');
        });
        await certificates.look();
        await certificates.close();
        onStep(() => {});
        const next = setUp({ folder, clock, directory });
        next.certificates.start();
        await next.certificates.look();
        const where = `${isDone ? 'after' : 'before'} ${steps[last]}`;
        assert.equal(next.certificates.state.problem, '', where);
        assert.deepEqual(next.certificates.certificate?.names, names, where);
        assert.deepEqual([directory.accounts.size, directory.issued], [1, 1], where);
      }
  });
});
