/** @import { ByFile } from '../model/mutants.js' */

/** Breaks of the fast path, each of which the fuzzer has to find. @type {ByFile} */
export const ofTheFastPath = {
  'lib/http/known-fields.js': [
    ['If-Match is ignored', "'if-match', ", ''],
    ['If-Unmodified-Since is ignored', ", 'if-unmodified-since'", ''],
    ['If-None-Match is ignored', "'if-none-match', ", ''],
    ['If-Modified-Since is ignored', "DECISIVE = … , 'if-modified-since'", ''],
    ['Accept-Encoding is ignored', "DECISIVE = … , 'accept-encoding'", ''],
    ['Range is ignored', "'range', ", ''],
    ['Content-Length is ignored', "'content-length', ", ''],
    ['Transfer-Encoding is ignored', "'transfer-encoding', ", ''],
    ['Expect is ignored', "'expect', ", ''],
    ['Proxy-Connection is ignored', ", 'proxy-connection'", ''],
    ['Authorization and Cache-Control are ignored', "'authorization', 'cache-control', ", ''],
  ],
  'lib/http/fast-path.js': [
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
    ['what was answered is handed over as well', '#passOn(chunk.subarray(done))', '#passOn(chunk)'],
    ['a doubled field is taken', 'else return null;', ''],
    ['fields without an end are taken', "!text.startsWith('\\r\\n', at) || ", ''],
    ['a head may be of any size', ' || end - start >= maxHeaderSize', ''],
    ['any number of fields is taken', 'count < MOST_FIELDS', 'count < Infinity'],
    ['TE is ignored', 'isOld && headers.te !== undefined', 'false'],
    ['every HTTP/1.0 is kept', '? !isOld :', '? true :'],
    ['a 304 keeps a connection of HTTP/1.0', ' || (status === 304 && ', ' || (status === 999 && '],
    [
      'chunks of the same length are taken for the same',
      'isRepeated = chunk.equals(this.#bytes)',
      'isRepeated = chunk.length === this.#bytes.length',
    ],
    [
      'a buffer is used again while it is sent',
      'if (socket.writableLength > 0) room',
      'if (socket.destroyed) room',
    ],
    ['what waits is lost', 'this.#read(rest);', ''],
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
      "server.on('checkExpectation', turns.inOrder(createExpectationRefusal(refusalHeaders)));",
      '',
    ],
  ],
  'lib/router/router.js': [
    ['a fast hit is not counted', '    cache.hit(entry.key);\n    networks', '    networks'],
  ],
};
