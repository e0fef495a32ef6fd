import net from 'node:net';

/**
 * As much of a mail server as a client needs (RFC 5321).
 * @param {(text: string) => void} onText
 */
export const createSmtp = (onText) =>
  net.createServer((socket) => {
    let isData = false;
    let data = '';
    socket.write('220 here\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      onText(text);
      if (isData) {
        data += text;
        if (!data.endsWith('\r\n.\r\n')) return;
        isData = false;
        data = '';
        return socket.write('250 kept\r\n');
      }
      isData = /^DATA/i.test(text);
      if (/^QUIT/i.test(text)) return socket.end('221 bye\r\n');
      return socket.write(isData ? '354 go on\r\n' : '250 fine\r\n');
    });
  });
