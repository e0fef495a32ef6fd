import { createReadStream } from 'node:fs';
import { Parser } from 'htmlparser2';
import { isSystemError, LarderError } from '../../../../base/errors.js';
/** @import { Handler } from 'htmlparser2' */

/**
 * @typedef {object} Node  An element below `<channel>`.
 * @property {string} name
 * @property {Record<string, string>} attributes
 * @property {string} text
 * @property {Node[]} children
 * @property {boolean} isCut  there was more in it than is read
 *
 * @typedef {object} Ending  How a file ended.
 * @property {string | null} broken  where and why it broke off; null when it is whole
 * @property {number} unreadable  characters that are none in the file's encoding
 */

/** The longest text of one element, and of one item with all that is in it, in characters. */
const LONGEST_TEXT = 5_500_000;
const LONGEST_ITEM = 64_000_000;

/** No export nests deeper than rss, channel, item, comment, its meta, and that one's value. */
const DEEPEST = 100;

/** The depth of the elements that are yielded: rss, channel, and they. */
const INPUT = 3;

/** Elements of text; unescaped tags in them belong to the text. */
const TEXTS = /:(encoded|comment_content|meta_value)$/;

/** Elements of HTML without an end. */
const VOID = /^(br|hr|img|input|wbr)$/i;

/** What XML forbids, and what exports hold all the same. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu;

/**
 * Reads an export piece by piece, so that its size does not matter. Entities other than the five of XML stay as
 * they are; nothing that the file declares is ever followed.
 * @param {string} file
 * @param {Ending} ending is filled in
 * @returns {AsyncIterable<Node>} each element directly below `<channel>`, when it is whole
 * @throws {LarderError} `invalid` when the file cannot be read, or declares entities of its own
 */
export async function* readXml(file, ending) {
  const reader = new Reader();
  let bytes = 0;
  try {
    for await (const text of texts(file, (size) => (bytes += size))) {
      ending.unreadable += text.split('\ufffd').length - 1;
      reader.write(text);
      yield* reader.take();
      if (reader.isTangled) break;
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new LarderError('invalid', `${file} cannot be read: ${error.code}`, { cause: error });
  }
  if (reader.isTangled)
    ending.broken = `after ${bytes} bytes its elements are nested more than ${DEEPEST} deep`;
  else if (!reader.isWhole) ending.broken = `it breaks off after ${bytes} bytes`;
}

/** Builds nodes from the events of the parser. */
class Reader {
  /** @type {Node[]} */
  #ready = [];
  /** Open elements that are kept; the first is the one that is given. @type {Node[]} */
  #path = [];
  #depth = 0;
  /** The depth of elements that are yielded. */
  #base = INPUT;
  #size = 0;
  /** Nothing has come since an element began. */
  #isEmpty = false;
  isWhole = false;
  isTangled = false;
  #parser;

  constructor() {
    /** @type {Partial<Handler>} */
    const handler = {
      onopentag: (name, attributes) => this.#open(name, attributes),
      onclosetag: (name, isImplied) => this.#close(name, isImplied),
      ontext: (text) => {
        this.#isEmpty = false;
        this.#text(text);
      },
      onprocessinginstruction: (_, data) => refuseEntities(data),
    };
    this.#parser = new Parser(handler, { xmlMode: true, decodeEntities: true });
  }

  /** @param {string} text */
  write(text) {
    if (!this.isTangled) this.#parser.write(text);
  }

  /** @returns {Node[]} what has become whole since */
  take() {
    return this.#ready.splice(0);
  }

  /** @param {string} name @param {Record<string, string>} attributes */
  #open(name, attributes) {
    this.#depth += 1;
    this.#isEmpty = true;
    if (this.#depth > DEEPEST) {
      this.isTangled = true;
      this.#parser.pause();
      return;
    }
    const parent = this.#path.at(-1);
    if (parent && TEXTS.test(parent.name)) return this.#text(tagOf(name, attributes));
    // No item is in another one: the end of something before it is missing.
    if (name === 'item' && this.#depth > this.#base) this.#beginAnew();
    if (this.#depth < this.#base) return;
    const node = { name, attributes, text: '', children: [], isCut: false };
    if (this.#depth === this.#base) this.#size = 0;
    this.#path.at(-1)?.children.push(node);
    this.#path.push(node);
  }

  #beginAnew() {
    const [open] = this.#path.splice(0);
    if (open) this.#ready.push(Object.assign(open, { isCut: true }));
    this.#base = this.#depth;
  }

  /** @param {string} name @param {boolean} hasNoEnd there is no end tag */
  #close(name, hasNoEnd) {
    // One such as <a/> needs none.
    const isImplied = hasNoEnd && !this.#isEmpty;
    this.#isEmpty = false;
    const isRetained = this.#path.length > 0 && this.#path.length === this.#depth - this.#base + 1;
    this.#depth -= 1;
    if (this.#depth < this.#base - 1) this.#base = Math.max(INPUT, this.#depth + 1);
    if (this.#depth === 0 && !isImplied) this.isWhole = true;
    if (!isRetained) {
      if (this.#path.length > 0 && !isImplied && !VOID.test(name)) this.#text(`</${name}>`);
      return;
    }
    this.#path[0].isCut ||= isImplied;
    const [node] = this.#path.splice(-1);
    const isWanted = this.#path.length === 0 && (node.name !== 'item' || node.children.length > 0);
    if (isWanted) this.#ready.push(node);
  }

  /** @param {string} text */
  #text(text) {
    const node = this.#path.at(-1);
    if (!node) return;
    if (node.text.length + text.length > LONGEST_TEXT || this.#size + text.length > LONGEST_ITEM) {
      this.#path[0].isCut = node.isCut = true;
      return;
    }
    this.#size += text.length;
    node.text += text;
  }
}

/** @param {string} name @param {Record<string, string>} attributes */
function tagOf(name, attributes) {
  const pairs = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${value.replaceAll('"', '&quot;')}"`,
  );
  return `<${name}${pairs.join('')}>`;
}

/** @param {string} declaration what is between `<!` or `<?` and `>` */
function refuseEntities(declaration) {
  if (!/^!(doctype\b[^]*(\[|\b(system|public)\b)|entity\b)/i.test(declaration)) return;
  throw new LarderError(
    'invalid',
    'The file declares entities of its own (<!DOCTYPE … or <!ENTITY …), which no WordPress export does. Nothing was imported.',
  );
}

/**
 * @param {string} file
 * @param {(size: number) => void} count is called with the bytes of each piece
 * @returns {AsyncIterable<string>}
 */
async function* texts(file, count) {
  /** @type {TextDecoder | null} */
  let decoder = null;
  for await (const bytes of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    count(bytes.length);
    decoder ??= new TextDecoder(encodingOf(bytes));
    yield decoder.decode(bytes, { stream: true }).replace(CONTROLS, '');
  }
}

/**
 * @param {Uint8Array} start of a file
 * @returns {string} a label that TextDecoder knows: by the byte order mark, else as the file declares
 */
export function encodingOf(start) {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const head = Buffer.from(start.subarray(0, 200)).toString('latin1');
  const [, label = 'utf-8'] = /<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head) ?? [];
  try {
    // A file whose declaration can be read byte by byte is in no encoding of two bytes, whatever it says.
    return /^(ucs|utf-?(16|32))/i.test(label) ? 'utf-8' : new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}

/**
 * @param {Node} node
 * @param {string} name of a child
 * @returns {string} the text of the first one, without white space around it; '' when there is none
 */
export const textOf = (node, name) =>
  node.children.find((child) => child.name === name)?.text.trim() ?? '';

/** @param {Node} node @param {string} name @returns {Node[]} all children of this name */
export const allOf = (node, name) => node.children.filter((child) => child.name === name);

/**
 * @param {Node} item
 * @param {string} key
 * @returns {string} what a plugin or WordPress itself stores with the item; '' for nothing
 */
export function metaOf(item, key) {
  const pair = allOf(item, 'wp:postmeta').find((meta) => textOf(meta, 'wp:meta_key') === key);
  return pair ? textOf(pair, 'wp:meta_value') : '';
}
