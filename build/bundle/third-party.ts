import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin, Rollup } from 'vite';

/** Beside the scripts of each bundle, and in the folder of licenses of the packed program. */
export const THIRD_PARTY_FILE = 'third-party.txt';

/** What packages call the files that have to go along. */
const LICENSE_FILE = /^(?:licen[cs]e|copying|notice|copyright)(?:[-._].*)?$/i;

interface Package {
  name: string;
  version: string;
  /** SPDX. */
  license: string;
  author: string | null;
  homepage: string | null;
  texts: string[];
}

const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  const { name } = (value ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : null;
};

/** The folder of the package that a module belongs to; null for our own. @param id as the bundler has it */
function packageFolder(id: string): string | null {
  const path = id
    .replace(/^\0+/, '')
    .replace(/[?#].*$/, '')
    .replaceAll('\\', '/');
  if (!path.includes('/node_modules/')) return null;
  for (let folder = dirname(path); folder.includes('/node_modules/'); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    // Some have a package.json in a folder of modules, which says only how they are read.
    if (existsSync(manifest) && 'version' in (JSON.parse(readFileSync(manifest, 'utf8')) as object))
      return folder;
  }
  return null;
}

function readPackage(folder: string): Package {
  const { name, version, license, author, homepage } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Record<string, unknown>;
  return {
    name: String(name),
    version: String(version),
    license: textOf(license) ?? 'not said',
    author: textOf(author),
    homepage: textOf(homepage),
    texts: readdirSync(folder)
      .filter((file) => LICENSE_FILE.test(file))
      .toSorted()
      .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()),
  };
}

const RULE = `\n\n${'-'.repeat(80)}\n\n`;

/** The packages that modules come from, each once, with their licenses. @param ids of all modules of a bundle */
function thirdPartyNotices(ids: Iterable<string>): string {
  const folders = new Set<string>();
  for (const id of ids) {
    const folder = packageFolder(id);
    if (folder !== null) folders.add(folder);
  }
  const notices = [...folders].map(readPackage).map(({ name, version, license, author, homepage, texts }) => {
    const origin = [author, homepage].filter((field) => field !== null).join(', ');
    // A package without a text of its own is named with what it says of itself.
    return [`${name} ${version}, ${license}${origin === '' ? '' : ` (${origin})`}`, ...texts].join('\n\n');
  });
  const head = 'Packages that are part of the scripts beside this file, and their licenses.';
  return `${[head, ...[...new Set(notices)].toSorted()].join(RULE)}\n`;
}

/**
 * Writes the licenses of all packages that went into a bundle beside it: the bundler leaves most of their notices out.
 * @returns a plugin for the bundle, and one for the workers that belong to it
 */
export function thirdParty(): { bundle: Plugin; worker: () => Plugin } {
  const ids = new Set<string>();
  let base = '';
  const collect = (bundle: Rollup.OutputBundle): void => {
    for (const output of Object.values(bundle)) {
      if (output.type === 'chunk') for (const id of output.moduleIds) ids.add(id);
      else for (const name of output.originalFileNames) ids.add(resolve(base, name));
    }
  };
  return {
    bundle: {
      name: 'third-party',
      enforce: 'post',
      configResolved(config) {
        base = config.root;
      },
      generateBundle(_options, bundle) {
        collect(bundle);
        this.emitFile({ type: 'asset', fileName: THIRD_PARTY_FILE, source: thirdPartyNotices(ids) });
      },
    },
    worker: () => ({ name: 'third-party-workers', generateBundle: (_options, bundle) => collect(bundle) }),
  };
}
