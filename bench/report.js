import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const place = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Writes bench/report.json, and bench/report.html with charts in it, which needs no network.
 * @param {object} report
 * @param {string} report.title
 * @param {string} report.machine
 * @param {string} report.blog
 * @param {string} report.driver
 * @param {string} report.text  the table, as it was printed
 * @param {Chart[]} report.charts
 * @param {object} report.figures  all that was measured
 * @typedef {object} Chart
 * @property {'bar' | 'line'} type
 * @property {string} title
 * @property {string} unit
 * @property {string[]} labels
 * @property {{ label: string, values: (number | null)[] }[]} series
 * @property {boolean} [logarithmic]
 * @returns {Promise<string[]>} the files
 */
export async function writeReport({ figures, ...report }) {
  const files = [place('report.json'), place('report.html')];
  const { charts: _charts, text: _text, ...facts } = report;
  await writeFile(files[0], `${JSON.stringify({ ...facts, ...figures }, null, 2)}\n`);
  await writeFile(files[1], page(report));
  return files;
}

/** @param {Omit<Parameters<typeof writeReport>[0], 'figures'>} report */
function page({ title, machine, blog, driver, text, charts }) {
  const library = readFileSync(require.resolve('chart.js').replace('.cjs', '.umd.js'), 'utf8');
  const drawing = readFileSync(place('charts.js'), 'utf8');
  const figures = charts.map(
    (chart) =>
      `<figure><figcaption>${escape(chart.title)}</figcaption><div><canvas></canvas></div></figure>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
pre { overflow-x: auto; padding: 1rem; border: 1px solid #8886; border-radius: 6px; line-height: 1.35 }
figure { margin: 2.5rem 0 }
figcaption { font-weight: 600; margin-bottom: .5rem }
figure div { position: relative; height: 26rem }
</style>
<h1>${escape(title)}</h1>
<p>${escape(blog)}, driven by ${escape(driver)}. ${escape(machine)}.</p>
<pre>${escape(text)}</pre>
${figures.join('\n')}
<script>${inline(library)}</script>
<script type="application/json" id="charts">${inline(JSON.stringify(charts))}</script>
<script>${inline(drawing)}</script>
</html>
`;
}

/** @param {string} text */
const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What stands in a script element must not end it. @param {string} text */
const inline = (text) => text.replaceAll('</', '<\\/');
