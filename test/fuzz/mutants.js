#!/usr/bin/env node
/**
 * Breaks the fast path in a copy of the project, one thing at a time, and shows that the fuzzer finds each break within a minute:
 * `node test/fuzz/mutants.js [WORD…]`. Words leave all but those with one of them in their names.
 */
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Milliseconds within which a break must show. */
const LONGEST = 60_000;

/** By file: what is broken, and how. The text that is replaced stands in the file once. @type {Record<string, [name: string, from: string, to: string][]>} */
const mutants = {
  'lib/http/fast-path.js': [
    ['If-Match is ignored', "'if-match', ", ''],
    ['If-Unmodified-Since is ignored', ", 'if-unmodified-since'", ''],
    ['If-None-Match is ignored', "'if-none-match', ", ''],
    ['If-Modified-Since is ignored', ", 'if-modified-since'", ''],
    ['Accept-Encoding is ignored', ", 'accept-encoding'", ''],
    ['Range is ignored', "'range', ", ''],
    ['Content-Length is ignored', "'content-length', ", ''],
    ['Transfer-Encoding is ignored', "'transfer-encoding', ", ''],
    ['Expect is ignored', "'expect', ", ''],
    ['Proxy-Connection is ignored', ", 'proxy-connection'", ''],
    ['Authorization and Cache-Control are ignored', "'authorization', 'cache-control', ", ''],
    ['the first Date is kept', 'if (now !== second)', 'if (Number.isNaN(second))'],
    ['a body is a byte short', 'NOTHING : body;', 'NOTHING : body.subarray(1);'],
    [
      'a HEAD is answered with the body',
      "method === 'HEAD' ? NOTHING : body",
      'method ? body : body',
    ],
    [
      'a connection is handed over before the answers are written',
      '      writer.flush(socket);\n      if (done',
      '      if (done',
    ],
    ['what was answered is handed over as well', 'passOn(chunk.subarray(done))', 'passOn(chunk)'],
    ['a doubled field is taken', 'else return null;', ''],
    ['fields without an end are taken', "!text.startsWith('\\r\\n', at) || ", ''],
    ['a head may be of any size', ' || end - start >= maxHeaderSize', ''],
    ['any number of fields is taken', 'count < MOST_FIELDS', 'count < Infinity'],
    ['TE is ignored', 'isOld && headers.te !== undefined', 'false'],
    ['every HTTP/1.0 is kept', '? !isOld :', '? true :'],
    ['a 304 keeps a connection of HTTP/1.0', ' || (status === 304 && ', ' || (status === 999 && '],
    [
      'chunks of the same length are taken for the same',
      'isRepeated = chunk.equals(bytes)',
      'isRepeated = chunk.length === bytes.length',
    ],
    [
      'a buffer is used again while it is sent',
      'if (socket.writableLength > 0) room',
      'if (socket.destroyed) room',
    ],
    ['what waits is lost', '      read(rest);\n', ''],
    ['a control character is taken', '[!-~\\x80-\\xff]+(?:[\\t ]', '[!-\\xff]+(?:[\\t ]'],
    ['a tab before the line end is taken', ') *)?\\r\\n', ')[\\t ]*)?\\r\\n'],
    ['a bare line feed ends a line', '(1\\.[01])\\r\\n/y', '(1\\.[01])\\r?\\n/y'],
  ],
  'lib/http/tunnel.js': [
    [
      'a connection comes back while its answer is under way',
      'last.writableFinished &&\n      last.socket === null',
      'true',
    ],
    ['a connection comes back with half a request in the parser', 'this.#endsWithEmptyLine &&', ''],
    [
      'a connection comes back before anything is answered',
      'last !== undefined &&',
      'last === undefined ||',
    ],
    ['a short piece is lost', 'this.push(isInBody', 'if (part.length > 9) this.push(isInBody'],
    ['a connection comes back while requests wait', 'this.#rest.length === 0 &&', ''],
    [
      'answers are written in the wrong order',
      'chunks.slice(0, -1)',
      'chunks.slice(0, -1).reverse()',
    ],
    ['the end of a client is not passed on', 'this.#socket.end(done);', 'done();'],
  ],
  'lib/http/door.js': [
    [
      'a refused expectation is not known',
      "server.on('checkExpectation', inOrder(refuseExpectation, latest));",
      '',
    ],
  ],
  'lib/router/router.js': [
    ['a fast hit is not counted', '    cache.fetch(entry.key);\n    return', '    return'],
  ],
};

const project = fileURLToPath(new URL('../..', import.meta.url));
const words = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'larder-mutants-'));
for (const part of ['lib', 'controllers', 'views', 'public', 'test', 'bench', 'docs'])
  cpSync(join(project, part), join(folder, part), { recursive: true });
for (const file of ['app.js', 'package.json', 'package-lock.json', 'README.md'])
  cpSync(join(project, file), join(folder, file));
symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));

if (await isFoundByFuzzer(1)) throw new Error('The fuzzer fails with the project as it is');
let missed = 0;
for (const [file, some] of Object.entries(mutants))
  for (const [name, from, to] of some) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    const text = readFileSync(join(project, file), 'utf8');
    const parts = text.split(from);
    if (parts.length !== 2) throw new Error(`${file} has it ${parts.length - 1} times: ${from}`);
    writeFileSync(join(folder, file), parts.join(to));
    const begun = performance.now();
    const isFound = await isFoundByFuzzer();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    process.stdout.write(`${name}: ${isFound ? `found after ${seconds} s` : 'MISSED'}\n`);
    if (!isFound) missed++;
    writeFileSync(join(folder, file), text);
  }
await rm(folder, { recursive: true });
process.stdout.write(`${missed} missed\n`);
process.exitCode = missed === 0 ? 0 : 1;

/** @param {number} [requests] @returns {Promise<boolean>} */
async function isFoundByFuzzer(requests = 100_000_000) {
  const args = [join(folder, 'test/fuzz/long.js'), String(requests)];
  const child = spawn(process.execPath, args, { cwd: folder, timeout: LONGEST, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return code !== null && code !== 0;
}
