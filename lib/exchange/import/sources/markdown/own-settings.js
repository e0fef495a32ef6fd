import { encodedPath } from '../../../../base/paths.js';
import { slugify } from '../../../../base/slug.js';
import { pathOf } from '../../../../changes/index/blog-index.js';
import { plain } from '../../shared/plain.js';
import { siteSettings } from '../source.js';
import { leadingLinks } from './sites/menu.js';
/** @import { PostOutline, Source } from '../source.js' */
/** @import { FileLinks } from './file-links.js' */
/** @import { Site } from './sites/find-site.js' */
/** @import { OwnLink } from './sites/menu.js' */

/**
 * @param {object} found in the files of a blog
 * @param {Site | undefined} found.main  the site that most of its texts are of
 * @param {OwnLink[]} found.menu  what its pages say of the menu
 * @param {string[]} found.timeZones
 * @param {PostOutline[]} found.outlines
 * @param {FileLinks} links
 * @param {string} name  for messages
 * @returns {Promise<Pick<Source, 'origin' | 'settings' | 'redirects' | 'warnings'>>} what the blog says of itself, with
 *   a menu whose links lead somewhere here
 */
export async function ownSettings({ main, menu, timeZones, outlines }, links, name) {
  const timeZone = timeZones.length === 1 ? timeZones[0] : undefined;
  const about = main
    ? await main.about()
    : { title: '', tagline: '', language: '', navigation: [] };
  const own = about.navigation.length > 0 ? about.navigation : menu;
  const home = main?.url ?? '';
  const navigation = leadingLinks(own, home, (path) => {
    const id = links.find(path, '');
    const post = outlines.find((each) => each.id === id);
    const slug = slugify(post?.slug ?? '');
    return post && (slug ? encodedPath(pathOf({ type: post.type, slug })) : path);
  });
  return {
    origin: URL.canParse(home) ? home : about.title,
    settings: siteSettings({
      title: plain(about.title),
      tagline: plain(about.tagline),
      language: about.language,
      timeZone,
      navigation: navigation.links,
    }),
    redirects: navigation.moved,
    warnings: navigation.lost.map((url) => ({ name, text: `its link to ${url} leads nowhere` })),
  };
}
