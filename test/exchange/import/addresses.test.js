import { deepEqual, equal } from 'node:assert/strict';
import { uuidOfPath } from '../../../lib/exchange/import/shared/identity.js';
import { documented } from './engines/documented.js';
import { eleventy } from './engines/eleventy.js';
import { hexo } from './engines/hexo.js';
import { hugo } from './engines/hugo.js';
import { jekyll } from './engines/jekyll.js';
import { pelican } from './engines/pelican.js';
import { workshop } from './workshop.js';
/** @import { Site } from './engines/sites.js' */

const built = { Hexo: hexo, Jekyll: jekyll, Hugo: hugo, Eleventy: eleventy, Pelican: pelican };
const engines = { ...built, ...documented };

/** @param {string} engine @param {string} frontMatter */
const fileOf = (engine, frontMatter) =>
  engine === 'Pelican' || /^(\+\+\+|---|export)/.test(frontMatter)
    ? `${frontMatter}\n\nText\n`
    : `---\n${frontMatter}\n---\nText\n`;

describe('After an import, the posts', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  /** @param {string} engine @param {Site} site */
  async function importSite(engine, { config, posts }) {
    const blog = await openEmptyBlog();
    const files = posts.map(([path, frontMatter]) => [path, fileOf(engine, frontMatter)]);
    const result = await importInto(blog, write({ ...config, ...Object.fromEntries(files) }));
    return {
      ...result,
      blog,
      ownerOf(/** @type {string} */ path) {
        const { addresses } = blog.index;
        const owners = addresses.alike(path.normalize()).map((each) => addresses.get(each));
        const [first, ...others] = new Set(owners);
        return addresses.get(path.normalize()) ?? (others.length === 0 ? first : undefined);
      },
    };
  }

  for (const [engine, sites] of Object.entries(engines))
    for (const site of sites) {
      it(`of ${engine} ${site.name} are found where they stood`, async () => {
        const { ownerOf, refusals } = await importSite(engine, site);
        deepEqual(refusals, []);
        const lost = site.posts.flatMap(([path, , addresses]) =>
          addresses.filter((address) => ownerOf(address) !== uuidOfPath(path)),
        );
        deepEqual(lost, []);
      });

      it(`of ${engine} ${site.name} have the dates that it shows`, async () => {
        const { blog } = await importSite(engine, site);
        for (const [path, , , date] of site.posts)
          if (date) equal(blog.index.post(uuidOfPath(path))?.publishedAt, date, path);
      });
    }
});
