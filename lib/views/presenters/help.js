/**
 * What authors can write, with examples. Everything that lib/markup understands has one.
 * @type {{ title: string, about: string, examples: string[] }[]}
 */
export const topics = [
  {
    title: 'Words',
    about:
      'A blank line begins a new paragraph. Quotation marks become those of the blog’s language.',
    examples: [
      'Some *salt*, **much salt**, ~~no salt~~, ==the salt==, `salt`.',
      'H~2~O, 10^3^ and "quoted" words. A backslash keeps a sign: \\*salt\\*.',
      '*[HTML]: HyperText Markup Language\n\nHTML is explained wherever it stands.',
    ],
  },
  {
    title: 'Headings',
    about: 'The title of the post is above them. A line of three hyphens is a rule.',
    examples: ['## Day one\n\n### In the morning\n\n---'],
  },
  {
    title: 'Links',
    about:
      'Two brackets link to a post or page by its URL or title. The link works even after the post gets another URL.',
    examples: [
      '[Lemons](https://example.com), https://example.com',
      '[[pickled-lemons]], [[pickled-lemons|my lemons]]',
    ],
  },
  {
    title: 'Lists',
    about: 'Items within items are indented. Tasks have a box; terms have their description below.',
    examples: [
      '- Salt\n- Lemons\n  1. Wash\n  2. Cut',
      '- [x] Buy lemons\n- [ ] Wait a month',
      'Damson\n: A small plum\n\nQuince\n: A hard fruit',
    ],
  },
  {
    title: 'Footnotes',
    about: 'They stand below the text, in the order in which it refers to them.',
    examples: ['Salt[^sea] and sugar^[From beets.].\n\n[^sea]: From the sea.'],
  },
  {
    title: 'Quotations and callouts',
    about:
      'Callouts are of five kinds: note, tip, important, warning, caution. A hyphen behind the kind folds one.',
    examples: [
      '> Salt is a mineral.',
      '> [!TIP]\n> Use a clean spoon.',
      ':::warning Hot jars\nLet them cool.\n:::',
      '> [!note]- How long?\n> A month.',
    ],
  },
  {
    title: 'Code',
    about: 'Name the language behind the marks. A title and marked lines follow it.',
    examples: [
      '```js title="jar.js" {2}\nconst jar = [];\njar.push("lemon");\n```',
      '```mermaid\ngraph TD\n  Lemon --> Jar\n```',
    ],
  },
  {
    title: 'Tables',
    about: 'Colons align a column. Tables copied from a spreadsheet can be pasted.',
    examples: ['| Fruit  | Grams |\n| ------ | ----: |\n| Lemon  |   500 |\n| Quince |  1200 |'],
  },
  {
    title: 'Formulas',
    about: 'In TeX, between dollar signs. Prices such as $5 and $6 stay as they are.',
    examples: ['The area is $\\pi r^2$.', '$$\n\\sum_{i=1}^n i = \\frac{n(n+1)}{2}\n$$'],
  },
  {
    title: 'Images, video and audio',
    about:
      'Drop files into the text to upload them. A link to YouTube, Vimeo, PeerTube or Mastodon on a line of its own becomes a box, which loads the player when a reader clicks.',
    examples: [
      '![A jar of lemons](/favicon.ico)',
      '<video src="https://example.com/lemons.mp4"></video>',
      'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    ],
  },
  {
    title: 'HTML',
    about:
      'Most elements for texts can be used. What could harm readers is left out, and the editor says so.',
    examples: [
      '<details><summary>More</summary>\n\nWith *Markdown* in it.\n\n</details>\n\nPress <kbd>Ctrl</kbd>.',
    ],
  },
  {
    title: 'The beginning',
    about: 'Lists of posts show the text up to this mark.',
    examples: ['Salt and lemons.\n\n<!-- more -->\n\nThe rest.'],
  },
];
