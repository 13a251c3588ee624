import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from './check.ts';
import { openSourceInfoCache } from './facts-cache.ts';

const IGNORED = new Set(['node_modules', 'out', 'release', 'test-results', 'playwright-report']);

/** The files of a checkout, which remembers what it read of them. */
export interface Checkout extends Tree {
  /** Keeps what was read for the next run. */
  save(): void;
}

/** The files of a checkout as the walls see it. @param root absolute path */
export function readTree(root: string): Checkout {
  const files = globSync('*/**/*.*', {
    cwd: root,
    exclude: (path) => IGNORED.has(path.split(/[\\/]/)[0] ?? ''),
  }).map((path) => path.replaceAll('\\', '/'));
  const { imports: aliases }: { imports: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const cache = openSourceInfoCache(join(root, '.cache/walls.json'));
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  return {
    files: new Set(files),
    aliases,
    read,
    facts: (path) => cache.factsOf(path, read(path)),
    save: () => cache.save(),
  };
}
