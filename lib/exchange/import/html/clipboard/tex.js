import { DomUtils } from 'htmlparser2';
import { lookUp } from '../../../../base/look-up.js';
/** @import { Element } from 'domhandler' */

/** Characters of MathML, each followed by its command in TeX. */
const COMMANDS =
  '∑ sum ∏ prod ∫ int ∬ iint ∮ oint ∞ infty → to ← leftarrow ⇒ Rightarrow ⇔ Leftrightarrow ↦ mapsto ≤ le ≥ ge ≠ ne ≈ approx ' +
  '≡ equiv ∼ sim ∝ propto ± pm ∓ mp × times ÷ div ⋅ cdot ∘ circ ∈ in ∉ notin ⊂ subset ⊆ subseteq ∪ cup ∩ cap ∅ emptyset ' +
  '∀ forall ∃ exists ¬ neg ∧ wedge ∨ vee ∂ partial ∇ nabla … dots ⋯ cdots ⟨ langle ⟩ rangle ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil ' +
  '‖ | { { } } % % # # & & $ $ _ _ ℝ mathbb{R} ℕ mathbb{N} ℤ mathbb{Z} ℚ mathbb{Q} ℂ mathbb{C} ℏ hbar ℓ ell ' +
  'α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ' +
  'ρ rho σ sigma τ tau υ upsilon ϕ phi φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma ' +
  'Φ Phi Ψ Psi Ω Omega';

/** Functions whose command is their name. */
const FUNCTIONS =
  'sin cos tan cot sinh cosh tanh exp log ln lim max min sup inf det dim ker gcd arg';

/** @type {Record<string, string>} */
const TEX = Object.fromEntries([
  ...COMMANDS.split(' ').flatMap((sign, at, all) =>
    at % 2 === 0 ? [[sign, `\\${all[at + 1]}`]] : [],
  ),
  ...FUNCTIONS.split(' ').map((name) => [name, `\\${name}`]),
]);

/** Others that are written otherwise; those that only say what is beside each other are not seen. */
const PLAIN = new Map([...'\u2061\u2062\u2063\u2064'].map((sign) => [sign, '']));
PLAIN.set('−', '-').set('′', "'").set('∗', '*');

/** What is written above. @type {Record<string, string>} */
const ACCENTS = {
  '^': '\\hat',
  '¯': '\\bar',
  '‾': '\\overline',
  '―': '\\overline',
  '~': '\\tilde',
  '\\to': '\\vec',
  '˙': '\\dot',
  '¨': '\\ddot',
};

/** Deeper ones are no formulas that somebody wrote. */
const DEEPEST = 40;

/** By element, from the TeX of its parts. @type {Record<string, (...parts: string[]) => string>} */
const WRITERS = {
  semantics: (shown = '') => shown,
  msup: (base, high) => (/^'+$/.test(high) ? base + high : `${base}^${group(high)}`),
  msub: (base, low) => `${base}_${group(low)}`,
  munder: (base, low) => `${base}_${group(low)}`,
  msubsup: (base, low, high) => `${base}_${group(low)}^${group(high)}`,
  munderover: (base, low, high) => `${base}_${group(low)}^${group(high)}`,
  mover: (base, high) => (ACCENTS[high] ? `${ACCENTS[high]}{${base}}` : `${base}^${group(high)}`),
  mfrac: (above, below) => `\\frac{${above}}{${below}}`,
  mroot: (base, root) => `\\sqrt[${root}]{${base}}`,
  msqrt: (...parts) => `\\sqrt{${row(parts)}}`,
  mtable: (...rows) => `\\begin{matrix}${rows.join(' \\\\ ')}\\end{matrix}`,
  mtr: (...cells) => cells.join(' & '),
  mspace: () => '\\ ',
  ...Object.fromEntries(
    ['math', 'mrow', 'mstyle', 'mpadded', 'mtd'].map((name) => [name, (...parts) => row(parts)]),
  ),
};

/**
 * @param {Element} math MathML
 * @returns {string} TeX of the same formula; '' when it has parts that schools and papers hardly use
 */
export const texOf = (math) => (write(math, 0) ?? '').trim();

/** @param {Element} node @param {number} depth @returns {string | null} */
function write(node, depth) {
  const { name } = node;
  if (/^m[ino]$/.test(name)) return signsOf(DomUtils.textContent(node).trim());
  if (name === 'mtext')
    return `\\text{${DomUtils.textContent(node).replace(/[\\{}$%#&_^~]/g, ' ')}}`;
  const writer = lookUp(WRITERS, name);
  if (!writer || depth > DEEPEST) return null;
  const inside = node.children.filter((child) => DomUtils.isTag(child));
  const parts = (name === 'semantics' ? inside.slice(0, 1) : inside).map((part) =>
    write(part, depth + 1),
  );
  if (!parts.every((part) => part !== null)) return null;
  return writer(...parts);
}

/** @param {string} signs of one element */
const signsOf = (signs) =>
  lookUp(TEX, signs) ??
  (/^[a-z]{2,}$/i.test(signs)
    ? `\\operatorname{${signs}}`
    : row(Array.from(signs, (sign) => lookUp(TEX, sign) ?? PLAIN.get(sign) ?? sign)));

/** A command ends before a letter. @param {string[]} parts */
const row = (parts) =>
  parts.reduce(
    (all, part) => all + (/\\[a-z]+$/i.test(all) && /^[a-z]/i.test(part) ? ' ' : '') + part,
    '',
  );

/** @param {string} tex */
const group = (tex) => (/^(?:[^\\{}]|\\[a-z]+)$/i.test(tex) ? tex : `{${tex}}`);
