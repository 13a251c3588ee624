import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bundle/targets.ts';

/** What a test calls that plays a part of its cases in `npm test`. */
const CALLS = /\bfc\.runs\(|\b(?:ofThisRun|bySize)\(/;

/** @returns the unit tests that play more in `npm run test:long`, as paths within the project. */
export const fullSizeFiles = (): string[] =>
  globSync('{shared,native,service,electron,build,renderer}/**/*.test.ts', { cwd: root })
    .filter((path) => CALLS.test(readFileSync(join(root, path), 'utf8')))
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
