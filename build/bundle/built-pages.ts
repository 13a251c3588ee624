import { writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { root } from './targets.ts';
import { THIRD_PARTY_FILE } from './third-party.ts';

/** Beside the stamp of the build, so that it is shipped with nothing. */
export const BUILT_PAGES_FILE = 'renderer.pages.json';

/** A script of the pages. Modules are paths within the repository. */
export interface BuiltChunk {
  fileName: string;
  /** Names of scripts that are loaded with it. */
  imports: readonly string[];
  modules: readonly string[];
  /** Those of its modules of which the bundler left code. */
  rendered: readonly string[];
}

/** What a build of the pages consists of. */
export interface BuiltPages {
  chunks: readonly BuiltChunk[];
  /** HTML by file name. */
  pages: Readonly<Record<string, string>>;
  /** The text of the licenses beside the scripts. */
  licenses: string;
}

const pathOf = (id: string): string => relative(root, id).replaceAll('\\', '/');

/** Lists the scripts, modules and pages of what the bundler made. */
export function describePages(output: readonly (Rollup.OutputChunk | Rollup.OutputAsset)[]): BuiltPages {
  const assets = output.filter((item) => item.type === 'asset');
  return {
    chunks: output
      .filter((item) => item.type === 'chunk')
      .map(({ fileName, imports, moduleIds, modules }) => ({
        fileName,
        imports,
        modules: moduleIds.map(pathOf),
        rendered: Object.entries(modules)
          .filter(([, { renderedLength }]) => renderedLength > 0)
          .map(([id]) => pathOf(id)),
      })),
    pages: Object.fromEntries(
      assets
        .filter(({ fileName }) => fileName.endsWith('.html'))
        .map(({ fileName, source }) => [fileName, String(source)]),
    ),
    licenses: String(assets.find(({ fileName }) => fileName === THIRD_PARTY_FILE)?.source ?? ''),
  };
}

/** Writes what was built beside it: tests of what is loaded when need no build of their own. */
export const listBuiltPages = (): Plugin => ({
  name: 'built-pages',
  writeBundle(_options, bundle) {
    const text = JSON.stringify(describePages(Object.values(bundle)));
    writeFileSync(resolve(root, 'out', BUILT_PAGES_FILE), text);
  },
});
