/** Letters below which a word is not corrected, and above which only letters of it are left out or exchanged. */
const SHORTEST = 3;
const LONGEST = 24;

/** Letters that may have been meant, by those that the word has. */
const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'абвгдежзиклмнопрстуфхцчшщъыьэюяіїєґјљњћџў',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'אבגדהוזחטיכךלמםנןסעפףצץקרשת',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءآأؤإئ',
];

/**
 * @param {string} word folded
 * @returns {Set<string>} all that differ from it by one letter: left out, added, another one, or two next to each other
 *   exchanged
 */
export function similarTo(word) {
  const letters = [...word];
  /** @type {Set<string>} */
  const similar = new Set();
  if (letters.length < SHORTEST) return similar;
  const alphabet =
    letters.length > LONGEST
      ? []
      : ALPHABETS.filter((each) => letters.some((letter) => each.includes(letter))).join('');
  for (let at = 0; at <= letters.length; at++) {
    const [start, end] = [letters.slice(0, at).join(''), letters.slice(at).join('')];
    const [next = '', after = ''] = letters.slice(at);
    const rest = letters.slice(at + 1).join('');
    similar.add(start + rest);
    similar.add(start + after + next + letters.slice(at + 2).join(''));
    for (const letter of alphabet) {
      similar.add(start + letter + end);
      similar.add(start + letter + rest);
    }
  }
  similar.delete(word);
  return similar;
}

/**
 * @param {number} edits at most: letters left out, added, another one, or two next to each other exchanged. Four to the
 *   power of it are tried
 * @param {string} a
 * @param {string} b
 * @returns {boolean}
 */
export function differsBy(edits, a, b) {
  if (Math.abs(a.length - b.length) > edits) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [x, y] = [a.slice(at), b.slice(at)];
  if (x === y) return true;
  return (
    edits > 0 &&
    (differsBy(edits - 1, x.slice(1), y) ||
      differsBy(edits - 1, x, y.slice(1)) ||
      differsBy(edits - 1, x.slice(1), y.slice(1)) ||
      (x[0] === y[1] && x[1] === y[0] && differsBy(edits - 1, x.slice(2), y.slice(2))))
  );
}
