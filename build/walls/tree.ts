import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from './check.ts';

const ELSEWHERE = ['node_modules', 'out', 'release', 'test-results', 'playwright-report'];

/** The files of a checkout as the walls see it. @param root absolute path */
export function readTree(root: string): Tree {
  const files = globSync('*/**/*.*', {
    cwd: root,
    exclude: (path) => ELSEWHERE.includes(path.split(/[\\/]/)[0] ?? ''),
  }).map((path) => path.replaceAll('\\', '/'));
  const { imports: aliases }: { imports: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return {
    files: new Set(files),
    aliases,
    read: (path) => readFileSync(join(root, path), 'utf8'),
  };
}
