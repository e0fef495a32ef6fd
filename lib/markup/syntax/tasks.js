/** @import { MarkdownIt } from 'markdown-it' */

/** `- [ ] to do` and `- [x] done`. Feed readers show no form fields, so they are characters. @param {MarkdownIt} md */
export function tasks(md) {
  md.core.ruler.after('text_join', 'tasks', ({ tokens }) => {
    tokens.forEach(({ type, children }, at) => {
      const first = children?.[0];
      const item = tokens[at - 2];
      if (type !== 'inline' || first?.type !== 'text' || item?.type !== 'list_item_open') return;
      const [whole, done] = /^\[([ x])\](?=[ \t\n])/i.exec(first.content) ?? [];
      if (whole === undefined) return;
      item.attrJoin('class', 'task');
      first.content = (done === ' ' ? '☐' : '☑') + first.content.slice(whole.length);
    });
  });
}
