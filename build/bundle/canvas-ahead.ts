import { resolve } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { root } from './targets.ts';

/** The page of a project's address; where it is missing, the host gives `index.html`. */
const PROJECT_PAGE = 'project.html';

const EDITOR = resolve(root, 'renderer/app/editor/editor-page.tsx');

/** The scripts that come with one of the build, itself included. */
function withImports(bundle: Rollup.OutputBundle, name: string, found = new Set<string>()): Set<string> {
  const output = bundle[name];
  if (output?.type !== 'chunk' || found.has(name)) return found;
  found.add(name);
  for (const next of output.imports) withImports(bundle, next, found);
  return found;
}

/**
 * A second page beside `index.html`, which also names the scripts of the canvas: the browser fetches and compiles them
 * beside the first code of the app, and not when that asks for them.
 */
export function canvasAhead(): Plugin {
  return {
    name: 'canvas-ahead',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      const editor = Object.values(bundle).find(
        (output) => output.type === 'chunk' && output.moduleIds.includes(EDITOR),
      );
      if (page?.type !== 'asset' || !editor) return this.error('The build has no page or no canvas.');
      const html = String(page.source);
      const mark = /nonce="[^"]*"/.exec(html)?.[0] ?? '';
      const links = [...withImports(bundle, editor.fileName)]
        .filter((name) => !html.includes(`/${name}"`))
        .map((name) => `    <link rel="modulepreload" crossorigin href="/${name}" ${mark}>\n`);
      const source = html.replace('  </head>', () => `${links.join('')}  </head>`);
      this.emitFile({ type: 'asset', fileName: PROJECT_PAGE, source });
      return undefined;
    },
  };
}
