#!/usr/bin/env node
/**
 * Turns a profile of `node --cpu-prof` into folded stacks, one line each with its microseconds, as flame graph programs
 * read them: `node bench/fold.js FILE.cpuprofile | inferno-flamegraph > flame.svg`. Idle time is left out.
 */
import { readFileSync } from 'node:fs';

/**
 * @typedef {{ functionName: string, url: string }} Frame
 * @typedef {{ id: number, callFrame: Frame, children?: number[] }} Node
 */

const file = process.argv[2];
if (!file) {
  process.stderr.write('Usage: node bench/fold.js FILE.cpuprofile\n');
  process.exit(2);
}
const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8'));
/** @type {Map<number, Node>} */
const byId = new Map(nodes.map((/** @type {Node} */ node) => [node.id, node]));
/** @type {Map<number, string>} */
const stacks = new Map();
name(nodes[0].id, '');
/** @type {Map<string, number>} */
const times = new Map();
samples.forEach((/** @type {number} */ id, /** @type {number} */ at) => {
  const stack = stacks.get(id) ?? '';
  times.set(stack, (times.get(stack) ?? 0) + timeDeltas[at]);
});
for (const [stack, time] of times)
  if (stack && time > 0 && !stack.includes('(idle)')) process.stdout.write(`${stack} ${time}\n`);

/** @param {number} id @param {string} above */
function name(id, above) {
  const { callFrame, children = [] } = /** @type {Node} */ (byId.get(id));
  const { functionName, url } = callFrame;
  const own = `${functionName || '(anonymous)'}${url ? ` ${url.split('/').slice(-2).join('/')}` : ''}`;
  const stack = functionName === '(root)' ? '' : [above, own].filter(Boolean).join(';');
  stacks.set(id, stack);
  for (const child of children) name(child, stack);
}
