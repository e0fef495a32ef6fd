import { once } from 'node:events';
import net from 'node:net';
/** @import { AddressInfo } from 'node:net' */

/**
 * As much of an IMAP server as reads a mailbox (RFC 9051).
 * @param {{ password?: string, validity?: number }} [options]
 */
export async function startImap({ password = 'secret', validity = 7 } = {}) {
  /** @type {Map<number, { text: string, flags: Set<string> }>} */
  const messages = new Map();
  /** What clients have said. @type {string[]} */
  const heard = [];
  let next = 1;
  let isStalled = false;
  /** @type {Set<net.Socket>} */
  const sockets = new Set();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    const say = (/** @type {string} */ line) => void socket.write(`${line}\r\n`, 'latin1');
    if (isStalled) return;
    say('* OK [CAPABILITY IMAP4rev1] here');
    let rest = '';
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (let end; (end = rest.indexOf('\r\n')) >= 0;) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        hear(line, say);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  return {
    url: `imap://bounces:secret@127.0.0.1:${port}/Reports`,
    heard,
    /** @param {string} text @returns {number} its UID */
    add(text) {
      messages.set(next, { text: text.replaceAll('\n', '\r\n'), flags: new Set() });
      return next++;
    },
    /** @param {number} uid */
    flags: (uid) => [...(messages.get(uid)?.flags ?? [])],
    stall: () => void (isStalled = true),
    /** Under a new validity, all UIDs are new. @param {number} to */
    renew: (to) => void (validity = to),
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };

  /** @param {string} line @param {(line: string) => void} say */
  function hear(line, say) {
    const [tag, command, ...given] = line.split(' ');
    heard.push(line.slice(tag.length + 1));
    const args = given.join(' ');
    const done = (/** @type {string} */ text = 'OK done') => say(`${tag} ${text}`);
    switch (command.toUpperCase()) {
      case 'LOGIN':
        return done(args.includes(password) ? 'OK in' : 'NO [AUTHENTICATIONFAILED] no');
      case 'CAPABILITY':
        say('* CAPABILITY IMAP4rev1');
        return done();
      case 'SELECT':
        if (!/Reports/.test(args)) return done('NO There is no such mailbox');
        say(`* ${messages.size} EXISTS`);
        say('* FLAGS (\\Seen)');
        say(`* OK [UIDVALIDITY ${validity}] so`);
        say(`* OK [UIDNEXT ${next}] so`);
        return done('OK [READ-WRITE] done');
      case 'UID':
        ofUids(args, say);
        return done();
      default:
        return done();
    }
  }

  /** @param {string} args @param {(line: string) => void} say */
  function ofUids(args, say) {
    const uids = [...messages.keys()];
    const search = /^SEARCH UID (\d+):\*/i.exec(args);
    if (search) {
      const from = Number(search[1]);
      const found = uids.filter((uid) => uid >= from);
      return say(`* SEARCH ${(found.length > 0 ? found : uids.slice(-1)).join(' ')}`);
    }
    const [, name = '', set = '', what = ''] = /^(\w+) ([\d,]+) (.*)$/.exec(args) ?? [];
    for (const uid of set.split(',').map(Number)) {
      const message = messages.get(uid);
      const place = uids.indexOf(uid) + 1;
      if (!message) continue;
      if (name === 'STORE') message.flags.add(what.slice(what.indexOf('(') + 1, -1));
      const head = `${/^Content-Type:[^]*?(?=\r\n\S|\r\n\r\n)/im.exec(message.text)?.[0] ?? ''}\r\n\r\n`;
      const length = Number(/<0\.(\d+)>/.exec(what)?.[1] ?? Infinity);
      const text = message.text.slice(0, length);
      if (/HEADER/i.test(what))
        say(
          `* ${place} FETCH (UID ${uid} BODY[HEADER.FIELDS (CONTENT-TYPE)] {${head.length}}\r\n${head})`,
        );
      else if (name === 'FETCH')
        say(`* ${place} FETCH (UID ${uid} BODY[]<0> {${text.length}}\r\n${text})`);
    }
  }
}
