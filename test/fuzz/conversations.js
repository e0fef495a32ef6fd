import { clients } from './clients.js';
import {
  beforeTakeovers,
  oddLines,
  oddRequestLines,
  slowLines,
  slowRequestLines,
  takeovers,
} from './oddities.js';
/** @import { Random } from './random.js' */

/**
 * @typedef {object} Page  that is stored
 * @property {string} path
 * @property {string} etag
 * @property {string} lastModified
 *
 * @typedef {object} Conversation  What one client sends on one connection.
 * @property {string[]} requests  one character for each byte
 * @property {number[]} cuts  places in the whole at which it is cut: each piece is sent by itself
 * @property {boolean} isSlow  whether the client reads nothing for a while
 * @property {number} pause  turns of the event loop after each piece, in which an answer may come
 */

const LAST = 'GET / HTTP/1.1\r\nHost: larder.example\r\nConnection: close\r\n\r\n';

const hosts = ['larder.example', 'larder.example:80', '127.0.0.1', '[::1]:3000'];
const oddHosts = ['', 'a b', 'a/b', 'u@x', 'x:y', '[::1', '%zz', '\xe9', 'x, y', '__proto__'];
const encodings = [
  ...['gzip', 'br', 'identity', '*', 'gzip, br', 'gzip;q=0.5, br;q=0.4', 'br;q=0, gzip', 'x-gzip'],
  ...[
    'gzip;q=0',
    '*;q=0',
    '',
    ',',
    'deflate',
    'zstd',
    'GZIP',
    'gzip ; q=1.0',
    'gzip;q=2',
    'br;q=x',
  ],
];
const dates = [
  ...[
    'Sat, 21 Nov 2020 12:00:00 GMT',
    'Sat, 21 Nov 2026 12:00:02 GMT',
    'Mon, 21 Nov 2050 12:00:00 GMT',
  ],
  ...['Saturday, 21-Nov-26 12:00:01 GMT', 'Sat Nov 21 12:00:01 2026', 'yesterday', '0', ''],
];
const connections = ['keep-alive', 'Keep-Alive', 'KEEP-ALIVE'];
const spaces = ['', ' ', '  '];
/** In most of these turns a server answers what is not stored, of all conversations that go on at once. */
const LONG = 120;

/**
 * What chance would find too rarely: each oddity behind a simple request and before another, each of which is sent by itself; a simple
 * request that is cut at each place; and a client who does not read.
 * @param {string[]} paths
 * @returns {Conversation[]}
 */
export function oddConversations(paths) {
  const simple = (/** @type {string} */ path, version = '1.1') =>
    `GET ${path} HTTP/${version}\r\nHost: larder.example\r\nConnection: keep-alive\r\n\r\n`;
  const odd = [
    ...paths.flatMap((path) =>
      ['1.1', '1.0'].flatMap((version) =>
        oddLines.map((line) => withOddLine(simple(path, version), line, 2)),
      ),
    ),
    // Without the field that it may double.
    ...oddLines.map((line) => withOddLine(`GET ${paths[0]} HTTP/1.1\r\n\r\n`, line, 1)),
    ...oddLines.map((line) => withOddLine(`GET ${paths[0]} HTTP/1.1\r\nHost: a\r\n\r\n`, line, 1)),
    ...oddRequestLines.map((line) => withRequestLine(simple(paths[0]), line, paths[0])),
    `GET ${paths[0]} HTTP/1.0\r\n\r\n`,
  ];
  const first = simple(paths[0]);
  const cut = (/** @type {string[]} */ requests, isSlow = false) => {
    return { requests, cuts: endsOf(requests, isSlow ? 20 : 1), isSlow, pause: 0 };
  };
  const whole = odd.map((request, place) => {
    return { ...cut([first, request, first, LAST]), pause: place % 2 ? LONG : 0 };
  });
  // What is behind a request that is answered looks like another one, and is a part of one.
  const slow = withRequestLine(first, slowRequestLines[0], '');
  const length = `Expect: 200-ok\r\nContent-Length: ${first.length}`;
  const half = ['GET /about HTTP/1.1\r\nHost: a\r\nX: ', withOddLine(first, length, 1)].map(
    (part) => {
      return { ...cut([first, slow, part, first, first, LAST]), pause: LONG };
    },
  );
  const inPieces = Array.from(first, (_, place) => {
    const cuts = [first.length, first.length + place + 1, first.length * 2];
    const pause = place % 2 ? LONG : 0;
    return { requests: [first, first, LAST], cuts: [...new Set(cuts)], isSlow: false, pause };
  });
  const one = paths[0];
  const inOnePacket = takeovers.flatMap((takeover) =>
    beforeTakeovers.map((before) => {
      const both = (before + takeover).replaceAll('PATH', () => one);
      return { ...cut([first, both, LAST]), pause: LONG };
    }),
  );
  const sameLength = cut([first, simple('/tags?'), first, LAST]);
  const unread = [1, 2, 3].map((step) => {
    const large = ['/atomfeed', '/', '/post/rye-bread'].map((path) => simple(path));
    const mixed = Array.from(
      { length: 900 },
      (_, place) => large[(place * step + (place >> step)) % 3],
    );
    return cut([...mixed, LAST], true);
  });
  return [...inPieces, ...half, ...inOnePacket, sameLength, ...unread, ...whole];
}

/**
 * @param {Random} random
 * @param {Page[]} pages
 * @returns {Conversation}
 */
export function makeConversation(random, pages) {
  const requests = [];
  const length = 1 + random.below(random.pick([1, 2, 4, 40, 400]));
  const isCareless = random.chance(15);
  const version = random.chance(20) ? '1.0' : '1.1';
  const make = () => makeRequest(random, random.pick(pages), version, isCareless);
  const slowPercent = random.pick([0, 1, 20]);
  while (requests.length < length) {
    const request = random.chance(slowPercent)
      ? makeSlowRequest(random, make(), random.pick(pages))
      : make();
    const times = random.chance(20) ? 1 + random.below(50) : 1;
    for (let time = 0; time < times; time++) requests.push(request);
  }
  // Whatever is odd is often the end of the connection: it comes late.
  const sizeOfSimple = requests.join('').length;
  if (random.chance(40)) requests.push(makeOddRequest(random, make(), random.pick(pages)), make());
  if (random.chance(5)) requests.push(makeTakeover(random, random.pick(pages)));
  if (random.chance(95)) requests.push(LAST);
  const cuts = random.chance(70) ? [sizeOfSimple] : [];
  if (random.chance(90)) cuts.push(...endsOf(requests, random.pick([1, 8, 30])));
  if (random.chance(15)) cuts.push(...someBelow(random, requests.join('').length));
  return {
    requests,
    cuts: [...new Set(cuts)].sort((a, b) => a - b),
    isSlow: random.chance(2),
    pause: requests.length < 50 && random.chance(50) ? random.below(LONG) : 0,
  };
}

/** @param {string[]} requests @param {number} step @returns {number[]} where every so many of them end */
function endsOf(requests, step) {
  let end = 0;
  const ends = requests.map(({ length }) => (end += length));
  return ends.filter((_, place) => place % step === step - 1);
}

/** @param {Random} random @param {number} size @returns {number[]} anywhere, or at the end */
const someBelow = (random, size) =>
  random.chance(30)
    ? Array.from({ length: 10 }, (_, place) => Math.max(0, size - place - 1))
    : Array.from({ length: 1 + random.below(4) }, () => random.below(size));

/**
 * @param {Random} random
 * @param {Page} page
 * @param {string} version
 * @param {boolean} isCareless  whether it may end the connection
 * @returns {string} simple, and mostly for a stored page
 */
function makeRequest(random, page, version, isCareless) {
  const query = random.chance(10) ? random.pick(['?', '?a=b', '?a[b]=%zz&__proto__=1']) : '';
  const lines = [...random.pick(Object.values(clients))];
  if (version === '1.0') replace(lines, 'Connection', random.pick(connections));
  lines.unshift(`Host: ${random.pick(hosts)}`);
  if (random.chance(30)) replace(lines, 'Accept-Encoding', random.pick(encodings));
  if (isCareless || version === '1.1') {
    if (random.chance(30)) replace(lines, 'If-None-Match', random.pick(tagsOf(page)));
    if (random.chance(10))
      replace(lines, 'If-Modified-Since', random.pick([page.lastModified, ...dates]));
  }
  if (random.chance(10)) restyle(random, lines, isCareless ? [...spaces, ' \t'] : spaces);
  if (isCareless && random.chance(5))
    random.chance(50) ? lines.shift() : replace(lines, 'Host', random.pick(oddHosts));
  const method = random.chance(25) ? 'HEAD' : 'GET';
  return `${method} ${page.path}${query} HTTP/${version}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
}

/** @param {Page} page */
const tagsOf = ({ etag }) => [
  ...[etag, etag, etag.slice(2), `"a", ${etag}`, `${etag}, "b"`, '*', ' * ', '"x"', 'W/"x"', ''],
  ...[etag.slice(0, -1), `W/${etag}`, `"${etag}"`, etag.toLowerCase(), '"\xe9"', `${etag}\xa0`],
];

/** @param {string[]} lines @param {string} name @param {string} value */
function replace(lines, name, value) {
  const at = lines.findIndex((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  lines.splice(at < 0 ? lines.length : at, at < 0 ? 0 : 1, `${name}: ${value}`);
}

/**
 * Writes the same in other capitals, and with other spaces.
 * @param {Random} random
 * @param {string[]} lines
 * @param {string[]} around  the value
 */
function restyle(random, lines, around) {
  lines.forEach((line, place) => {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    const styled = random.pick([name, name.toLowerCase(), name.toUpperCase()]);
    const value = `${random.pick(around)}${line.slice(colon + 1).trim()}${random.pick(around)}`;
    lines[place] = `${styled}:${value}`;
  });
}

/** @param {Random} random @param {string} request  simple @param {Page} page */
const makeSlowRequest = (random, request, { path }) =>
  random.chance(50)
    ? withRequestLine(request, random.pick(slowRequestLines), path)
    : withOddLine(request, random.pick(slowLines), 1 + random.below(2));

/** @param {Random} random @param {Page} page @returns {string} several, in one packet unless that is cut anywhere */
function makeTakeover(random, { path }) {
  const before = Array.from({ length: 1 + random.below(3) }, () => random.pick(beforeTakeovers));
  return [...before, random.pick(takeovers)].join('').replaceAll('PATH', () => path);
}

/** @param {Random} random @param {string} request  simple @param {Page} page */
function makeOddRequest(random, request, { path }) {
  const how = random.below(10);
  if (how < 3) return spoil(random, request);
  if (how < 5) return withRequestLine(request, random.pick(oddRequestLines), path);
  return withOddLine(request, random.pick(oddLines), 1 + random.below(4));
}

/** @param {string} request @param {string} line @param {string} path */
const withRequestLine = (request, line, path) =>
  line.replaceAll('PATH', () => path) + request.slice(request.indexOf('\r\n'));

/** @param {string} request @param {string | [line: string, body: string]} odd @param {number} place */
function withOddLine(request, odd, place) {
  const [line, body] = typeof odd === 'string' ? [odd, ''] : odd;
  const lines = request.slice(0, -4).split('\r\n');
  return `${lines.toSpliced(place, 0, line).join('\r\n')}\r\n\r\n${body}`;
}

/** @param {Random} random @param {string} request */
function spoil(random, request) {
  const at = random.below(request.length);
  const character = String.fromCharCode(
    random.chance(50) ? random.pick([0, 9, 10, 13, 32, 58]) : random.below(256),
  );
  const rest = request.slice(at + random.below(2) * (1 + random.below(3)));
  return request.slice(0, at) + (random.chance(70) ? character : '') + rest;
}
