import assert from 'node:assert/strict';
import { renderPost } from '../../lib/markup/render.js';
import { createTextThread, TextWork } from '../../lib/markup/text-work.js';
import { createClock } from '../support/clock.js';

const sentence = 'Salt, lemons, and a month of patience.\n\n';
const excerpt = '';

describe('Rendering and comparing texts', () => {
  const clock = createClock();
  const processorTime = clock.now;
  const thread = createTextThread({ clock, processorTime });
  const texts = new TextWork({ clock, thread });
  after(() => texts.close());

  /** Says which work goes to the thread, and does none. */
  const tell = /** @type {any} */ ({ run: async (/** @type {string} */ task) => task });
  const told = new TextWork({ clock, thread: tell });

  it('needs no worker thread for short texts', async () => {
    const markdown = sentence.repeat(100);
    assert.deepEqual(await texts.render({ markdown, excerpt }), renderPost({ markdown, excerpt }));
    assert.equal((await texts.differences('a', 'b'))?.length, 1);
    assert.equal(await texts.merge('a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n'), 'A\nb\nC\n');
    assert.equal(thread.isRunning, false);
  });

  it('gives the same result in the worker thread', async () => {
    const markdown = `# Lemons\n\n\`\`\`js\nlet a = 1;\n\`\`\`\n\n${sentence.repeat(1000)}`;
    assert.deepEqual(await texts.render({ markdown, excerpt }), renderPost({ markdown, excerpt }));
    assert.equal(thread.isRunning, true);
    const rows = await texts.differences(markdown, `${markdown}Plums.\n`);
    assert.deepEqual(rows?.at(-1)?.right, [{ text: 'Plums.', changed: true }]);
    assert.equal(await texts.merge(markdown, `a\n${markdown}`, markdown), `a\n${markdown}`);
  });

  for (const [what, markdown] of Object.entries({
    'a long one': sentence.repeat(300),
    'a wide table': `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n${'a\n'.repeat(100)}`,
    'thousands of marks': '*>'.repeat(1001),
    'a link with a name, which may be named often': '[a]: https://a.example\n\n[a]',
    'footnotes in a line, each of which becomes two links': 'a^[b]',
    'many languages, each to be loaded': '```js\na\n```\n'.repeat(9),
    'a formula with a macro': `$\\def\\a{${'x'.repeat(1000)}}${'\\a'.repeat(100)}$`,
    'a formula of units': `$\\pu{${'1e3 J/'.repeat(100)}}$`,
    'a block of formulas': `\`\`\` math\n${'a\\\\'.repeat(1000)}\n\`\`\``,
  }))
    it(`uses the worker thread for ${what}`, async () => {
      assert.equal(/** @type {any} */ (await told.render({ markdown, excerpt })), 'renderPost');
    });

  it('passes on what is wrong with a text', async () => {
    const markdown = '<b>'.repeat(400_001);
    const refused = { code: 'invalid', field: 'markdown', message: /too many elements/ };
    await assert.rejects(texts.render({ markdown, excerpt }), refused);
  });

  it('refuses a text that becomes too much HTML', async () => {
    const markdown = `[a]: https://a.example/${'b'.repeat(100_000)}\n\n${'[a] '.repeat(100)}`;
    const refused = { code: 'invalid', field: 'markdown', message: /more than 8 MB of HTML/ };
    await assert.rejects(texts.render({ markdown, excerpt }), refused);
  });

  it('gives up what takes too long, with a sentence for its author, and goes on with the next', async () => {
    const slow = texts.render({ markdown: '# a\n'.repeat(200_000), excerpt });
    const next = texts.render({ markdown: sentence.repeat(1000), excerpt });
    const refused = { code: 'invalid', field: 'markdown', message: /longer than 10 s/ };
    const refusal = assert.rejects(slow, refused);
    await clock.tick(10_000);
    await refusal;
    assert.equal((await next).words, 7000);
  });

  it('gives a text longer where nobody waits for it', async () => {
    const patient = createTextThread({ clock, processorTime, timeLimit: 60_000 });
    const slow = new TextWork({ clock, thread: patient }).render({
      markdown: '# a\n'.repeat(200_000),
      excerpt,
    });
    const refusal = assert.rejects(slow, { code: 'invalid', message: /longer than 60 s/ });
    await clock.tick(59_999);
    assert.equal(patient.isRunning, true);
    await clock.tick(1);
    await refusal;
    await patient.close();
  });

  it('counts processor time, so that a text gets as much where others use the processor', async () => {
    let used = 500;
    const loaded = createTextThread({ clock, processorTime: () => used });
    const work = new TextWork({ clock, thread: loaded });
    const refused = { code: 'invalid', message: /longer than 10 s/ };
    const slow = { markdown: '# a\n'.repeat(200_000), excerpt };
    const refusal = assert.rejects(work.render(slow), refused);
    used = 2500;
    await clock.tick(10_000);
    used = 10_400;
    await clock.tick(8000);
    assert.equal(loaded.isRunning, true);
    used = 10_500;
    await clock.tick(100);
    await refusal;
    // Where it is at a standstill, the clock ends it.
    const standstill = assert.rejects(work.render(slow), refused);
    for (let seconds = 0; seconds < 50; seconds += 10) await clock.tick(10_000);
    assert.equal(loaded.isRunning, true);
    await clock.tick(10_000);
    await standstill;
    await work.close();
  });

  it('says that texts are too different when to compare them takes too long', async () => {
    const slow = texts.differences('a\n'.repeat(100_000), 'b\n'.repeat(100_000));
    await clock.tick(10_000);
    assert.equal(await slow, null);
  });

  it('shows of two texts no more than a page can hold', async () => {
    const rows = await texts.differences('', 'a\n'.repeat(100_000));
    assert.equal(rows?.length, 2001);
    assert.equal(rows?.at(-1)?.isEnd, true);
    assert.equal(await texts.differences('', 'a'.repeat(600_000)), null);
  });

  it('ends the worker thread when it is idle', async () => {
    await texts.render({ markdown: sentence.repeat(1000), excerpt });
    await clock.tick(29_000);
    assert.equal(thread.isRunning, true);
    await clock.tick(1000);
    assert.equal(thread.isRunning, false);
  });

  it('makes no more wait than there is memory for', async () => {
    const markdown = sentence.repeat(300);
    const all = Array.from({ length: 22 }, () => texts.render({ markdown, excerpt }));
    const results = await Promise.allSettled(all);
    const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    assert.deepEqual(
      refused.map(({ code }) => code),
      ['unavailable'],
    );
  });

  it('gives up what is under way and what waits when it is closed, and begins nothing more', async () => {
    const own = createTextThread({ clock });
    const closing = new TextWork({ clock, thread: own });
    const long = { markdown: sentence.repeat(1000), excerpt };
    const all = Array.from({ length: 3 }, () => closing.render(long));
    const ends = Promise.allSettled(all);
    await closing.close();
    const codes = (await ends).map((end) =>
      end.status === 'rejected' ? end.reason.code : end.status,
    );
    assert.deepEqual(codes, ['unavailable', 'unavailable', 'unavailable']);
    await assert.rejects(closing.render(long), { code: 'unavailable' });
    assert.equal(own.isRunning, false);
  });
});
