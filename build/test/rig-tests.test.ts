import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bundle/targets.ts';
import { filesWithRigTests, matchesChoice, rigFiles, EXCLUDE_RIG_FILES, TAGS_FILTER } from './rig-tests.ts';
import { fullSizeStages, testStages, type Stage, type StageGroup } from './stages.ts';

const stageOf = (groups: readonly StageGroup[], name: string): Stage => {
  const found = groups.flat(2).find((stage) => stage.name === name);
  if (found === undefined) throw new Error(`There is no stage ${name}.`);
  return found;
};

test('what npm test leaves out for its tag, each night plays, and each change that of the tag of the slice', () => {
  const slice = fullSizeStages('/reports', 'slice');
  const long = fullSizeStages('/reports', 'long');
  for (const kind of ['unit', 'browser'] as const) {
    const everyRun = stageOf(testStages('/reports'), kind);
    const ofSlice = stageOf(slice, `${kind}-rigs`);
    const ofLong = stageOf(long, kind === 'unit' ? 'unit-full' : 'browser-rigs');
    expect(everyRun.args).toContain(`--tags-filter=${TAGS_FILTER.untagged}`);
    expect(ofSlice.args).toContain(`--tags-filter=${TAGS_FILTER.rig}`);
    for (const file of filesWithRigTests(kind, 'rig')) expect(ofSlice.args).toContain(file);
    for (const file of filesWithRigTests(kind)) expect(ofLong.args).toContain(file);
    // The same projects: a file that another one plays would be left out by both.
    const projects = (stage: Stage) => stage.args.filter((argument) => argument.startsWith('--project='));
    expect(projects(ofSlice)).toEqual(projects(everyRun));
  }
});

test('a file of such tests alone is not loaded', () => {
  expect(rigFiles().length).toBeGreaterThan(0);
  const tagged = testStages('/reports')
    .flat(2)
    .filter(({ args }) => args.includes(`--tags-filter=${TAGS_FILTER.untagged}`));
  expect(tagged.map(({ env }) => env)).toEqual([
    { [EXCLUDE_RIG_FILES]: 'yes' },
    { [EXCLUDE_RIG_FILES]: 'yes' },
  ]);
});

test('the slice starts the programs that it has built, as npm test does', () => {
  const slice = fullSizeStages('/reports', 'slice').flat(2);
  expect(slice[0]).toMatchObject({ name: 'stale-build', args: ['build/bundle/main.ts', '--stale'] });
  expect(stageOf([[slice]], 'unit-rigs').env).toEqual({ PATCHBAY_BUILT: join(root, 'out') });
});

test('the tag is written as it is looked for', () => {
  const otherwise = globSync('{shared,native,service,electron,build,renderer}/**/*.test.{ts,tsx}', {
    cwd: root,
  })
    .filter((file) => !file.endsWith('rig-tests.test.ts'))
    .filter((file) =>
      /\btags: *(?:\[ *['"`]|["`])(?:rig|long)\b|@module-tag(?! (?:rig|long)\n)/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );
  expect(otherwise).toEqual([]);
});

test.each([
  [[], ['untagged']],
  [['rig'], ['rig', 'tagged']],
  [['long'], ['tagged']],
  [['rig', 'long'], ['tagged']],
] as const)('tests with the tags %j are played by %j', (tags, choices) => {
  expect((['untagged', 'rig', 'tagged'] as const).filter((choice) => matchesChoice(tags, choice))).toEqual(
    choices,
  );
});
