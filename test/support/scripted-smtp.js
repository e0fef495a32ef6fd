import { once } from 'node:events';
import net from 'node:net';
/** @import { AddressInfo } from 'node:net' */

/**
 * @typedef {'connect' | 'from' | 'to' | 'data' | 'message'} Step
 *
 * @typedef {(step: Step, to: string, count: number) => string} Script  what the server says at a step, of which it is
 *   the time number `count` for that address; '' as usual, `close` and `stall` in its place; `taken last` is said, and
 *   then it closes
 */

/** @type {Record<Step, string>} */
const usual = {
  connect: '220 here',
  from: '250 fine',
  to: '250 fine',
  data: '354 go on',
  message: '250 kept',
};

/**
 * A mail server (RFC 5321) that fails as it is told, and says what it has taken.
 * @param {Script} [script]
 */
export async function startScriptedSmtp(script = () => '') {
  /** @type {{ to: string, from: string, message: string }[]} */
  const taken = [];
  /** @type {Map<string, number>} */
  const counts = new Map();
  let connections = 0;
  let open = 0;
  let mostOpen = 0;
  const server = net.createServer((socket) => {
    connections++;
    mostOpen = Math.max(mostOpen, ++open);
    let [from, to, data, rest] = ['', '', /** @type {string | null} */ (null), ''];
    let isStalled = false;
    socket.on('error', () => {}).on('close', () => open--);
    answer('connect');
    socket.on('data', (chunk) => {
      if (isStalled) return;
      rest += chunk.toString();
      for (let end; data === null && (end = rest.indexOf('\r\n')) >= 0;) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        hear(line);
      }
      if (data === null) return;
      const end = rest.indexOf('\r\n.\r\n');
      if (end < 0) return;
      const message = rest.slice(0, end + 2);
      data = null;
      rest = rest.slice(end + 5);
      const said = answer('message');
      if (said.startsWith('2') || said.startsWith('taken')) taken.push({ from, to, message });
    });

    /** @param {string} line */
    function hear(line) {
      if (/^(EHLO|HELO|RSET|NOOP)/i.test(line)) socket.write('250 fine\r\n');
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else if (/^MAIL FROM/i.test(line)) {
        from = /<([^<>]*)>/.exec(line)?.[1] ?? '';
        to = '';
        answer('from');
      } else if (/^RCPT TO/i.test(line)) {
        to = /<([^<>]*)>/.exec(line)?.[1] ?? '';
        answer('to');
      } else if (/^DATA/i.test(line)) {
        if (answer('data').startsWith('354')) data = '';
      } else socket.write('500 what?\r\n');
    }

    /** @param {Step} step @returns {string} */
    function answer(step) {
      const count = (counts.get(`${step} ${to}`) ?? 0) + 1;
      counts.set(`${step} ${to}`, count);
      const said = script(step, to, count) || usual[step];
      if (said.endsWith('last')) socket.end('250 kept\r\n');
      else if (said.endsWith('close')) socket.destroy();
      else if (said.endsWith('stall')) isStalled = true;
      else socket.write(`${said}\r\n`);
      return said;
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    connections: () => connections,
    mostOpen: () => mostOpen,
    stop: () => server.close(),
    /** @param {Script} next */
    follow: (next) => void (script = next),
  };
}
