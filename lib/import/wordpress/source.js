import { readItem } from './items.js';
import { kindOf, nameOf, readOutline } from './outline.js';
import { readXml } from './xml.js';

/**
 * An export of WordPress. It is read twice: once for what must be known of the whole, and once for the posts.
 * @param {string} file
 * @returns {Promise<import('../foreign/source.js').Source>}
 */
export async function openWordPress(file) {
  const outline = await readOutline(file);
  const { site, places, attachments, others, withoutPaths, ending } = outline;
  const notTaken = [...others].map(([kind, count]) => `${count} of the kind “${kind}” not taken`);
  if (withoutPaths > 0)
    notTaken.push(`${withoutPaths} addresses such as /?p=12 lead to the front page from now on`);
  if (ending.unreadable > 0)
    notTaken.push(`${ending.unreadable} characters are not readable, and stand as \ufffd`);
  return {
    site: { ...site, origin: `wordpress ${site.addresses[0] ?? ''}` },
    places,
    pictures: [...attachments.values()].map(({ name, url }) => ({ name, url })),
    notTaken,
    broken: ending.broken,
    async *posts(timeZone) {
      for await (const node of readXml(file, { broken: null, unreadable: 0 })) {
        if (node.name !== 'item') continue;
        const kind = kindOf(node);
        if (kind !== 'post' && kind !== 'page') continue;
        yield { name: nameOf(node, kind), read: () => readItem(node, outline, timeZone) };
      }
    },
  };
}
