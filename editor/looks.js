import { tagHighlighter, tags } from '@lezer/highlight';

/** Classes of public/admin/write.css. */
export const looks = tagHighlighter([
  { tag: tags.strong, class: 'md-bold' },
  { tag: tags.emphasis, class: 'md-italic' },
  { tag: tags.strikethrough, class: 'md-strike' },
  { tag: tags.monospace, class: 'md-code' },
  { tag: tags.link, class: 'md-link' },
  { tag: [tags.url, tags.labelName, tags.comment], class: 'md-quiet' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.escape], class: 'md-mark' },
  { tag: tags.atom, class: 'md-task' },
]);
