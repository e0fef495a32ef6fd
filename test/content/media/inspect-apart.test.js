import { deepEqual, equal } from 'node:assert/strict';
import { inspect } from '../../../lib/content/media/inspect.js';
import { createInspector } from '../../../lib/content/media/inspect-apart.js';
import { TextWork } from '../../../lib/markup/text-work.js';
import { createClock } from '../../support/clock.js';
import { png } from '../../support/images.js';

const svg = (/** @type {number} */ parts) => Buffer.from(`<svg>${'<g/>'.repeat(parts)}</svg>`);
const gif = (/** @type {number} */ comments) =>
  Buffer.from(
    `GIF89a\x01\0\x01\0\0\0\0${'!\xfe\0'.repeat(comments)}\x2c\0\0\0\0\x01\0\x01\0\0\x02\0;`,
    'latin1',
  );

describe('A file that is uploaded', () => {
  const texts = new TextWork({ clock: createClock() });
  after(() => texts.close());
  let sent = 0;
  const counted = {
    /** @type {TextWork['inThread']} */
    inThread(...call) {
      sent += 1;
      return texts.inThread(...call);
    },
  };
  const inspectMedia = createInspector(counted);

  for (const [what, bytes] of /** @type {const} */ ([
    ['a drawing', svg(30_000)],
    ['a GIF', gif(40_000)],
  ]))
    it(`and takes long to read, such as ${what} of many parts, is read in the thread`, async () => {
      const before = sent;
      deepEqual(await inspectMedia(bytes, 'jar'), inspect(bytes, 'jar'));
      equal(sent, before + 1);
    });

  it('and is short, or a photo, needs no thread', async () => {
    const before = sent;
    const photo = Buffer.concat([png(), Buffer.alloc(200_000)]);
    for (const bytes of [svg(3), gif(3), photo])
      deepEqual(await inspectMedia(bytes, 'jar'), inspect(bytes, 'jar'));
    equal(sent, before);
  });
});
