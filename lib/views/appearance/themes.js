import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LarderError } from '../../base/errors.js';
import { readerWords } from '../../base/words.js';
import { builtInThemes } from '../../changes/index/appearance.js';
import { digest } from '../../base/digest.js';
import { readFiles } from '../../base/files.js';
import { Assets } from '../assets.js';
import { ViewManager } from '../view-manager.js';
import { checkTheme } from './check-theme.js';
import { chosenFonts, chosenPalettes, styleSheet } from './style-sheet.js';
import { fontsOf } from './fonts.js';
import { readManifest, switchesOf } from './manifest.js';
import { readThemeWords } from './theme-words.js';
/** @import { Log } from '../../base/log.js' */
/** @import { Words } from '../../base/words.js' */
/** @import { Looks, Style } from '../../changes/index/appearance.js' */
/** @import { Appearance } from '../../store/types.js' */
/** @import { Asset } from '../assets.js' */

/** @typedef {Map<string, Buffer>} ThemeFiles  by path: `views/…`, `public/…`, `theme.json` */

/** Style sheets that are kept made: of what the owner chose last, and of those before it. */
const SHEETS = 8;

/**
 * @typedef {object} Look  What pages say of their style sheet.
 * @property {string} styleUrl
 * @property {'light' | 'dark' | null} scheme  null: as the device
 * @property {string} colorScheme  for a meta element
 * @property {string} darkMedia  a media query: whether the colours are dark
 * @property {{ colour: string, media: string | null }[]} themeColors  of the browser's own surface
 * @property {string[]} fonts  the addresses of those that every page needs
 */

/**
 * @typedef {object} Switches
 * @property {Record<string, string | boolean>} values  by name
 * @property {Record<string, Record<string, true>>} choices  the same for templates, which cannot compare
 */

/** What pages are made with: templates, files, and style sheets as the owner wants them. */
export class Theme {
  /** @type {Map<string, { sheet: Asset & { url: string }, look: Look }>} by what determines them */
  #sheets = new Map();
  /** Of the switches that the owner chose last. @type {{ chosen: object, made: Switches } | undefined} */
  #switches;
  /** Of the settings that were asked for last. @type {{ of: object, made: Words } | undefined} */
  #words;
  #files;
  #ownWords;

  /**
   * @param {ThemeFiles[]} layers  files of later ones replace those of the same path
   * @throws {LarderError} `invalid` when it is broken
   */
  constructor(layers) {
    const files = layered(layers);
    const part = (/** @type {string} */ folder) =>
      new Map(
        [...files].flatMap(([path, bytes]) =>
          path.startsWith(`${folder}/`) ? [[path.slice(folder.length + 1), bytes]] : [],
        ),
      );
    this.#files = part('public');
    this.views = new ViewManager(part('views'));
    this.assets = new Assets(this.#files);
    this.#ownWords = readThemeWords(part('words'));
    this.manifest = readManifest(files.get('theme.json'));
    this.switchNames = this.manifest.switches.map(({ name }) => name);
  }

  /**
   * @param {string} style  what determines it (see `styleOf`)
   * @returns {Look} what pages say of it
   */
  look(style) {
    return this.#made(style).look;
  }

  /** @param {string} style @returns {Asset & { url: string }} the style sheet */
  sheet(style) {
    return this.#made(style).sheet;
  }

  /** @param {Appearance['switches']} chosen @returns {Switches} what the theme declares, as the owner wants it */
  switches(chosen) {
    if (this.#switches?.chosen !== chosen)
      this.#switches = { chosen, made: madeOf(switchesOf(this.manifest, chosen)) };
    return this.#switches.made;
  }

  /** @param {Pick<Looks, 'settings' | 'words'>} looks @returns {Words} of the blog's language, with its own */
  words({ settings, words }) {
    if (this.#ownWords.size === 0) return words;
    if (this.#words?.of !== settings) {
      const { language, words: own } = settings;
      this.#words = {
        of: settings,
        made: readerWords.in(language, { theme: this.#ownWords, own }),
      };
    }
    return this.#words.made;
  }

  /** @param {string} name as in the URL, after /theme/ @returns {Asset | undefined} */
  asset(name) {
    const made = [...this.#sheets.values()].find(({ sheet }) => sheet.url === `/theme/${name}`);
    return this.assets.get(name) ?? made?.sheet;
  }

  /** @param {string} key */
  #made(key) {
    const known = this.#sheets.get(key);
    if (known) return known;
    const made = this.#make(JSON.parse(key));
    const [oldest] = this.#sheets.size < SHEETS ? [] : this.#sheets.keys();
    if (oldest !== undefined) this.#sheets.delete(oldest);
    this.#sheets.set(key, made);
    return made;
  }

  /** @param {Style} style @returns {{ sheet: Asset & { url: string }, look: Look }} */
  #make(style) {
    const { colours, fonts } = this.manifest;
    const url = (/** @type {string} */ file) => this.assets.url(file);
    const text = (/** @type {string} */ file) => this.assets.file(file)?.bytes.toString() ?? '';
    const bytes = Buffer.from(styleSheet(style, { text, url, colours, fonts }));
    const styleUrl = `/theme/style.${digest(bytes)}.css`;
    const palettes = chosenPalettes(style, colours);
    const scheme = style.scheme === 'device' ? null : style.scheme;
    const schemes = /** @type {const} */ (['light', 'dark']);
    return {
      sheet: { bytes, contentType: 'text/css; charset=utf-8', url: styleUrl },
      look: {
        styleUrl,
        scheme,
        colorScheme: scheme ?? schemes.join(' '),
        darkMedia: { device: mediaOf('dark'), light: 'not all', dark: 'all' }[style.scheme],
        themeColors: schemes
          .filter((each) => (scheme ?? each) === each)
          .map((each) => ({
            colour: palettes[each].page,
            media: scheme ? null : mediaOf(each),
          })),
        fonts: fontsOf(chosenFonts(style, fonts), url).preload,
      },
    };
  }
}

/** @param {'light' | 'dark'} scheme @returns {string} a media query: whether devices have it */
const mediaOf = (scheme) => `(prefers-color-scheme: ${scheme})`;

/** @param {Switches['values']} values @returns {Switches} */
const madeOf = (values) => ({
  values,
  choices: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { [String(value)]: true }]),
  ),
});

/** What belongs to a style sheet, and goes with it when another one takes its place. */
const OF_STYLE_SHEET = /^(?:theme\.json$|public\/(?:theme\.css$|layouts\/))/;

/** @param {ThemeFiles[]} layers @returns {ThemeFiles} */
function layered(layers) {
  /** @type {ThemeFiles} */
  const files = new Map();
  for (const layer of layers) {
    const old = layer.has('public/style.css') ? [...files.keys()] : [];
    for (const path of old.filter((each) => OF_STYLE_SHEET.test(each))) files.delete(path);
    for (const [path, bytes] of layer) files.set(path, withoutMark(bytes));
  }
  return files;
}

/** Which editors of Windows put before a text. */
const MARK = Buffer.from('\ufeff');

/** @param {Buffer} bytes */
const withoutMark = (bytes) =>
  bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;

/** @type {ThemeFiles} */
const NONE = new Map();

/** Uploaded themes that are kept ready: the one in use, and those that were tried before. */
const UPLOADED_AT_MOST = 4;

/** The themes from which the owner chooses: those of Larder, and uploaded ones. */
export class Themes {
  /** @type {Map<string, Promise<Theme>>} */
  #opened = new Map();
  /** @type {Map<string, Theme>} */
  #ready = new Map();
  /** Of which the log has heard. @type {Set<string>} */
  #refused = new Set();
  #root;
  #engine;
  #folder;
  #read;
  #has;
  #log;

  /**
   * @param {object} deps
   * @param {string} deps.root  the engine's folder
   * @param {string} deps.themeDir  a folder of the owner's, whose files go before those of any theme; '' for none
   * @param {(path: string) => Promise<Buffer | null>} deps.read  an uploaded file
   * @param {(path: string) => Promise<boolean>} deps.has  whether there is such a file
   * @param {Log} deps.log
   * @throws {LarderError} `invalid` when a template is missing or broken
   */
  constructor({ root, themeDir, read, has, log }) {
    this.#root = root;
    this.#read = read;
    this.#has = has;
    this.#log = log;
    this.#engine = filesIn(root);
    this.#folder = themeDir ? ownerFiles(themeDir) : NONE;
    /** For the admin pages, feeds, and wherever the owner's theme cannot be had. */
    this.base = this.#builtIn(builtInThemes[0]);
    this.#ready.set(builtInThemes[0], this.base);
  }

  /** @param {string} name @returns {Theme} what is at hand: the base until `open` has resolved */
  at(name) {
    return this.#ready.get(name) ?? this.base;
  }

  /**
   * @param {string} name  of a theme of Larder, or the path of an upload
   * @returns {Promise<Theme>} the base if it cannot be had
   */
  async open(name) {
    const ready = this.#ready.get(name);
    // An upload may be gone, for all processes alike.
    if (ready && (builtInThemes.includes(name) || (await this.#has(name)))) return ready;
    const opened = this.#opened.get(name) ?? this.#open(name);
    this.#opened.set(name, opened);
    try {
      const theme = await opened;
      this.#keep(name, theme);
      return theme;
    } catch (error) {
      if (!this.#refused.has(name))
        this.#log.warn({ err: error, theme: name }, 'The theme cannot be used');
      this.#refused.add(name);
      return this.base;
    } finally {
      this.#opened.delete(name);
    }
  }

  /**
   * @param {Buffer} bytes of a ZIP
   * @returns {Promise<Theme>} to be shown
   * @throws {LarderError} `invalid`, with a sentence that says what is wrong and where
   */
  async check(bytes) {
    const { readThemeZip } = await import('./theme-zip.js');
    const files = await readThemeZip(bytes);
    checkTheme(files);
    return this.#layered(files);
  }

  /** @param {string} name as in the URL, after /theme/ */
  asset(name) {
    for (const theme of this.#ready.values()) {
      const asset = theme.asset(name);
      if (asset) return asset;
    }
    return undefined;
  }

  /** @returns {{ name: string, theme: Theme }[]} those of Larder */
  builtIn() {
    return builtInThemes.map((name) => ({ name, theme: this.#builtIn(name) }));
  }

  /** @param {string} name @returns {Promise<Theme>} */
  async #open(name) {
    if (builtInThemes.includes(name)) return this.#builtIn(name);
    const bytes = await this.#read(name);
    if (!bytes) throw new LarderError('invalid', 'There is no such upload');
    return this.check(bytes);
  }

  /** @param {string} name */
  #builtIn(name) {
    const ready = this.#ready.get(name);
    if (ready) return ready;
    const theme = this.#layered(readFiles(join(this.#root, 'themes', name)));
    // Those of Larder are checked by its tests.
    if (this.#folder.size > 0) theme.views.check();
    this.#ready.set(name, theme);
    return theme;
  }

  /** @param {ThemeFiles} files */
  #layered(files) {
    return new Theme([this.#engine, files, this.#folder]);
  }

  /** @param {string} name @param {Theme} theme */
  #keep(name, theme) {
    this.#ready.set(name, theme);
    const uploaded = [...this.#ready.keys()].filter((each) => !builtInThemes.includes(each));
    for (const each of uploaded.slice(0, -UPLOADED_AT_MOST)) this.#ready.delete(each);
  }
}

/** @param {string} folder @returns {ThemeFiles} as of the engine, and what the theme says of itself */
function ownerFiles(folder) {
  const said = join(folder, 'theme.json');
  const own = existsSync(said) ? [/** @type {const} */ (['theme.json', readFileSync(said)])] : [];
  return new Map([...filesIn(folder, ['views', 'public', 'words']), ...own]);
}

/** @param {string} folder @returns {ThemeFiles} its templates and what browsers load */
const filesIn = (folder, parts = ['views', 'public']) =>
  new Map(
    parts.flatMap((part) =>
      [...readFiles(join(folder, part))].map(([path, bytes]) => [`${part}/${path}`, bytes]),
    ),
  );
