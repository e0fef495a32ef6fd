import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { menuOf, software, storedMenu, usualLinks } from '../../../lib/changes/index/menu.js';

const [archive, tags, subscribe] = usualLinks;
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

  it('is stored as before where it has the usual links at their usual places', () => {
    const menu = { navigation: [about], poweredBy: true };
    deepEqual(storedMenu(menuOf(menu)), menu);
  });
});
