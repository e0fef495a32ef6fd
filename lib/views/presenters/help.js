/**
 * What authors can write, with keys of titles and explanations, and examples. Everything that lib/markup understands
 * has one.
 * @type {{ title: string, about: string, examples: string[] }[]}
 */
export const topics = [
  {
    title: 'help.words',
    about: 'help.wordsAbout',
    examples: [
      'Some *salt*, **much salt**, ~~no salt~~, ==the salt==, `salt`.',
      'H~2~O, 10^3^ and "quoted" words. A backslash keeps a sign: \\*salt\\*.',
      '*[HTML]: HyperText Markup Language\n\nHTML is explained wherever it stands.',
    ],
  },
  {
    title: 'help.headings',
    about: 'help.headingsAbout',
    examples: ['## Day one\n\n### In the morning\n\n---'],
  },
  {
    title: 'help.links',
    about: 'help.linksAbout',
    examples: [
      '[Lemons](https://example.com), https://example.com',
      '[[pickled-lemons]], [[pickled-lemons|my lemons]]',
    ],
  },
  {
    title: 'help.lists',
    about: 'help.listsAbout',
    examples: [
      '- Salt\n- Lemons\n  1. Wash\n  2. Cut',
      '- [x] Buy lemons\n- [ ] Wait a month',
      'Damson\n: A small plum\n\nQuince\n: A hard fruit',
    ],
  },
  {
    title: 'help.footnotes',
    about: 'help.footnotesAbout',
    examples: ['Salt[^sea] and sugar^[From beets.].\n\n[^sea]: From the sea.'],
  },
  {
    title: 'help.quotationsAndCallouts',
    about: 'help.quotationsAndCalloutsAbout',
    examples: [
      '> Salt is a mineral.',
      '> [!TIP]\n> Use a clean spoon.',
      ':::warning Hot jars\nLet them cool.\n:::',
      '> [!note]- How long?\n> A month.',
    ],
  },
  {
    title: 'help.code',
    about: 'help.codeAbout',
    examples: [
      '```js title="jar.js" {2}\nconst jar = [];\njar.push("lemon");\n```',
      '```mermaid\ngraph TD\n  Lemon --> Jar\n```',
    ],
  },
  {
    title: 'help.tables',
    about: 'help.tablesAbout',
    examples: ['| Fruit  | Grams |\n| ------ | ----: |\n| Lemon  |   500 |\n| Quince |  1200 |'],
  },
  {
    title: 'help.formulas',
    about: 'help.formulasAbout',
    examples: ['The area is $\\pi r^2$.', '$$\n\\sum_{i=1}^n i = \\frac{n(n+1)}{2}\n$$'],
  },
  {
    title: 'help.imagesVideoAndAudio',
    about: 'help.imagesVideoAndAudioAbout',
    examples: [
      '![A jar of lemons](/favicon.ico)',
      '<video src="https://example.com/lemons.mp4"></video>',
      'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    ],
  },
  {
    title: 'help.html',
    about: 'help.htmlAbout',
    examples: [
      '<details><summary>More</summary>\n\nWith *Markdown* in it.\n\n</details>\n\nPress <kbd>Ctrl</kbd>.',
    ],
  },
  {
    title: 'help.excerptBreak',
    about: 'help.excerptBreakAbout',
    examples: ['Salt and lemons.\n\n<!-- more -->\n\nThe rest.'],
  },
];
