/** @import { Text } from '@codemirror/state' */

/** What makes a line part of a quotation or a box. */
const MARKS = /^[\s>]*(?:\[!\w+\][-+]?|:{3,}[ \t]*\w*)?/;
const LETTER = /\p{L}/u;
const TO_THE_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Lines to each side among which words are looked for. */
const FARTHEST = 3;

/**
 * A line of a quotation or a box that has no words of its own runs as those beside it do.
 * @param {Text} doc
 * @param {number} number  of the line
 * @returns {'ltr' | 'rtl' | 'auto'} auto: its words say it
 */
export function directionAt(doc, number) {
  for (let distance = 0; distance <= FARTHEST; distance++)
    for (const at of [number + distance, number - distance]) {
      if (at < 1 || at > doc.lines) continue;
      const [letter] = LETTER.exec(doc.line(at).text.replace(MARKS, '').slice(0, 1000)) ?? [];
      if (letter && distance === 0) return 'auto';
      if (letter) return TO_THE_LEFT.test(letter) ? 'rtl' : 'ltr';
    }
  return 'auto';
}
