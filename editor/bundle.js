import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import hljs from 'highlight.js';

const folder = fileURLToPath(new URL('.', import.meta.url));
const file = new URL('../public/admin/write.js', import.meta.url);

/** Licences of what is in the bundle; all are MIT. */
const banner = `/*! CodeMirror and Lezer, style-mod, w3c-keyname, crelt, @marijn/find-cluster-break:
MIT, Copyright (C) 2018-2026 by Marijn Haverbeke and others. Made by "npm run bundle" from editor/: not to be edited. */`;

/** Small scripts of the admin pages stay files of their own, beside the bundle. */
const besideIt = {
  name: 'beside it',
  setup(/** @type {import('esbuild').PluginBuild} */ { onResolve }) {
    onResolve({ filter: /\/public\/admin\// }, ({ path }) => ({
      path: `./${basename(path)}`,
      external: true,
    }));
  },
};

/**
 * A page of a strict Content-Security-Policy takes constructed style sheets, which style-mod makes in shadow trees
 * alone.
 */
const constructedSheets = {
  name: 'constructed sheets',
  setup(/** @type {import('esbuild').PluginBuild} */ { onLoad }) {
    onLoad({ filter: /style-mod\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace('if (!root.head && root.adopted', 'if (root.adopted');
      if (contents === source) throw new Error(`${path} has changed`);
      return { contents };
    });
  },
};

/** @returns {Promise<string>} the script of the editor's page, the same bytes each time */
export async function makeBundle() {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['start.js'],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    banner: { js: banner },
    define: {
      'globalThis.CODE_LANGUAGES': JSON.stringify([...hljs.listLanguages(), 'mermaid'].sort()),
    },
    plugins: [besideIt, constructedSheets],
    write: false,
  });
  // Assets finds what a script imports by single quotes.
  return outputFiles[0].text.replace(/\bfrom"(\.\/[\w-]+\.js)"/g, (_, path) => `from '${path}'`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await writeFile(file, await makeBundle());
