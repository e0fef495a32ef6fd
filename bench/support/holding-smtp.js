/** A mail server in a process of its own, which holds back its answers when it is told, and says what it has taken. */
import { once } from 'node:events';
import net from 'node:net';
/** @import { AddressInfo } from 'node:net' */

let isHeld = false;
let taken = 0;
/** @type {(() => void)[]} */
const held = [];
const server = net
  .createServer((socket) => {
    let rest = '';
    let isData = false;
    const say = (/** @type {string} */ text) => void (socket.destroyed || socket.write(text));
    socket.on('error', () => {});
    say('220 here\r\n');
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      for (;;) {
        const end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const line = rest.slice(0, end);
        rest = rest.slice(end + (isData ? 5 : 2));
        const answer = isData ? '250 kept' : /^DATA/i.test(line) ? '354 go on' : '250 fine';
        if (isData) taken++;
        isData = answer.startsWith('354');
        if (isHeld) held.push(() => say(`${answer}\r\n`));
        else say(`${answer}\r\n`);
      }
    });
  })
  .listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.(`smtp://127.0.0.1:${/** @type {AddressInfo} */ (server.address()).port}`);
process.on('message', (/** @type {{ isHeld?: boolean }} */ said) => {
  if (said.isHeld === undefined) return void process.send?.(taken);
  isHeld = said.isHeld;
  if (!isHeld) for (const answer of held.splice(0)) answer();
});
process.on('disconnect', () => process.exit());
