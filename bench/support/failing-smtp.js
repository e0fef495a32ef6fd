import { once } from 'node:events';
import net from 'node:net';
/** @import { AddressInfo, Socket } from 'node:net' */

/**
 * A reply, or what happens in its place. `stored`: the mail is kept before it. `refused`: for good.
 * @typedef {object} Way
 * @property {string} name
 * @property {(socket: Socket, later: (act: () => void) => void) => void} act
 * @property {boolean} [stored]
 * @property {boolean} [refused]
 *
 * @typedef {'connect' | 'ehlo' | 'from' | 'to' | 'data' | 'middle' | 'message'} Step
 */

const LONG_AFTER = 1.2;

/** @param {string} reply @param {Partial<Way>} [more] @returns {Way} */
const says = (reply, more) => ({
  name: reply.split('\r\n')[0].slice(0, 40),
  act: (socket) => void socket.write(`${reply}\r\n`),
  ...more,
});
/** @type {Way} */
const closes = { name: 'closes', act: (socket) => void socket.end() };
/** @type {Way} */
const resets = { name: 'resets', act: (socket) => void socket.resetAndDestroy() };
/** @type {Way} */
const stalls = { name: 'says nothing more', act: () => {} };
/** @type {Way} */
const halves = { name: 'half a line, and no more', act: (socket) => void socket.write('25') };
/** @type {Way} */
const cuts = { name: 'half a line, and closes', act: (socket) => void socket.end('4') };
/** @type {Way} */
const babbles = says('\u0000\u0007HTTP/1.1 200 OK', { name: 'garbage' });
/** @type {Way} */
const floods = {
  name: 'a reply of two megabytes',
  act: (socket) => void socket.write(`250-${'x'.repeat(2 ** 21)}`),
};
/** @param {string} usual @returns {Way} */
const drips = (usual) => ({
  name: `${usual} in pieces`,
  act: (socket, later) => {
    socket.write(`${usual.slice(0, 3)}-one\r\n${usual.slice(0, 2)}`);
    later(() => socket.write(`${usual.slice(2)}\r\n`));
  },
});

/** What it says at each step, and what else happens there, each in its turn. @type {Record<Step, { usual: string, ways: Way[] }>} */
const steps = {
  connect: {
    usual: '220 here',
    ways: [stalls, closes, resets, says('421 not now'), says('554 go away'), babbles, floods],
  },
  ehlo: {
    usual: '250-here\r\n250 SIZE 10000000',
    ways: [closes, says('421 not now'), says('500 what?'), babbles, says('250 STARTTLS'), halves],
  },
  from: {
    usual: '250 fine',
    ways: [closes, says('421 not now'), says('451 later'), cuts, drips('250 fine'), babbles],
  },
  to: {
    usual: '250 fine',
    ways: [
      closes,
      resets,
      says('421 not now'),
      says('450 4.2.0 greylisted'),
      says('452 4.5.3 too many recipients'),
      says('550 5.1.1 nobody', { refused: true }),
      babbles,
      says('354 what?'),
      stalls,
    ],
  },
  data: {
    usual: '354 go on',
    ways: [
      closes,
      says('421 not now'),
      says('451 later'),
      says('554 no', { refused: true }),
      halves,
      babbles,
      drips('354 go on'),
    ],
  },
  middle: { usual: '', ways: [closes, resets, says('421 not now'), stalls] },
  message: {
    usual: '250 kept',
    ways: [
      { ...closes, name: 'closes, and has lost it' },
      { ...closes, name: 'closes, and has kept it', stored: true },
      { ...resets, name: 'resets, and has kept it', stored: true },
      says('451 later'),
      says('421 not now'),
      says('552 5.3.4 too large', { refused: true }),
      { ...babbles, name: 'garbage, and has kept it', stored: true },
      {
        name: 'an answer after the client gave up',
        stored: true,
        act: (socket, later) => later(() => later(() => socket.write('250 kept\r\n'))),
      },
      { ...drips('250 kept'), stored: true },
      { ...floods, stored: true },
    ],
  },
};

/**
 * A mail server that fails in dozens of ways, each in its turn, at a share of all steps.
 * @param {object} options
 * @param {number} options.share  of the steps at which it fails, from 0 to 1
 * @param {number} options.patience  milliseconds after which its client gives up
 */
export async function startFailingSmtp({ share, patience }) {
  /** How often each address has got the mail. @type {Map<string, number>} */
  const taken = new Map();
  /** @type {Set<string>} */
  const messageIds = new Set();
  /** To which it has refused it for good. @type {Set<string>} */
  const refused = new Set();
  /** How often it failed, by step and way. @type {Map<string, number>} */
  const failures = new Map();
  /** Of what was kept and not answered. @type {Map<string, number>} */
  const unanswered = new Map();
  /** @type {Map<Step, number>} */
  const turns = new Map();
  const server = net.createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    messageIds,
    refused,
    failures,
    unanswered,
    stop: () => server.close(),
  };

  /** @param {Step} step @returns {Way} */
  function next(step) {
    const { usual, ways } = steps[step];
    if (Math.random() >= share) return says(usual, { stored: true });
    const turn = turns.get(step) ?? 0;
    turns.set(step, turn + 1);
    const way = ways[turn % ways.length];
    const name = `${step}: ${way.name}`;
    failures.set(name, (failures.get(name) ?? 0) + 1);
    return way;
  }

  /** @param {Socket} socket */
  function serve(socket) {
    let [to, rest] = ['', ''];
    /** @type {'commands' | 'data' | 'deaf'} */
    let hears = 'commands';
    const later = (/** @type {() => void} */ act) =>
      void setTimeout(() => socket.destroyed || act(), (patience * LONG_AFTER) / 2).unref();
    socket.on('error', () => {});
    answer('connect');
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      while (hears !== 'deaf') {
        const isData = hears === 'data';
        const end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = rest.slice(0, end);
        rest = rest.slice(end + (isData ? 5 : 2));
        if (isData) keep(text);
        else hear(text);
      }
    });

    /** @param {string} message */
    function keep(message) {
      hears = 'commands';
      const way = next('message');
      if (way.refused) refused.add(to);
      if (way.stored) {
        taken.set(to, (taken.get(to) ?? 0) + 1);
        messageIds.add(/^Message-ID:\s*(\S+)/im.exec(message)?.[1] ?? '');
        if (!way.name.startsWith(steps.message.usual))
          unanswered.set(to, (unanswered.get(to) ?? 0) + 1);
      }
      way.act(socket, later);
    }

    /** @param {string} line */
    function hear(line) {
      if (/^EHLO/i.test(line)) answer('ehlo');
      else if (/^STARTTLS/i.test(line)) socket.write('220 go on\r\nno TLS at all\r\n');
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else if (/^MAIL FROM/i.test(line)) answer('from');
      else if (/^RCPT TO/i.test(line)) {
        to = /<([^<>]*)>/.exec(line)?.[1] ?? '';
        answer('to');
      } else if (/^DATA/i.test(line)) {
        if (!answer('data').startsWith('354')) return;
        hears = 'data';
        const { name, act } = next('middle');
        if (name === '') return;
        hears = 'deaf';
        act(socket, later);
      } else socket.write('250 fine\r\n');
    }

    /** @param {Step} step @returns {string} the name of what was done */
    function answer(step) {
      const way = next(step);
      if (way.refused) refused.add(to);
      way.act(socket, later);
      return way.name;
    }
  }
}

/** How many ways there are. */
export const countOfWays = Object.values(steps).reduce((sum, { ways }) => sum + ways.length, 0);
