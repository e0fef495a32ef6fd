import { OWN_COLOURS } from '../../content/appearance/form.js';
import { appearanceOf } from '../../changes/index/appearance.js';
import { palettes, palettesOf } from '../appearance/palette.js';
import { switchesOf } from '../appearance/manifest.js';
import { equal } from '../../base/equal.js';
import { keysOf } from '../../base/record-of.js';
import { sayMessage } from '../../base/messages.js';
import { urlOf } from './posts.js';
/** @import { Words } from '../../base/words.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Chosen } from '../../content/appearance/form.js' */
/** @import { Appearance, Summary } from '../../store/types.js' */
/** @import { Theme } from '../appearance/themes.js' */

/** Rows for links to come that stand ready. */
const EMPTY_ROWS = 2;

/** Posts among which the owner chooses what to pin. */
const NEWEST = 100;

/** Where parts stand on the page that have no field of their name. @type {Record<string, string>} */
const anchors = {
  accent: 'colours',
  background: 'colours',
  links: 'foot',
  logoDark: 'header',
  pinned: 'front',
  frontPage: 'front',
  switches: 'theme',
  upload: 'files',
};

/** Names of fonts stand for themselves. @type {{ [K in keyof Appearance]?: [value: string, key: string][] }} */
const choices = {
  scheme: [
    ['device', 'look.schemeOfDevice'],
    ['light', 'look.light'],
    ['dark', 'look.dark'],
  ],
  fonts: [
    ['theme', 'look.ofTheme'],
    ['serif', 'look.systemSerif'],
    ['sans', 'look.systemSans'],
    ['literata', 'Literata'],
    ['inter', 'Inter'],
    ['fraunces', 'Fraunces and Figtree'],
  ],
  width: [
    ['narrow', 'look.narrow'],
    ['normal', 'look.normal'],
    ['wide', 'look.wide'],
  ],
  header: [
    ['left', 'look.left'],
    ['centred', 'look.centred'],
  ],
  logoSize: [
    ['small', 'look.small'],
    ['medium', 'look.medium'],
    ['large', 'look.large'],
  ],
  front: [
    ['list', 'look.ofTheme'],
    ['compact', 'look.compact'],
    ['grid', 'look.cards'],
    ['first', 'look.firstPostLarge'],
  ],
};

/** @type {[group: string, [name: keyof Appearance, text: string][]][]} */
const ticks = [
  [
    'front',
    [
      ['frontCovers', 'look.covers'],
      ['frontTeasers', 'look.teasers'],
    ],
  ],
  [
    'post',
    [
      ['postDate', 'field.date'],
      ['postMinutes', 'look.readingTime'],
      ['postAuthor', 'posts.author'],
      ['postCover', 'look.postCover'],
      ['postContents', 'look.tableOfContents'],
      ['postRelated', 'look.relatedPosts'],
      ['postShare', 'look.shareLinks'],
    ],
  ],
];

/**
 * The page of the appearance.
 * @param {object} work
 * @param {Chosen} work.chosen
 * @param {string} work.marks  of what it is based on
 * @param {Chosen} [work.theirs]  what somebody else has saved meanwhile
 * @param {string} work.verification  as typed
 * @param {Record<string, string>} [work.problems]  a sentence for each part that does not fit
 * @param {{ name: string, theme: Theme }[]} work.themes
 * @param {boolean} work.hasDraft
 * @param {boolean} work.canUndo
 * @param {{ index: BlogIndex, words: Words }} blog
 */
export function presentAppearance(
  { chosen, theirs, verification, problems = {}, themes, ...work },
  { index, words },
) {
  const look = appearanceOf(chosen);
  const newest = index.lists.all.newest(NEWEST);
  const isOlder = (/** @type {Summary} */ post) => !newest.includes(post);
  const older = look.pinned.flatMap((id) => index.post(id) ?? []).filter(isOlder);
  const { theme } = themes.find(({ name }) => name === chosen.theme) ?? themes[0];
  return {
    ...work,
    look,
    verification,
    problem: Object.fromEntries(
      Object.entries(problems).map(([name, text]) => [name, { name, text }]),
    ),
    conflict: theirs && {
      text: words.say('look.conflict'),
      theirs: presentTheirs(theirs, chosen, index, words),
    },
    failed: words.say('common.nothingSavedCheck'),
    mistakes: Object.entries(problems).map(([part, text]) => ({
      name: anchors[part] ?? part,
      text,
    })),
    themes: themes.map(({ name, theme: { manifest } }) => ({
      name,
      about: sayMessage(manifest.about, words),
      checked: name === chosen.theme,
      label: sayMessage(manifest.label, words) || nameOf(name),
      ...palettesOf(manifest.colours).light,
    })),
    palettes: presentPalettes(look, theme, words),
    choice: Object.fromEntries(
      Object.entries(choices).map(([name, values]) => [
        name,
        values.map(([value, key]) => ({
          name,
          value,
          text: name === 'fonts' ? fontName(key, words) : words.say(key),
          checked: look[/** @type {'front'} */ (name)] === value,
        })),
      ]),
    ),
    ticks: Object.fromEntries(
      ticks.map(([group, names]) => [
        group,
        names.map(([name, key]) => ({ name, text: words.say(key), checked: look[name] === true })),
      ]),
    ),
    pins: [...look.pinned, ''].map((id, row) => ({
      number: row + 1,
      options: [...newest, ...older].map((post) => ({
        id: post.id,
        title: post.title,
        selected: post.id === id,
      })),
    })),
    pages: [...index.lists.pages].map(({ id, title }) => ({
      id,
      title,
      selected: id === look.frontPage,
    })),
    links: [...look.links, ...Array(EMPTY_ROWS).fill({ title: '', url: '' })].map((link, row) => ({
      ...link,
      number: row + 1,
    })),
    switches: presentSwitches(theme, look, words),
    example: newest[0] ? urlOf(newest[0]) : '/',
  };
}

/** With keys of texts. @type {Record<string, string>} */
const labels = {
  theme: 'look.theme',
  accent: 'look.accent',
  background: 'look.background',
  scheme: 'look.lightOrDark',
  schemeSwitch: 'look.letReadersSwitch',
  fonts: 'look.fonts',
  width: 'look.widthOfText',
  header: 'look.alignment',
  headerTagline: 'look.showTagline',
  logoDark: 'look.logoDark',
  logoSize: 'look.logoSize',
  front: 'look.layout',
  pinned: 'look.pinnedPosts',
  frontPage: 'look.frontPageShows',
  footer: 'look.footer',
  links: 'look.youElsewhere',
  css: 'look.ownCss',
  verification: 'look.siteVerification',
  switches: 'look.thisTheme',
  ...Object.fromEntries(ticks.flatMap(([, names]) => names)),
};
/** Characters of a text of theirs. */
const SHOWN = 200;

/**
 * @param {Chosen} theirs
 * @param {Chosen} mine
 * @param {BlogIndex} index
 * @param {Words} words
 * @returns {{ name: string, value: string }[]} what of theirs is not as mine
 */
function presentTheirs(theirs, mine, index, words) {
  const look = appearanceOf(mine);
  const titleOf = (/** @type {string} */ id) => index.post(id)?.title ?? '';
  /** @param {keyof Appearance} name @param {Appearance} of */
  const say = (name, { pinned, frontPage, links, logoDark, verification, switches, ...others }) => {
    if (name === 'pinned') return pinned.map(titleOf).join(', ');
    if (name === 'frontPage') return titleOf(frontPage) || words.say('look.newestPosts');
    if (name === 'links') return links.map(({ title }) => title).join(', ');
    if (name === 'verification') return verification.map((meta) => meta.name).join(', ');
    if (name === 'logoDark') return nameOf(logoDark);
    if (name === 'switches') return Object.entries(switches).flat().join(' ');
    const value = others[name];
    if (typeof value === 'boolean') return value ? '✓' : '–';
    const key = choices[name]?.find(([choice]) => choice === value)?.[1];
    return key ? fontName(key, words) : String(value).slice(0, SHOWN);
  };
  const other = appearanceOf(theirs);
  const differing = keysOf(other).filter((name) => !equal(other[name], look[name]));
  return [
    ...(theirs.theme === mine.theme ? [] : [{ name: 'theme', value: nameOf(theirs.theme) }]),
    ...differing.map((name) => ({ name, value: say(name, other) })),
  ].map(({ name, value }) => ({
    name: `${words.say(labels[name])}:`,
    value: value || words.say('common.none'),
  }));
}

/** @param {string} key  of a text, or a name @param {Words} words */
const fontName = (key, words) => (/^[A-Z]/.test(key) ? key : words.say(key));

/** @param {Appearance} look @param {Theme} theme @param {Words} words */
function presentPalettes(look, theme, words) {
  const { colours } = theme.manifest;
  const known = [{ name: '', title: words.say('look.ofTheme'), accent: '', background: '' }].concat(
    palettes.map((palette) => ({ ...palette, title: sayMessage(palette.name, words) })),
  );
  const chosen = known.find(
    ({ accent, background }) => accent === look.accent && background === look.background,
  );
  return {
    known: known.map(({ name, title, accent, background }) => ({
      name,
      title,
      checked: name === chosen?.name,
      accent: accent || colours.accent,
      background: background || colours.background,
    })),
    own: {
      name: OWN_COLOURS,
      checked: !chosen,
      accent: look.accent || colours.accent,
      background: look.background || colours.background,
    },
  };
}

/** @param {Theme} theme @param {Appearance} look @param {Words} words */
function presentSwitches({ manifest }, look, words) {
  const values = switchesOf(manifest, look.switches);
  return manifest.switches.map(({ name, label, choices: given, default: standard }) => ({
    name: `switch-${name}`,
    label: sayMessage(label, words),
    value: values[name],
    isTick: typeof standard === 'boolean',
    checked: values[name] === true,
    isText: typeof standard === 'string' && !given,
    choices: given?.map(({ value, label: text }) => ({
      name: `switch-${name}`,
      value,
      text: sayMessage(text, words),
      checked: values[name] === value,
    })),
  }));
}

/** @param {string} path of an upload @returns {string} such as 'plain', of plain.zip */
const nameOf = (path) => decodeURIComponent(path).replace(/^.*?\/media\/[\w-]{16}-|\.zip$/g, '');
