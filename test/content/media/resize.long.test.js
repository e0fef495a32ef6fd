import assert from 'node:assert/strict';
import { platform } from 'node:os';
import { inspect } from '../../../lib/content/media/inspect.js';
import { createResizer, loadSharp } from '../../../lib/content/media/resize.js';
import { png } from '../../support/images.js';
import { skipWithoutSharp } from '../../support/sharp.js';

const failing = new URL('failing-resize-process.js', import.meta.url);

describe('Pictures that the server makes smaller', () => {
  it('are none without sharp', async () =>
    assert.deepEqual(await createResizer({ isThere: () => false })(png(), [400]), []));

  it('say why when their process ends, it or those before take too long, or too many wait', async () => {
    const isThere = () => true;
    const ending = createResizer({ file: failing, isThere })(png(), [1]);
    await assert.rejects(ending, /the process ended: SIGSEGV/);
    let time = 0;
    const resize = createResizer({ file: failing, atMost: 50, isThere, now: () => time });
    const waiting = Array.from({ length: 12 }, () =>
      resize(png(), [400]).catch(({ message }) => message),
    );
    time = 50;
    assert.match(await waiting[11], /too many/);
    const [first, ...others] = await Promise.all(waiting);
    assert.match(first, /the process ended: SIGKILL/);
    assert.match(others[0], /others before it/);
  });

  it('are made when nobody else needs the processor', async function () {
    skipWithoutSharp(this);
    if (platform() !== 'linux') this.skip();
    const photo = png();
    const file = new URL('priority-resize-process.js', import.meta.url);
    const [priority] = await createResizer({ file })(photo, [400]);
    assert.equal(String(priority), '19');
  });

  it('are none of an AVIF that would take a gigabyte of memory to decode', async function () {
    skipWithoutSharp(this);
    const sharp = /** @type {any} */ (await loadSharp());
    const avif = (/** @type {number} */ width) =>
      sharp({ create: { width, height: 4000, channels: 3, background: '#a33' } })
        .avif({ effort: 0 })
        .toBuffer();
    const resize = createResizer();
    assert.equal((await resize(await avif(1000), [400])).length, 1);
    await assert.rejects(async () => resize(await avif(5000), [400]), /pixel limit/);
  });

  it('are WebP of the widths that are wanted', async function () {
    skipWithoutSharp(this);
    const sharp = /** @type {any} */ (await loadSharp());
    const create = { width: 1000, height: 500, channels: 3, background: '#a33' };
    const photo = await sharp({ create }).jpeg().toBuffer();
    const files = await createResizer()(photo, [400, 800]);
    const sizes = files
      .map((bytes) => inspect(bytes))
      .map(({ type, width, height }) => [type, width, height]);
    assert.deepEqual(sizes, [
      ['image/webp', 400, 200],
      ['image/webp', 800, 400],
    ]);
    await assert.rejects(createResizer()(photo.subarray(0, 300), [400]), /Error/);
  });

  it('are refused when they have more pixels than an upload may have', async function () {
    skipWithoutSharp(this);
    const sharp = /** @type {any} */ (await loadSharp());
    const create = { width: 8000, height: 8000, channels: 3, background: '#a33' };
    const bomb = await sharp({ create }).png({ compressionLevel: 9 }).toBuffer();
    await assert.rejects(createResizer()(bomb, [400]), /pixel limit/);
  });
});
