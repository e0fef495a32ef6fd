import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { readerWords } from '../../../lib/base/words.js';
import * as menus from '../../../lib/changes/index/menu.js';

const words = readerWords.in('en');
const menuOf = (/** @type {menus.Menu} */ menu) => menus.menuOf(menu, words);
const storedMenu = (/** @type {menus.MenuLink[]} */ links) => menus.storedMenu(links, words);
const usualLinks = menus.usualLinks(words);
const [archive, tags, subscribe, software] = usualLinks;
const about = { title: 'About', url: '/about' };

describe('The menu of a blog', () => {
  it('has what earlier Larders showed: their own links stand between those that every blog has', () => {
    const links = menuOf({ navigation: [about], poweredBy: true });
    deepEqual(links, [archive, tags, about, subscribe, software]);
    deepEqual(menuOf({ navigation: [about], poweredBy: false }), links.slice(0, -1));
  });

  it('has each link once, where its owner names it, and none that is named without a title', () => {
    const navigation = [
      about,
      { title: 'All posts', url: '/archive' },
      { title: '', url: '/tags' },
    ];
    deepEqual(menuOf({ navigation, poweredBy: false }), [about, navigation[1], subscribe]);
  });

  it('is read as it was stored, whatever its links and their order', () => {
    const links = fc.shuffledSubarray([
      ...usualLinks,
      about,
      { title: 'Imprint', url: '/i', footer: true },
    ]);
    fc.assert(fc.property(links, (links) => deepEqual(menuOf(storedMenu(links)), links)));
  });

  it('says each usual link in the language of the blog, also one that was moved, or sent from a form of another one', () => {
    const german = readerWords.in('de');
    const title = (/** @type {string} */ url, /** @type {menus.Menu} */ menu) =>
      menus.menuOf(menu, german).find((link) => link.url === url)?.title;
    const moved = { navigation: [about, { title: 'Archive', url: '/archive' }], poweredBy: true };
    deepEqual(title('/archive', moved), 'Archiv');
    deepEqual(title('/tags', storedMenu(menuOf(moved))), german.say('tags'));
    const called = { navigation: [{ title: 'Everything', url: '/archive' }], poweredBy: true };
    deepEqual(title('/archive', called), 'Everything');
  });

  it('is stored as before where it has the usual links at their usual places', () => {
    const menu = { navigation: [about], poweredBy: true };
    deepEqual(storedMenu(menuOf(menu)), menu);
  });
});
