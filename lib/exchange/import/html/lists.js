/** A list without another in it. */
const FLAT = /<(ol|ul)\b[^>]*>((?:(?!<\/?(?:ol|ul)\b)[^])*)<\/\1\s*>/gi;

/** How Quill says in its items which list they are of, and how deep. */
const OF_QUILL = /\bql-indent-[1-8]\b|\bdata-list=/;
const ITEM = /<li\b([^>]*)>/gi;

/**
 * Quill writes lists as one, whose items say how deep they are.
 * @param {string} html
 * @returns {string} with lists in lists
 */
export function listsOfQuill(html) {
  if (!OF_QUILL.test(html)) return html;
  return html.replace(FLAT, (whole, tag, inside) =>
    OF_QUILL.test(inside) ? nested(inside, tag) : whole,
  );
}

/** @param {string} items @param {string} usual name of the list */
function nested(items, usual) {
  /** @type {string[]} */
  const open = [];
  const list = items.replace(ITEM, (item, attributes) => {
    const depth = Number(/\bql-indent-([1-8])\b/.exec(attributes)?.[1] ?? 0) + 1;
    const [, kind = ''] = /\bdata-list=["']?(\w+)/.exec(attributes) ?? [];
    const tag = kind === 'ordered' ? 'ol' : kind ? 'ul' : usual;
    const closed = open.splice(open[depth - 1] === tag ? depth : depth - 1);
    const opened = Array(depth - open.length).fill(tag);
    open.push(...opened);
    const box = kind === 'checked' ? '☑ ' : kind === 'unchecked' ? '☐ ' : '';
    const ends = closed.map((each) => `</${each}>`).join('');
    return `${ends}${opened.map((each) => `<${each}>`).join('')}${item}${box}`;
  });
  return list + open.map((each) => `</${each}>`).join('');
}
