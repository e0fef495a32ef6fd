import assert from 'node:assert/strict';
import request from 'supertest';
import {
  validateCommentForm,
  readCommentForm,
} from '../../../lib/content/comments/comment-form.js';
import { receiveComment } from '../../../lib/content/comments/receive.js';
import { renderComment } from '../../../lib/markup/render.js';
import { plainName } from '../../../lib/content/validate-comment.js';
import { eachTest } from '../../support/blog.js';
import { costOf } from '../../support/cost.js';
import { parsePage } from '../../support/html.js';
import { breadPost } from '../../support/fixtures.js';
import { talk } from '../../support/raw.js';
/** @import { TestBlog } from '../../support/blog.js' */

const path = '/post/rye-bread/comments';

/** Each is sent as the name, the address, the text and the comment that it answers. */
const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "' autofocus onfocus=alert(1) x='",
  '</textarea><script>alert(1)</script>',
  '</bdi></a><iframe srcdoc="<script>alert(1)</script>">',
  '[x](javascript:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A&#x61&#x76&#x61script&colon;alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](vbscript:msgbox(1))',
  '[x](//evil.example)',
  '[x](https://a.example" onmouseover="alert(1))',
  '![x](https://a.example/pixel.png "onload=alert(1)")',
  '<javascript:alert(1)>',
  '[a]: javascript:alert(1)\n\n[a]',
  '```js" onload="alert(1)\nx\n```',
  '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
  '<style>*{display:none}</style>',
  '<form action=https://evil.example><input name=password>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '{{{site.title}}} {{> head}} ${7*7} <%= 7 %>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<a href="jav&#x0A;ascript:alert(1)">x</a>',
  '\u003cscript\u003ealert(1)\u003c/script\u003e',
];

/** What no page may have that shows them: all but our own tags, and scripts or handlers in ours. @param {string} html */
function assertHarmless(html) {
  const page = parsePage(html);
  // A block of data is no script, and ours has no sign that could end it.
  const script = 'script:not([type="application/ld+json"], [src^="/theme/copy-code."])';
  for (const data of page.texts('[type="application/ld+json"]'))
    assert.equal(data.includes('<'), false, data);
  for (const banned of [
    script,
    'iframe',
    'svg:not(.jar, .find svg, .menu svg)',
    'math',
    'style',
    'object',
    'embed',
  ])
    assert.equal(page.has(banned), false, banned);
  assert.equal(page.has('base, [srcdoc], [style]'), false);
  assert.deepEqual(page.handlers(), []);
  for (const name of ['href', 'src', 'action'])
    for (const target of page.attributes('*', name))
      assert.match(new URL(target, 'https://blog.test/').protocol, /^(https?|mailto):$/, target);
}

describe('Hostile comments', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  let sent = 0;
  beforeEach(async () => {
    blog = await startBlog({ posts: [breadPost], env: { TRUST_PROXY: 'loopback' } });
    await blog.open.content.saveSettings({ comments: 'shown' });
  });
  /** @param {Record<string, any> | string} body */
  const send = (body) =>
    request(blog.url)
      .post(path)
      .set('X-Forwarded-For', `198.51.100.${++sent % 250}`)
      .type('form')
      .send(body);

  it('reach no reader but through the renderer and the sanitiser', async () => {
    for (const payload of payloads) {
      await send({ name: payload.slice(0, 100), url: '', markdown: payload });
      for (const field of ['url', 'replyTo']) {
        const answer = await send({ name: 'Eve', markdown: payload, [field]: payload });
        assert.equal(answer.status, 422, payload);
        assertHarmless(answer.text);
      }
    }
    const { text } = await request(blog.url).get('/post/rye-bread').expect(200);
    const page = parsePage(text);
    assert.ok(page.texts('.comment').length > 20, 'the payloads are shown');
    assertHarmless(text);
  });

  it('have names that can be seen and turn nothing round', () => {
    const names = {
      'Ada\u202egnp.exe': 'Adagnp.exe',
      '\u2066\u2067x\u2069\u200e\u200f': 'x',
      'A\u0000\u0007\nB': 'A B',
      '\u{e0041}\u{e007f}Bo\ufeff': 'Bo',
      [`Z${'\u0351'.repeat(60)}algo`]: `Z${'\u0351'.repeat(4)}algo`,
      '\u3164\u115f\u2800\u200b': '',
      'مرجان\u200cها': 'مرجان\u200cها',
      '👨\u200d👩\u200d👧': '👨\u200d👩\u200d👧',
      'Nguyễn Văn Ả': 'Nguyễn Văn Ả',
      '\u200d\u200dEve\u200d': 'Eve',
    };
    for (const [typed, plain] of Object.entries(names)) assert.equal(plainName(typed), plain);
  });

  it('stand in an element of their own, so that a name of the other direction turns nothing round', async () => {
    await send({ name: 'אדה', markdown: 'שלום' }).expect(303);
    const page = parsePage(await request(blog.url).get('/post/rye-bread'));
    assert.equal(page.text('.comment bdi'), 'אדה');
    assert.equal(page.text('.comment .text[dir=auto] > p'), 'שלום');
  });

  it('that would be slow to render are refused first', () => {
    const table = `${'a|'.repeat(100)}\n${'-|'.repeat(100)}\n${'|\n'.repeat(9000)}`;
    const links = ['https://a.example ', '<a@a.example>', '[a](b)', '//a.example '];
    const tall = `a|b\n-|-\n${'a\n'.repeat(1300)}`;
    for (const text of [
      table,
      tall,
      'a|b\n-|-\n'.repeat(2500),
      ...links.map((link) => link.repeat(300)),
    ])
      assert.throws(() => renderComment(text), /too many elements/);
    for (const text of ['>'.repeat(20_000), '['.repeat(20_000), '*a '.repeat(6000)])
      assert.ok(renderComment(text).length < 100_000);
  });

  it('nest no deeper than anyone reads', () => {
    assert.equal(renderComment(`${'>'.repeat(90)} a`).split('<blockquote').length < 40, true);
    assert.match(renderComment('> '.repeat(10) + 'a'), /a/);
  });

  it('with code let others be served while a language is loaded', async () => {
    let turns = 0;
    const count = () => void (turns++, (next = setImmediate(count)));
    let next = setImmediate(count);
    const typed = (/** @type {string} */ markdown) => ({
      name: 'Eve',
      url: '',
      replyTo: '',
      markdown,
    });
    const turnsOf = async (/** @type {string} */ markdown) => {
      const before = turns;
      const { store, index, content } = blog.open;
      const limits = /** @type {any} */ ({ countComment() {}, takeShown: () => false });
      const post = /** @type {any} */ (index.post(breadPost.id));
      assert.equal(
        await receiveComment(post, /** @type {any} */ (typed(markdown)), '', {
          store,
          index,
          content,
          limits,
        }),
        null,
      );
      return turns - before;
    };
    const plain = await turnsOf('a');
    const code = await turnsOf('```js\na\n```\n```py\na\n```\n~~~ css\na\n~~~');
    const names = Array.from({ length: 1300 }, (_, number) => `\`\`\`x${number}`);
    const unknown = await turnsOf(names.join('\n'));
    clearImmediate(next);
    assert.ok(unknown < plain + 3, `${unknown} turns for languages that nobody knows`);
    assert.ok(code >= plain + 3, `${code} turns, ${plain} without code`);
  });

  it('of fields without end are refused quickly', async () => {
    const long = ['a.', '\u200d', 'a\u0301', ' ', '://', '@', 'http://a@', '\u202e'].map(
      (part) => `${part.repeat(Math.floor(190_000 / part.length))}:`,
    );
    for (const text of long) {
      const typed = readCommentForm(new URLSearchParams({ name: text, url: text, markdown: text }));
      const cost = await costOf(() => validateCommentForm(typed, breadPost.id));
      assert.ok(cost < 1000, text.slice(0, 10));
    }
  });

  it('do not stand all over their neighbours', () => {
    assert.ok(renderComment(`a${'\u0301'.repeat(500)}`).length < 30);
  });

  it('sent twice in one form count once, and arrays are names of other fields', async () => {
    await send('name=Eve&name=Ada&markdown=Hi&markdown=Ho&name[]=x&__proto__[x]=y').expect(303);
    const [{ name, markdown }] = await blog.open.store.commentsOf(breadPost.id);
    assert.deepEqual([name, markdown], ['Eve', 'Hi']);
  });

  it('with bytes that are no text are refused', async () => {
    for (const body of ['name=%FF&markdown=x', 'name=%ED%A0%80&markdown=x', 'name=%&markdown=x'])
      await send(body).expect(400);
    await send('name=A%00da&markdown=Hi%00%01+there').expect(303);
    const [{ name, markdown }] = await blog.open.store.commentsOf(breadPost.id);
    assert.deepEqual([name, markdown], ['Ada', 'Hi there']);
  });

  it('of another kind, or far too long, are refused with a sentence', async () => {
    await request(blog.url).post(path).send({ name: 'Eve', markdown: 'x' }).expect(415);
    await send(`name=Eve&markdown=${'x'.repeat(300_000)}`).expect(413);
    await request(blog.url).post(path).expect(422);
  });

  it('in pieces are taken as a whole', async () => {
    const body = 'name=Eve&markdown=Piece';
    const answer = await talk(
      blog,
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${[...body].map((c) => `1\r\n${c}\r\n`).join('')}0\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1\.1 303 /);
  });
});
