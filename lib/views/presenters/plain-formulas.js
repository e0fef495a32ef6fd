const SOURCE = /<annotation encoding="application\/x-tex">([^<]*)<\/annotation>/;
const END = '</math>';

/**
 * Shows formulas as they were written: most readers of feeds take MathML out, and would show what is left of its signs.
 * @param {string} html of a post
 * @returns {string}
 */
export function plainFormulas(html) {
  const [start, ...formulas] = html.split('<math');
  const parts = formulas.map((part) => {
    const end = part.indexOf(END);
    const [, tex] = SOURCE.exec(part.slice(0, end)) ?? [];
    return tex === undefined
      ? `<math${part}`
      : `<code>${tex}</code>${part.slice(end + END.length)}`;
  });
  return start + parts.join('');
}
