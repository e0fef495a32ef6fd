import { basename } from 'node:path';
import { mediaFolder, uploadsIn } from '../media-folder.js';
import { createSource } from '../source.js';
import { readItem } from './items.js';
import { kindOf, nameOf, scan, whyLeftOut } from './scan.js';
import { readXml } from './xml.js';
/** @import { Source } from '../source.js' */

/**
 * An export of WordPress. It is read twice: once for what must be known of the whole, and once for the posts.
 * @param {string} file
 * @param {string} folder in which its images may lie, a real path
 * @returns {Promise<Source>}
 */
export async function openWordPress(file, folder) {
  const known = await scan(file);
  const { attachments, others, leftOut, withoutPaths, ending } = known;
  const name = basename(file);
  const notTaken = [...others].map(
    ([kind, count]) => `not imported: ${count} of the kind “${kind}”`,
  );
  for (const [why, titles] of leftOut)
    notTaken.push(
      `posts and pages not imported, ${why} (${titles.length}): ${titles.slice(0, 20).join(', ').slice(0, 1000)}`,
    );
  if (withoutPaths > 0)
    notTaken.push(`URLs such as /?p=12 now lead to the front page (${withoutPaths})`);
  if (ending.unreadable > 0)
    notTaken.push(`characters that cannot be read are replaced by \ufffd (${ending.unreadable})`);
  return createSource({
    name,
    origin: `wordpress ${known.addresses[0] ?? ''}`,
    site: known.site,
    settings: known.settings,
    outlines: known.outlines,
    redirects: known.redirects,
    uploads: [...attachments.values()],
    findFile: mediaFolder(folder),
    root: folder,
    others: await uploadsIn(folder),
    warnings: notTaken.map((text) => ({ name, text })),
    broken: ending.broken,
    async *posts({ timeZone }) {
      for await (const node of readXml(file, { broken: null, unreadable: 0 })) {
        const kind = node.name === 'item' ? kindOf(node) : '';
        if ((kind === 'post' || kind === 'page') && !whyLeftOut(node))
          yield {
            name: nameOf(node, kind),
            read: () => readItem(node, known, known.timeZone || timeZone),
          };
      }
    },
  });
}
