import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { BundleTarget } from './targets.ts';

/** Tests and type-check settings do not end up in a bundle. */
const notBundled = /(\.test\.tsx?|\.test\.ts|tsconfig(\.\w+)?\.json|\.md)$/;

/**
 * A hash over names and contents of a target's sources. Contents, not times: a checkout of another branch and back
 * again costs no build, and a copied folder with new times is not stale.
 */
async function sourceStamp(projectRoot: string, target: BundleTarget): Promise<string> {
  const hash = createHash('sha256');
  for (const source of [...target.sources, target.config]) {
    for (const file of await filesBelow(join(projectRoot, source))) {
      const name = relative(projectRoot, file).split(sep).join('/');
      if (notBundled.test(name)) continue;
      hash.update(`${name}\0`);
      hash.update(await readFile(file));
      hash.update('\0');
    }
  }
  return hash.digest('hex');
}

/** Where the stamp of the sources is stored that a target was last built from. Beside the output, not inside it. */
export function stampFile(projectRoot: string, target: BundleTarget): string {
  return join(projectRoot, `${target.out}.stamp`);
}

/** Whether the target has to be built; `stamp` is what to keep once it is. */
export async function isStale(
  projectRoot: string,
  target: BundleTarget,
): Promise<{ stale: boolean; stamp: string }> {
  const stamp = await sourceStamp(projectRoot, target);
  if (!existsSync(join(projectRoot, target.entry))) return { stale: true, stamp };
  const before = await readFile(stampFile(projectRoot, target), 'utf8').catch(() => null);
  return { stale: before !== stamp, stamp };
}

async function filesBelow(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (found === null) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
