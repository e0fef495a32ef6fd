/** No settings are nested deeper. */
const DEEPEST = 20;

/**
 * Comments of JavaScript and Python, texts, names and numbers, and all other signs. What has no end goes to that of the
 * line or of the code, so that nothing is read twice.
 */
const TOKEN =
  /\s+|\/\/[^\n]*|#[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|"""((?:[^"\\]|\\.|"(?!""))*)(?:""")?|"((?:[^"\\\n]|\\.)*)"?|'((?:[^'\\\n]|\\.)*)'?|`((?:[^`\\]|\\.)*)`?|([\w$][\w$.]*)|./gsy;

/** The longest code that is read, in characters. */
const LONGEST = 100_000;

/** @typedef {{ text?: string, word?: string, sign?: string }} Token */

/**
 * Reads the data that stand literally in code of JavaScript, TypeScript or Python. No code is run: what would have to
 * be computed is left out.
 * @param {string} code
 * @returns {Map<string, unknown>} by the names that they are set to: variables, `module.exports`, `default`, `return`,
 *   or the function that they are passed to
 */
export function literalsIn(code) {
  return new Reader(tokensOf(code.slice(0, LONGEST))).read();
}

/**
 * @param {string} code that is to be nothing but variables
 * @returns {Record<string, unknown> | null} null when there is more in it
 */
export function dataIn(code) {
  const reader = new Reader(tokensOf(code.slice(0, LONGEST)));
  const found = Object.fromEntries(reader.read());
  return reader.isWhole && code.length <= LONGEST ? found : null;
}

/** @param {string} code @returns {Token[]} */
function tokensOf(code) {
  /** @type {Token[]} */
  const tokens = [];
  for (const [all, long, double, single, template, word] of code.matchAll(TOKEN)) {
    const text = long ?? double ?? single ?? (template?.includes('${') ? undefined : template);
    if (text !== undefined) tokens.push({ text: unescaped(text) });
    else if (word) tokens.push({ word });
    else if (all.length === 1 && all.trim()) tokens.push({ sign: all });
    else if (template !== undefined) tokens.push({ sign: '`' });
  }
  return tokens;
}

/** @param {string} text between quotes */
const unescaped = (text) =>
  text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, code, sign) =>
    code ? String.fromCharCode(parseInt(code, 16)) : sign === 'n' ? '\n' : sign,
  );

class Reader {
  /** Whether nothing had to be left out. */
  isWhole = true;
  /** @type {Map<string, unknown>} */
  #found = new Map();
  #tokens;
  #at = 0;

  /** @param {Token[]} tokens */
  constructor(tokens) {
    this.#tokens = tokens;
  }

  read() {
    let depth = 0;
    while (this.#at < this.#tokens.length) {
      const name = this.#nameHere(depth);
      if (name === undefined) {
        const { sign = '', word = '' } = this.#next();
        this.isWhole &&= /[;,]/.test(sign) || /^(const|let|var|export)$/.test(word);
        if ('{[('.includes(sign) && sign) depth += 1;
        if ('}])'.includes(sign) && sign) depth -= 1;
        continue;
      }
      const value = this.#value(0);
      this.isWhole &&= value !== undefined && !this.#found.has(name);
      if (value !== undefined && !this.#found.has(name)) this.#found.set(name, value);
    }
    return this.#found;
  }

  /** @param {number} depth @returns {string | undefined} the name of the value that comes next, which is passed */
  #nameHere(depth) {
    const [first, second, third, fourth] = this.#tokens.slice(this.#at, this.#at + 4);
    const { word } = first;
    if (!word) return undefined;
    const pass = (/** @type {number} */ count) => ((this.#at += count), word);
    if (word === 'export' && second?.word === 'default') return (pass(2), 'default');
    if (word === 'return' && second?.sign === '{') return pass(1);
    if (second?.sign === '(' && third?.sign === '{') return pass(2);
    if (depth > 0) return undefined;
    if (second?.sign === '=' && !/[=>]/.test(third?.sign ?? '')) return pass(2);
    // With a type.
    return second?.sign === ':' && third?.word && fourth?.sign === '=' ? pass(4) : undefined;
  }

  /** @returns {Token} */
  #next() {
    return this.#tokens[this.#at++] ?? {};
  }

  /** @param {string} [sign] @returns {boolean} whether it, or the end, comes next */
  #isAt(sign) {
    const token = this.#tokens[this.#at];
    return token === undefined || token.sign === sign;
  }

  /** @param {number} depth @returns {unknown} undefined when it is to be computed */
  #value(depth) {
    const { text, word, sign } = this.#next();
    if (text !== undefined) return this.#isWhole() ? text : undefined;
    if (word !== undefined) return this.#named(word, depth);
    if (depth >= DEEPEST) return undefined;
    if (sign === '{') return this.#record(depth + 1);
    if (sign === '[') return this.#list(depth + 1, ']').values;
    if (sign !== '(') return undefined;
    const { values, isTuple } = this.#list(depth + 1, ')');
    return isTuple ? values : values[0];
  }

  /** @returns {boolean} whether nothing is done with the value before */
  #isWhole() {
    const { sign, text } = this.#tokens[this.#at] ?? {};
    return text === undefined && !(sign && '+-*/%?.[(&|<`'.includes(sign));
  }

  /** @param {string} word @param {number} depth */
  #named(word, depth) {
    // A function that is handed the settings, such as `defineConfig`.
    if (this.#isAt('(') && this.#tokens[this.#at + 1]?.sign === '{') return this.#value(depth);
    if (!this.#isWhole()) return undefined;
    if (/^(null|None)$/.test(word)) return null;
    if (/^(true|false)$/i.test(word)) return /^t/i.test(word);
    if (/^\d+(\.\d+)?$/.test(word)) return Number(word);
    const [first, ...path] = word.split('.');
    return valueAt(this.#found.get(first), path);
  }

  /** @param {number} depth @returns {Record<string, unknown>} */
  #record(depth) {
    /** @type {Map<string, unknown>} */
    const record = new Map();
    while (!this.#isAt('}')) {
      const { text, word } = this.#next();
      const name = text ?? word;
      if (name !== undefined && this.#isAt(':')) {
        this.#next();
        if (!this.#isAt('}')) record.set(name, this.#value(depth));
      } else if (word && (this.#isAt(',') || this.#isAt('}')))
        record.set(word, this.#found.get(word));
      const isRead = this.#skip('}') && record.has(name ?? '');
      this.isWhole &&= isRead;
      if (!isRead) record.delete(name ?? '');
    }
    this.#next();
    const known = [...record].filter(([, value]) => value !== undefined);
    this.isWhole &&= known.length === record.size;
    return Object.fromEntries(known);
  }

  /** @param {number} depth @param {']' | ')'} end */
  #list(depth, end) {
    const values = [];
    let isTuple = false;
    while (!this.#isAt(end)) {
      const value = this.#value(depth);
      const isRead = this.#skip(end) && value !== undefined;
      this.isWhole &&= isRead;
      if (isRead) values.push(value);
      isTuple ||= this.#tokens[this.#at - 1]?.sign === ',';
    }
    this.#next();
    return { values, isTuple };
  }

  /**
   * Goes to the next part of a list or record.
   * @param {string} end of it, which stays
   * @returns {boolean} whether nothing was in between
   */
  #skip(end) {
    let isWhole = true;
    for (let depth = 0; this.#at < this.#tokens.length;) {
      const { sign, word } = this.#tokens[this.#at];
      if (depth === 0 && sign === end) break;
      this.#at += 1;
      if (depth === 0 && sign === ',') break;
      if (sign && '{[('.includes(sign)) depth += 1;
      if (sign && '}])'.includes(sign)) depth = Math.max(0, depth - 1);
      // `as const` and `satisfies Config` change no value.
      if (!word) isWhole = false;
    }
    return isWhole;
  }
}

/**
 * @param {unknown} data
 * @param {string[]} path of names in names
 * @returns {unknown} undefined when there is none
 */
export function valueAt(data, path) {
  let value = data;
  for (const name of path) {
    const isThere = value !== null && typeof value === 'object' && Object.hasOwn(value, name);
    value = isThere ? Reflect.get(/** @type {object} */ (value), name) : undefined;
  }
  return value;
}
