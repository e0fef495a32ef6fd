import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
/** @import { Row } from './measure.js' */

/** @param {Row[]} rows @returns {string} a table to paste */
export function format(rows) {
  const head = [
    '',
    'CPU ÷ bare',
    '÷ Express',
    'requests/s',
    'ms',
    'kB/s',
    'CPU µs',
    'RSS MB',
    'body B',
  ];
  const lines = rows.map(({ name, bytes, larder, bare, express, memory }) => [
    name,
    bare.ratio.toFixed(2),
    express ? express.ratio.toFixed(2) : '',
    larder.perSecond.toFixed(larder.perSecond < 100 ? 1 : 0),
    larder.ms.toFixed(larder.ms < 10 ? 3 : 1),
    larder.kBps.toFixed(0),
    larder.cpu.all.toFixed(1),
    memory.toFixed(0),
    String(bytes),
  ]);
  return align([head, ...lines]);
}

/** @param {string[][]} lines @returns {string} the first column to the left, the others to the right */
export function align(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column ? cell.padStart(widths[column]) : cell.padEnd(widths[0])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @returns {string} the machine, in a line. Rented machines often hide the name of their processor, but not its model */
export function machine() {
  const numbers = ['cpu family', 'model', 'stepping'].map(
    (name) => new RegExp(`^${name}\\s*: (\\d+)$`, 'm').exec(cpuinfo())?.[1] ?? '?',
  );
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `Node.js ${process.version}, ${cpus().length} × ${processor} (${numbers.join('.')})`;
}

const cpuinfo = () => readFileSync('/proc/cpuinfo', 'utf8');
