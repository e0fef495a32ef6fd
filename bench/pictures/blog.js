/** @import { Settings } from '../../lib/store/types.js' */

/** A blog that looks like one, for pictures of it. */

const jar = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ fill) => `
  <g transform="translate(${x} ${y})">
    <rect x="-62" y="-214" width="124" height="40" rx="12" fill="#d9a441"/>
    <path d="M-54-174h108c0 26 34 34 34 70V60c0 20-16 36-36 36H-52c-20 0-36-16-36-36v-164c0-36 34-44 34-70z" fill="${fill}"/>
    <rect x="-60" y="-66" width="120" height="92" rx="8" fill="#fffaf0" opacity=".92"/>
    <path d="M-36-38h72M-36-14h50" stroke="${fill}" stroke-width="9" stroke-linecap="round"/>
    <path d="M-66-90v120" stroke="#fff" stroke-width="12" stroke-linecap="round" opacity=".35"/>
  </g>`;

const loaf = (/** @type {number} */ x, /** @type {number} */ y) => `
  <g transform="translate(${x} ${y})">
    <ellipse cx="0" cy="96" rx="330" ry="26" fill="#000" opacity=".12"/>
    <path d="M-310 90c-30-160 120-250 310-250S340-70 310 90z" fill="#a9652c"/>
    <path d="M-272 76c-18-130 104-206 272-206S290-54 272 76z" fill="#c98445"/>
    <path d="M-170-70q60 50 40 130M-40-104q66 60 44 162M96-94q60 54 44 150" stroke="#f0cf9c" stroke-width="22" stroke-linecap="round" fill="none"/>
  </g>`;

const lemon = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) => `
  <g transform="translate(${x} ${y}) scale(${size})">
    <circle r="120" fill="#f2c230"/><circle r="104" fill="#fff6d8"/>
    ${[0, 45, 90, 135, 180, 225, 270, 315]
      .map(
        (turn) =>
          `<path transform="rotate(${turn})" d="M0-10c22-24 34-56 30-78-20-10-40-10-60 0-4 22 8 54 30 78z" fill="#f7d75e"/>`,
      )
      .join('')}
  </g>`;

const hills = (/** @type {string} */ near, /** @type {string} */ far) => `
  <path d="M0 520q260-190 560-70t640-120v390H0z" fill="${far}"/>
  <path d="M0 620q330-150 640-50t560-70v220H0z" fill="${near}"/>`;

/** @param {string} sky @param {string} shapes @returns {string} an SVG */
const draw = (sky, shapes) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="720" viewBox="0 0 1200 720"><rect width="1200" height="720" fill="${sky}"/>${shapes}</svg>`;

/** @type {Partial<Settings>} */
export const settings = {
  title: 'The Cool Room',
  tagline: 'Notes on keeping things',
  postsPerPage: 6,
  navigation: [
    { title: 'Archive', url: '/archive' },
    { title: 'Tags', url: '/tags' },
    { title: 'About', url: '/about' },
  ],
  appearance: { front: 'grid', fonts: 'literata', accent: '#a4432b', schemeSwitch: true },
};

/** Newest first. `cover`: what it shows, and its drawing. */
export const posts = [
  {
    slug: 'quince',
    title: 'What the quince taught me',
    tags: ['autumn', 'jam'],
    publishedAt: '2026-11-14T08:00:00.000Z',
    cover: {
      alt: 'Three jars on a shelf',
      svg: draw(
        '#f6e3cf',
        `<rect y="560" width="1200" height="160" fill="#8a5a3b"/>${jar(340, 464, '#b4472f')}${jar(600, 464, '#d98a2b')}${jar(860, 464, '#7c2a3c')}`,
      ),
    },
    markdown: `A quince is of no use on the day you pick it. Hard, sour and furred, it asks for one thing only: time.

## Slowly, and covered

Put them into a low oven before you do anything else. After three hours the kitchen smells of roses, and the flesh has the colour of a brick wall in the evening.

> [!TIP]
> Keep the peel and the cores: they hold most of the pectin.

| fruit  | sugar | lemon | hours |
| ------ | ----: | ----: | ----: |
| 1 kg   | 600 g |     1 |     3 |
| 2.5 kg | 1.4 kg |    2 |     4 |

The jelly sets when a drop stays where it falls.[^1] Fill the jars to the brim, and turn them once.

[^1]: On a saucer from the freezer.
`,
  },
  {
    slug: 'rye',
    title: 'A rye bread for people with jobs',
    tags: ['bread'],
    publishedAt: '2026-11-02T08:00:00.000Z',
    cover: { alt: 'A loaf', svg: draw('#e9dfd0', loaf(600, 420)) },
    markdown: `Twelve minutes of work, and eighteen hours in which you can do something else.

## The night before

Stir 200 g of rye flour with as much water and a spoon of starter. Cover it, and go to bed.

\`\`\`js
const dough = { rye: 500, water: 420, salt: 10 };
const hydration = dough.water / dough.rye;
console.log(\`\${Math.round(hydration * 100)} %\`);
\`\`\`

## In the morning

Add the rest, put it into a tin, and leave the house. It is ready for the oven when it has reached the rim, which in a cold kitchen is when you come home.

The crust wants a day of rest. Nobody has ever managed that.
`,
  },
  {
    slug: 'lemons',
    title: 'Salt, lemons, patience',
    tags: ['winter', 'pickles'],
    publishedAt: '2026-10-18T08:00:00.000Z',
    cover: {
      alt: 'Slices of lemon',
      svg: draw('#cfe3df', lemon(360, 400, 1.6) + lemon(760, 300, 1.2) + lemon(940, 540, 0.9)),
    },
    markdown:
      'Cut them almost into quarters, fill them with salt, press them into a jar, and forget them.\n',
  },
  {
    slug: 'cellar',
    title: 'How cold is a cellar?',
    tags: ['house'],
    publishedAt: '2026-10-04T08:00:00.000Z',
    cover: {
      alt: 'Hills at dusk',
      svg: draw(
        '#f4c9a0',
        `<circle cx="880" cy="250" r="110" fill="#fff1d6"/>${hills('#3d5a52', '#6f8f7f')}`,
      ),
    },
    markdown: 'A year of measurements, three thermometers, and one that lied.\n',
  },
  {
    slug: 'beans',
    title: 'Beans, and the case for string',
    tags: ['garden'],
    publishedAt: '2026-09-20T08:00:00.000Z',
    cover: {
      alt: 'A field in the morning',
      svg: draw(
        '#dbe8c9',
        `<circle cx="300" cy="220" r="90" fill="#fff8df"/>${hills('#5c7a3a', '#93ad66')}`,
      ),
    },
    markdown: 'What hangs from the ceiling takes no room, and mice cannot climb string.\n',
  },
  {
    slug: 'labels',
    title: 'Write the year on it',
    tags: ['jam'],
    publishedAt: '2026-09-06T08:00:00.000Z',
    cover: {
      alt: 'Two jars',
      svg: draw(
        '#dcd6ea',
        `<rect y="560" width="1200" height="160" fill="#6a5578"/>${jar(470, 464, '#4f6d4a')}${jar(730, 464, '#a43b5a')}`,
      ),
    },
    markdown: 'You will not remember. Nobody does.\n',
  },
];
