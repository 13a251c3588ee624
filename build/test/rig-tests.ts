import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bundle/targets.ts';

/**
 * Tags of tests that `npm test` leaves out: `rig` to `npm run test:slice` and `npm run test:long`, `long` to the latter alone
 * (`docs/decisions/2026-11-26-where-the-time-of-tests-goes.md`).
 */
const TEST_TAGS = ['rig', 'long'] as const;
type TestTag = (typeof TEST_TAGS)[number];

/** Which tests a stage plays. The others are not counted. */
export type TagChoice = 'untagged' | 'rig' | 'tagged';

const PREDICATES: Readonly<Record<TagChoice, (tags: readonly string[]) => boolean>> = {
  untagged: (tags) => !TEST_TAGS.some((tag) => tags.includes(tag)),
  rig: (tags) => tags.includes('rig') && !tags.includes('long'),
  tagged: (tags) => TEST_TAGS.some((tag) => tags.includes(tag)),
};

/** The same for the test runner, as one argument of its own. */
export const TAGS_FILTER: Readonly<Record<TagChoice, string>> = {
  untagged: '!rig && !long',
  rig: 'rig && !long',
  tagged: 'rig || long',
};

/** Whether a stage plays a test with these tags. */
export const matchesChoice = (tags: readonly string[], choice: TagChoice): boolean =>
  PREDICATES[choice](tags);

/** Set where files of such tests alone are not to be loaded: the test runner would do that only to skip them. */
export const EXCLUDE_RIG_FILES = 'PATCHBAY_EXCLUDE_RIG_FILES';

/** A whole file says it in a comment, which the test runner reads. */
const OF_FILE = /(?:\/\/|\*) @module-tag (rig|long)\b/;
const OF_TEST = /\btags: '(rig|long)'/g;

const GLOBS = {
  unit: '{shared,native,service,electron,build,renderer}/**/*.test.ts',
  browser: 'renderer/**/*.test.tsx',
} as const;

interface TaggedFile {
  /** Of every test of the file; null where tests say it themselves. */
  ofFile: TestTag | null;
  ofTests: ReadonlySet<TestTag>;
}

/** Which tests of a file are rigs: read once, as there are many. */
const found = new Map<keyof typeof GLOBS, ReadonlyMap<string, TaggedFile>>();

function taggedFiles(kind: keyof typeof GLOBS): ReadonlyMap<string, TaggedFile> {
  const cached = found.get(kind);
  if (cached !== undefined) return cached;
  const files = new Map<string, TaggedFile>();
  for (const path of globSync(GLOBS[kind], { cwd: root }).toSorted()) {
    const text = readFileSync(join(root, path), 'utf8');
    const ofFile = (OF_FILE.exec(text)?.[1] ?? null) as TestTag | null;
    const ofTests = new Set([...text.matchAll(OF_TEST)].map(([, tag]) => tag as TestTag));
    if (ofFile !== null || ofTests.size > 0) files.set(path.replaceAll('\\', '/'), { ofFile, ofTests });
  }
  found.set(kind, files);
  return files;
}

/** @returns the files of which every test is tagged, as paths within the project. */
export const rigFiles = (): string[] =>
  [...taggedFiles('unit'), ...taggedFiles('browser')]
    .filter(([, { ofFile }]) => ofFile !== null)
    .map(([file]) => file);

/** @returns the files with at least one test of that choice. */
export const filesWithRigTests = (
  kind: keyof typeof GLOBS,
  choice: Exclude<TagChoice, 'untagged'> = 'tagged',
): string[] =>
  [...taggedFiles(kind)]
    .filter(([, { ofFile, ofTests }]) =>
      choice === 'tagged' ? true : ofFile === 'rig' || (ofFile === null && ofTests.has('rig')),
    )
    .map(([file]) => file);
