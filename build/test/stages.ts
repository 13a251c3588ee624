import { join } from 'node:path';

/** One step of the test command, in the order of the list. */
export interface Stage {
  name: string;
  title: string;
  command: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Runs tests and leaves a JSON report of them. */
  counts?: { runner: 'vitest' | 'playwright'; report: string };
  needsChromium?: true;
  /** Several times what it takes on a slow machine; a stage that takes longer hangs. */
  limitMinutes: number;
}

function vitest(reports: string, project: string): Pick<Stage, 'command' | 'args' | 'counts'> {
  const report = join(reports, `${project}.json`);
  return {
    command: 'vitest',
    args: [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    counts: { runner: 'vitest', report },
  };
}

/** What `npm run test:long` runs: a fixed slice of each rig. @param reports folder for the runners' JSON reports. */
export function longStages(reports: string): readonly Stage[] {
  return [{ name: 'rigs', title: 'Rigs', ...vitest(reports, 'rigs'), limitMinutes: 45 }];
}

/** What `npm test` runs. @param reports folder for the runners' JSON reports. */
export function testStages(reports: string): readonly Stage[] {
  const e2eReport = join(reports, 'e2e.json');
  return [
    {
      name: 'walls',
      title: 'Walls',
      command: 'node',
      args: ['build/walls/main.ts', '--check'],
      limitMinutes: 10,
    },
    { name: 'typecheck', title: 'Types', command: 'node', args: ['build/types/main.ts'], limitMinutes: 15 },
    {
      name: 'lint',
      title: 'Lint',
      command: 'oxlint',
      args: ['--type-aware', '--deny-warnings'],
      limitMinutes: 15,
    },
    {
      name: 'format',
      title: 'Format',
      command: 'prettier',
      args: ['--check', '--log-level=warn', '.'],
      limitMinutes: 15,
    },
    { name: 'deadcode', title: 'Dead code', command: 'knip', args: [], limitMinutes: 10 },
    { name: 'unit', title: 'Unit tests', ...vitest(reports, 'unit'), limitMinutes: 40 },
    {
      name: 'browser',
      title: 'Component tests',
      ...vitest(reports, 'browser'),
      needsChromium: true,
      limitMinutes: 20,
    },
    { name: 'build', title: 'Build', command: 'node', args: ['build/bundle/main.ts'], limitMinutes: 15 },
    {
      name: 'e2e',
      title: 'End-to-end tests',
      command: 'playwright',
      args: ['test', '-c', 'e2e/playwright.config.ts'],
      env: { PATCHBAY_E2E_JSON: e2eReport },
      counts: { runner: 'playwright', report: e2eReport },
      needsChromium: true,
      limitMinutes: 45,
    },
  ];
}
