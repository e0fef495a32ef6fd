import { deepEqual, equal } from 'node:assert/strict';
import { dataIn, literalsIn } from '../../../lib/exchange/import/shared/literals.js';

/** @param {string} code */
const found = (code) => Object.fromEntries(literalsIn(code));

describe('Settings in code, which is not run', () => {
  it('are what variables, exports and functions are given literally', () => {
    deepEqual(
      found(`
        // const no = 'comment'
        export const SITE = 'Jam', /* two */ count = 3;
        let typed: string = "It\\'s\\n\\u0041";
        export const metadata: Metadata = { title: { default: \`Jars\` }, 'a-b': [1, 'x',], } satisfies M;
        export default defineConfig({ name: SITE, deep: { ok: true, no: false }, SITE });
      `),
      {
        SITE: 'Jam',
        count: 3,
        typed: "It's\nA",
        metadata: { title: { default: 'Jars' }, 'a-b': [1, 'x'] },
        default: { name: 'Jam', deep: { ok: true, no: false }, SITE: 'Jam' },
      },
    );
  });

  it('are read in Python, too', () => {
    deepEqual(
      found(
        `# x\nNAME = 'Jam' # 'y'\nMENU = (('Home', '/'),)\nONE = ('a')\nLINKS = {\n  LANG: (("/a", "A"), ("/b", "B")),\n}\nT = """a\nb"""\n`,
      ),
      {
        NAME: 'Jam',
        MENU: [['Home', '/']],
        ONE: 'a',
        LINKS: {
          LANG: [
            ['/a', 'A'],
            ['/b', 'B'],
          ],
        },
        T: 'a\nb',
      },
    );
  });

  it('are left out where they would have to be computed', () => {
    deepEqual(
      found(
        'const x = { a: one(), b: "a" + b, c: c ? "d" : "e", ...f, g() { return { h: 1 } }, i: (j) => ({ k: 2 }), l: `${m}`, n: [o, "p"], [q]: 1, last: "z" }',
      ),
      { x: { n: ['p'], last: 'z' } },
    );
    deepEqual(found('a = b("c")\nd = "e".trim()\nif (f == "g") {}'), {});
  });

  it('are data alone where nothing else is in them', () => {
    deepEqual(dataIn('const title = "A";\nconst draft = false, no = null;\nlet tags = ["b",];'), {
      title: 'A',
      draft: false,
      no: null,
      tags: ['b'],
    });
    deepEqual(dataIn('const a = { b: 1 };\nlet c = a;'), { a: { b: 1 }, c: { b: 1 } });
    for (const code of [
      'const data = { title: "A", draft: isDraft() }',
      'const data = { title: "A", draft }',
      'const data = { title: "A", ...draft }',
      'const data = { title: "A", draft: !0 }',
      'const data = { title: "A", get draft() { return true } }',
      'const data = { title: "A", ["draft"]: true }',
      'const data = { title: "A", tags: [b] }',
      'const data = { title: "A", a: { draft: x ? 1 : 2 } }',
      'const title = "A", draft = f;',
      'const title = "A"; if (x) { a }',
      'const title = "A"; const title = "B";',
    ])
      equal(dataIn(code), null, code);
  });

  it('take no names from what all objects have', () => {
    const { default: given } = found(
      'export default { "__proto__": { a: "b" }, c: x.constructor }',
    );
    equal(Object.getPrototypeOf(given), Object.prototype);
    deepEqual(Object.keys(/** @type {object} */ (given)), ['__proto__']);
  });

  for (const part of [
    '{',
    'a={',
    '(',
    'a=[',
    '"',
    "'\\",
    '`',
    '/*',
    '/* ',
    '"""',
    '"""\\',
    'f({',
    'return {',
    'a=f(',
  ])
    it(`are looked for in little time in a text of ${JSON.stringify(part)} alone`, () => {
      const start = process.cpuUsage();
      found(part.repeat(100_000));
      const { user } = process.cpuUsage(start);
      equal(user < 1_500_000, true, `${user} µs`);
    });
});
