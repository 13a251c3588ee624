import { resolve } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { root } from './targets.ts';

/** The page of a project's address; where it is missing, the host gives `index.html`. */
const PROJECT_PAGE = 'project.html';

const APP = resolve(root, 'renderer/start.tsx');
const EDITOR = resolve(root, 'renderer/app/editor/editor-page.tsx');

/** The scripts that come with one of the build, itself included. */
function withImports(bundle: Rollup.OutputBundle, name: string, found = new Set<string>()): Set<string> {
  const output = bundle[name];
  if (output?.type !== 'chunk' || found.has(name)) return found;
  found.add(name);
  for (const next of output.imports) withImports(bundle, next, found);
  return found;
}

const chunkWith = (bundle: Rollup.OutputBundle, module: string): Rollup.OutputChunk | undefined =>
  Object.values(bundle).find((output) => output.type === 'chunk' && output.moduleIds.includes(module)) as
    | Rollup.OutputChunk
    | undefined;

/**
 * Names the scripts and styles of the app in its page, which asks for them only when the language is settled, and gives a
 * second page beside `index.html`, which also names the scripts of the canvas: the browser fetches and compiles them beside
 * the first code of the app, and not when that asks for them.
 */
export function canvasAhead(): Plugin {
  return {
    name: 'canvas-ahead',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      const app = chunkWith(bundle, APP);
      const editor = chunkWith(bundle, EDITOR);
      if (page?.type !== 'asset' || !app || !editor) {
        return this.error('The build has no page, no app or no canvas.');
      }
      const appScripts = withImports(bundle, app.fileName);
      const html = withLinks(String(page.source), appScripts, stylesOf(bundle, appScripts));
      page.source = html;
      const source = withLinks(html, withImports(bundle, editor.fileName), []);
      this.emitFile({ type: 'asset', fileName: PROJECT_PAGE, source });
      return undefined;
    },
  };
}

const stylesOf = (bundle: Rollup.OutputBundle, scripts: Iterable<string>): string[] =>
  [...scripts].flatMap((name) => {
    const output = bundle[name];
    return output?.type === 'chunk' ? [...(output.viteMetadata?.importedCss ?? [])] : [];
  });

/** A page that names further files in its head. */
function withLinks(html: string, scripts: Iterable<string>, styles: Iterable<string>): string {
  const nonce = /nonce="[^"]*"/.exec(html)?.[0] ?? '';
  const linksOf = (rel: string, names: Iterable<string>) =>
    [...names]
      .filter((name) => !html.includes(`/${name}"`))
      .map((name) => `    <link rel="${rel}" crossorigin href="/${name}" ${nonce}>\n`);
  const links = [...linksOf('modulepreload', scripts), ...linksOf('stylesheet', styles)];
  return html.replace('  </head>', () => `${links.join('')}  </head>`);
}
