import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bundle/targets.ts';

/**
 * Tests with the tag `rig`, which `npm test` leaves to `npm run test:slice` and `npm run test:long`
 * (`docs/decisions/2026-11-26-where-the-time-of-tests-goes.md`).
 */
export const RIG_TAG = 'rig';

/** Set where files of such tests alone are not to be loaded: the test runner would do that only to skip them. */
export const EXCLUDE_RIG_FILES = 'PATCHBAY_EXCLUDE_RIG_FILES';

/** A whole file says it in a comment, which the test runner reads. */
const OF_FILE = new RegExp(String.raw`(?://|\*) @module-tag ${RIG_TAG}\b`);
const OF_TEST = new RegExp(String.raw`\btags: '${RIG_TAG}'`);

const GLOBS = {
  unit: '{shared,native,service,electron,build,renderer}/**/*.test.ts',
  browser: 'renderer/**/*.test.tsx',
} as const;

/** Which tests of a file are rigs: read once, as there are many. */
const found = new Map<keyof typeof GLOBS, ReadonlyMap<string, 'all' | 'some'>>();

function rigTests(kind: keyof typeof GLOBS): ReadonlyMap<string, 'all' | 'some'> {
  const cached = found.get(kind);
  if (cached !== undefined) return cached;
  const files = new Map<string, 'all' | 'some'>();
  for (const path of globSync(GLOBS[kind], { cwd: root }).toSorted()) {
    const text = readFileSync(join(root, path), 'utf8');
    const file = path.replaceAll('\\', '/');
    if (OF_FILE.test(text)) files.set(file, 'all');
    else if (OF_TEST.test(text)) files.set(file, 'some');
  }
  found.set(kind, files);
  return files;
}

/** @returns the files of which every test is one of the rigs, as paths within the project. */
export const rigFiles = (): string[] =>
  [...rigTests('unit'), ...rigTests('browser')].filter(([, tests]) => tests === 'all').map(([file]) => file);

/** @returns the files with at least one such test. */
export const filesWithRigTests = (kind: keyof typeof GLOBS): string[] => [...rigTests(kind).keys()];
