import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { eachTest, startBlog } from '../support/blog.js';
import { assertCheap } from '../support/cost.js';
import { shelvesOfPosts } from '../support/fixtures.js';
import { talk } from '../support/raw.js';
import { inAddresses, inFields, inHeaders, inMarkdown } from '../support/shapes.js';
/** @import { TestBlog } from '../support/blog.js' */
/** @import { Shape } from '../support/shapes.js' */

/** Bytes: the most that Node.js takes of a head, and the blog of a form and a comment, with room for what is around. */
const HEAD = 15_500;
const FORM = 16_000;
const COMMENT_FORM = 185_000;
const COMMENT = 20_000;

const POSTS = 20;
const COMMENTS = '/post/shelf-1/comments';

/** Where an address can go on. */
const places = [
  '/',
  '/post/',
  '/post/shelf-1/',
  '/tag/',
  '/tag/shelves/page/',
  '/page/',
  '/archive/',
  '/media/aaaaaaaaaaaaaaaa-',
  '/theme/',
  '/source/lib/',
  '/sitemap-',
  '/admin/',
  '/admin/posts/',
  '/admin/preview/',
  '/api/',
  '/api/posts/',
  '/?',
  '/post/shelf-1?',
  '/nothing?',
  '/admin/login?',
  '/admin/login?next=',
  '/admin/login/code?next=/admin/',
  '/admin/join?token=',
  '/admin/setup?token=',
  '/admin/posts?q=',
  '/api/posts?limit=',
  'http://',
  'http://127.0.0.1/',
];

/** By what is asked for: the headers that are read then. @type {Record<string, string[]>} */
const headers = {
  'GET /post/shelf-1': [
    'Accept-Encoding',
    'If-None-Match',
    'If-Match',
    'If-Modified-Since',
    'If-Unmodified-Since',
    'Referer',
  ],
  'GET /nothing': ['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host'],
  'GET /post/shelf-2?': ['Authorization: Bearer a\r\nCache-Control'],
  'GET /media/': ['Range', 'If-Range'],
  'GET /admin': ['Cookie', 'Accept', 'Content-Type'],
  'GET /api/posts': ['Authorization', 'Accept-Language'],
  'POST /admin/login': ['Content-Type', 'Content-Encoding', 'Origin', 'Sec-Fetch-Site', 'Expect'],
};

/** Every form that anyone may send, with its fields; '' stands for the fields’ names. @type {Record<string, string[]>} */
const forms = {
  [COMMENTS]: ['name', 'url', 'markdown', 'replyTo', 'subject', ''],
  '/admin/login': ['name', 'password', 'next', ''],
  '/admin/login/code': ['code', 'next'],
  '/admin/join': ['token', 'password'],
  '/admin/setup': ['token', 'title', 'language', 'timeZone', 'name', 'id', 'password'],
};

describe('Hostile input', () => {
  /** @type {TestBlog} */
  let blog;
  let media = '';
  let sent = 0;
  before(async () => {
    blog = await startBlog({ posts: shelvesOfPosts(POSTS), env: { TRUST_PROXY: 'loopback' } });
    const sound = { name: 'a.mp3', type: 'audio/mpeg', width: null, height: null };
    media = (await blog.open.content.saveMedia({ ...sound, bytes: Buffer.alloc(100) })).id;
    for (let count = 0; count < 100; count++)
      for (const path of ['/nothing', '/admin', '/api/posts', COMMENTS])
        await talk(blog, form(path, ''));
  });
  after(() => blog.close());

  for (const place of places)
    it(`is handled quickly in an address below ${place}`, () =>
      each(inAddresses, (shape) => head(`GET ${place}${shape(HEAD - 100)}`)));

  for (const [asked, names] of Object.entries(headers))
    it(`is handled quickly in a header of ${asked}`, async () => {
      const line = asked.replace('/media/', () => `/media/${media}`);
      for (const name of names)
        await each(inHeaders, (shape) => head(line, `${name}: ${shape(HEAD - 200)}`));
    });

  it('is handled quickly in many headers, also of one name', () =>
    each(
      {
        names: (bytes) => Array.from({ length: bytes / 9 }, (_, n) => `h${n}: a\r\n`).join(''),
        'one name': (bytes) => 'a: b\r\n'.repeat(bytes / 6),
        cookies: (bytes) => 'Cookie: a=b\r\n'.repeat(bytes / 13),
        hops: (bytes) => 'X-Forwarded-For: a\r\n'.repeat(bytes / 20),
      },
      (shape) => head('GET /admin', shape(HEAD - 200).trimEnd()),
    ));

  for (const [path, fields] of Object.entries(forms))
    it(`is handled quickly in a form for ${path}`, async () => {
      const most = path === COMMENTS ? COMMENT_FORM : FORM;
      for (const field of fields)
        await each(inFields, (shape) => form(path, fieldOf(field, shape(most - 100))));
    });

  it('is handled quickly as the Markdown of a comment', () =>
    each(inMarkdown, (shape) =>
      form(COMMENTS, `name=Eve&markdown=${encodeURIComponent(shape(COMMENT))}`),
    ));

  it('is handled quickly in small pieces', () =>
    each({ pieces: (bytes) => '1\r\na\r\n'.repeat(bytes) }, (shape) =>
      head(
        `POST ${COMMENTS}`,
        'Content-Type: application/x-www-form-urlencoded',
        `Transfer-Encoding: chunked\r\n\r\n${shape(COMMENT)}0`,
      ),
    ));

  /** @param {Record<string, Shape>} shapes @param {(shape: Shape) => string} write a whole request */
  async function each(shapes, write) {
    for (const [name, shape] of Object.entries(shapes))
      await assertCheap(name, async (share) => {
        const answer = await talk(
          blog,
          write((bytes) => shape(bytes * share)),
        );
        assert.match(answer, /^HTTP\/1\.1 [234]/, name);
      });
  }

  /** @param {string} line without the version @param {...string} more @returns {string} from an address of its own */
  function head(line, ...more) {
    const address = `X-Forwarded-For: 10.${[16, 8, 0].map((bits) => (sent >> bits) & 255).join('.')}`;
    sent++;
    return `${[`${line} HTTP/1.1`, 'Host: a', 'Connection: close', address, ...more].join('\r\n')}\r\n\r\n`;
  }

  /** @param {string} path @param {string} body */
  const form = (path, body) =>
    head(
      `POST ${path === COMMENTS ? path.replace('1', String(1 + (sent % POSTS))) : path}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ) + body;
});

/** @param {string} field @param {string} value @returns {string} a form whose other fields are as they may be */
function fieldOf(field, value) {
  const others = { name: 'Eve', id: 'eve', markdown: 'Hello', password: 'salt, lemons, patience' };
  const rest = Object.entries(others).filter(([name]) => name !== field);
  return `${new URLSearchParams(rest)}&${field}${field && '='}${value}`;
}

describe('A long pipeline of requests on one connection', () => {
  const { startBlog } = eachTest();
  const page = 'GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n';

  it('does not keep other clients waiting', async () => {
    const blog = await startBlog();
    const row = net.connect(blog.port, '127.0.0.1');
    const answered = countAnswers(row);
    row.write(page.repeat(500));
    await once(row, 'data');
    await talk(blog, page.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    assert.ok(answered() < 250, `${answered()} came first`);
    while (answered() < 500) await once(row, 'data');
    row.destroy();
  });

  it('is read no faster than it is answered', async () => {
    const blog = await startBlog();
    const row = net.connect(blog.port, '127.0.0.1');
    const answered = countAnswers(row);
    let asked = 0;
    let most = 0;
    blog.server.on('request', () => (most = Math.max(most, ++asked - answered())));
    row.write(page.repeat(8000));
    while (answered() < 2000) await once(row, 'data');
    row.destroy();
    assert.ok(most < 4000, `${most} waited at once`);
  });
});

/** @param {net.Socket} socket @returns {() => number} answers that have come */
function countAnswers(socket) {
  let count = 0;
  socket.on('data', (bytes) => (count += bytes.toString('latin1').split('HTTP/1.1 ').length - 1));
  return () => count;
}
