import { join } from 'node:path';
import { root } from '../bundle/targets.ts';
import { fullSizeFiles } from './full-size-files.ts';
import { filesWithRigTests, EXCLUDE_RIG_FILES, TAGS_FILTER, type TagChoice } from './rig-tests.ts';

/** One step of the test command. */
export interface Stage {
  name: string;
  title: string;
  command: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Runs tests and leaves a JSON report of them. */
  counts?: { runner: 'vitest' | 'playwright'; report: string; choice?: TagChoice };
  /** The same for some of its files, for those that failed while the machine gave them no time. */
  again?: (this: void, files: readonly string[]) => Stage;
  needsChromium?: true;
  needsFfmpeg?: true;
  /** Several times what it takes on a slow machine; a stage that takes longer hangs. */
  limitMinutes: number;
}

/** Stages that run one after the other. */
export type Lane = readonly Stage[];

/** Lanes that run side by side. */
export type StageGroup = readonly Lane[];

interface FilesOfStage {
  report?: string;
  /** All of the projects when there are none. */
  files?: readonly string[];
  choice?: TagChoice;
}

function vitest(
  reports: string,
  stage: Pick<Stage, 'name' | 'title' | 'limitMinutes' | 'needsChromium' | 'needsFfmpeg' | 'env'>,
  projects: readonly string[] = [stage.name],
  { report = `${stage.name}.json`, files = [], choice }: FilesOfStage = {},
): Stage {
  const path = join(reports, report);
  return {
    ...stage,
    command: 'vitest',
    args: [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${path}`,
      ...(choice === undefined ? [] : [`--tags-filter=${TAGS_FILTER[choice]}`]),
      ...files,
    ],
    counts: { runner: 'vitest', report: path, ...(choice !== undefined && { choice }) },
    again: (failed) => {
      const second = {
        report: `${stage.name}-again.json`,
        files: failed,
        ...(choice !== undefined && { choice }),
      };
      const { again: _, ...same } = vitest(reports, stage, projects, second);
      return same;
    },
  };
}

function playwright(
  reports: string,
  { config, env, ...stage }: Pick<Stage, 'name' | 'title' | 'limitMinutes' | 'env'> & { config: string },
): Stage {
  const report = join(reports, `${stage.name}.json`);
  return {
    ...stage,
    command: 'playwright',
    args: ['test', '-c', config],
    env: { ...env, PATCHBAY_E2E_JSON: report },
    counts: { runner: 'playwright', report },
    needsChromium: true,
  };
}

/**
 * What `npm run test:long` runs: the rigs, and in full the unit tests that play a part in `npm test`; and `npm run test:slice`,
 * a fixed part of the rigs (`build/rigs/size.ts`, `shared/testing/size.ts`).
 * @param reports folder for the runners' JSON reports.
 */
export function fullSizeStages(reports: string, size: 'long' | 'slice' = 'long'): readonly StageGroup[] {
  const env = { PATCHBAY_RIGS: size };
  const choice = size === 'slice' ? 'rig' : 'tagged';
  const rigs = vitest(reports, {
    name: 'rigs',
    title: 'Rigs',
    needsChromium: true,
    needsFfmpeg: true,
    limitMinutes: 45,
    env,
  });
  const unit = vitest(
    reports,
    { name: 'unit-full', title: 'Unit tests in full', needsFfmpeg: true, limitMinutes: 60, env },
    ['unit', 'unit-own-process'],
    { files: [...new Set([...fullSizeFiles(), ...filesWithRigTests('unit')])].toSorted() },
  );
  const unitRigs = vitest(
    reports,
    {
      name: 'unit-rigs',
      title: 'Unit tests of the rigs',
      needsFfmpeg: true,
      limitMinutes: 45,
      // As in `npm test`: a start of the sources costs several times as much.
      env: { PATCHBAY_BUILT: join(root, 'out') },
    },
    ['unit', 'unit-own-process', 'postgres'],
    { files: filesWithRigTests('unit', choice), choice },
  );
  const browserRigs = vitest(
    reports,
    { name: 'browser-rigs', title: 'Component tests of the rigs', needsChromium: true, limitMinutes: 45 },
    ['browser'],
    { files: filesWithRigTests('browser', choice), choice },
  );
  const postgres = vitest(reports, {
    name: 'postgres',
    title: 'The service on PostgreSQL',
    limitMinutes: 30,
    // Not their long tables: what those try has little to do with the database.
    env: { PATCHBAY_POSTGRES: 'all' },
  });
  const pairStage = vitest(
    reports,
    {
      name: 'postgres-two',
      title: 'Two services on PostgreSQL',
      limitMinutes: 45,
      env: { PATCHBAY_POSTGRES: 'two' },
    },
    ['postgres'],
  );
  const callsOnPostgres = vitest(
    reports,
    {
      name: 'postgres-calls',
      title: 'Calls of the service on PostgreSQL',
      limitMinutes: 30,
      env: { PATCHBAY_POSTGRES: 'calls' },
    },
    ['postgres'],
  );
  const pages = vitest(reports, {
    name: 'page-rigs',
    title: 'Rigs in a page',
    needsChromium: true,
    limitMinutes: 20,
  });
  const stories = playwright(reports, {
    name: 'story-rigs',
    title: 'Rigs in stories',
    config: 'e2e/rigs.config.ts',
    limitMinutes: 45,
    env,
  });
  // Those in a page hold pictures and sound against the clock: not on a machine that does much else.
  // The part of each unit test that `npm test` plays is a slice already.
  return size === 'slice'
    ? [[[STALE_BUILD]], [[unitRigs, callsOnPostgres], [browserRigs]], [[rigs]], [[stories]]]
    : [[[unit]], [[browserRigs]], [[postgres]], [[pairStage]], [[rigs]], [[pages]], [[stories]]];
}

/**
 * What `npm test` runs, group by group. Stages that wait as much as they compute run beside those that only compute: one
 * alone would leave a core idle.
 * @param reports folder for the runners' JSON reports.
 */
export function testStages(reports: string): readonly StageGroup[] {
  const env = { [EXCLUDE_RIG_FILES]: 'yes' };
  const unit = vitest(
    reports,
    { name: 'unit', title: 'Unit tests', needsFfmpeg: true, limitMinutes: 40, env },
    // The last: a part of the service's tests once more, on its other database.
    ['unit', 'unit-own-process', 'postgres'],
    { choice: 'untagged' },
  );
  const browser = vitest(
    reports,
    { name: 'browser', title: 'Component tests', needsChromium: true, limitMinutes: 40, env },
    ['browser'],
    { choice: 'untagged' },
  );
  const e2e = playwright(reports, {
    name: 'e2e',
    title: 'End-to-end tests',
    config: 'e2e/playwright.config.ts',
    limitMinutes: 45,
  });
  // Tests start the app, which builds what is not built; the types read what the walls have kept of the sources. The
  // stories come last and alone: they are people's hands on a page, and fail first where too much runs beside them.
  return [[[BUILD], [WALLS, FORMAT]], [[unit], [browser], [TYPES], [LINT, DEAD_CODE]], [[e2e]]];
}

const BUILD: Stage = {
  name: 'build',
  title: 'Build',
  command: 'node',
  args: ['build/bundle/main.ts'],
  limitMinutes: 15,
};

/** Nothing to do where `npm test` has just built. */
const STALE_BUILD: Stage = { ...BUILD, name: 'stale-build', args: [...BUILD.args, '--stale'] };

const WALLS: Stage = {
  name: 'walls',
  title: 'Walls',
  command: 'node',
  args: ['build/walls/main.ts', '--check'],
  limitMinutes: 10,
};

const FORMAT: Stage = {
  name: 'format',
  title: 'Format',
  command: 'oxfmt',
  args: ['--check'],
  limitMinutes: 10,
};

const TYPES: Stage = {
  name: 'typecheck',
  title: 'Types',
  command: 'node',
  args: ['build/types/main.ts'],
  limitMinutes: 15,
};

const LINT: Stage = {
  name: 'lint',
  title: 'Lint',
  command: 'oxlint',
  args: ['--type-aware', '--deny-warnings'],
  // One thread of the type checker does a third less work than pairStage, and others have the other cores.
  env: { GOMAXPROCS: '1' },
  limitMinutes: 15,
};

const DEAD_CODE: Stage = {
  name: 'deadcode',
  title: 'Dead code',
  command: 'knip',
  args: [],
  limitMinutes: 10,
};
