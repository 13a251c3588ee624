import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { bundledWorkers } from './build/test/bundled-workers.ts';
import { rigFiles, EXCLUDE_RIG_FILES } from './build/test/rig-tests.ts';
import { closeOddMedia, oddMedium, oddReference } from './build/test/odd-media-command.ts';

// The test command finds or installs a Chromium and names it here; without one the usual places are tried.
const chromium =
  process.env['PATCHBAY_CHROMIUM'] ??
  [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => existsSync(path));

/**
 * What the pages import from packages. Named here, Vite prepares them before the first browser test; found in the middle
 * of a run, they would make it reload the page under a test.
 */
const packagesOfPages = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/client',
  '@xyflow/react',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  '@dagrejs/dagre',
  'lucide-react',
  'wouter',
  'zod',
  'zustand',
  'zustand/vanilla',
  'react-resizable-panels',
  'react-colorful',
  'react-compare-slider',
  'd3-selection',
  'd3-zoom',
  'diff',
  'eventsource-parser',
  'mediabunny',
  '@mediabunny/aac-encoder',
  'fast-check',
  'jschardet',
  'codemirror',
  '@codemirror/view',
  '@codemirror/state',
  '@codemirror/lint',
  '@codemirror/lang-json',
  ...[
    'autocomplete',
    'button',
    'checkbox',
    'combobox',
    'context-menu',
    'csp-provider',
    'dialog',
    'field',
    'menu',
    'number-field',
    'popover',
    'radio',
    'radio-group',
    'select',
    'slider',
    'switch',
    'tabs',
    'toast',
    'tooltip',
  ].map((segment) => `@base-ui/react/${segment}`),
];

/**
 * Unit tests that get a process of their own: they put modules in place of others, or measure memory, pauses or steps
 * of their process.
 */
const separateProcess = [
  'build/rigs/steps/steps.test.ts',
  'electron/main/**/*.test.ts',
  'electron/core/real-service.test.ts',
  'electron/core/versions/{large-documents,version-observer}.test.ts',
  'service/docs/openapi-page.test.ts',
  'renderer/connections/german-messages.test.ts',
  'renderer/variants/german-numbers.test.ts',
  'renderer/words/settle.test.ts',
  'service/otio/otio-threads.test.ts',
  'shared/reading/distinct-keys.test.ts',
];

const leftToRigs = process.env[EXCLUDE_RIG_FILES] === undefined ? [] : rigFiles();

const isSlice = process.env['PATCHBAY_RIGS'] === 'slice';
/** `all`: every test of the API on PostgreSQL; `two`: with two services that take requests in turns; `calls`: all calls once. */
const postgresMode = process.env['PATCHBAY_POSTGRES'];

/** Tests of the service that are played once more on PostgreSQL by `npm test`; `npm run test:long` plays all there are. */
const onPostgres = ['service/acceptance/{concurrent-writes,idempotency,team,audit}.test.ts'];

/** Further ones that each change plays there, by `npm run test:slice`. */
const callsOnPostgres = ['service/acceptance/{http,people}.test.ts'];

/** Those of several services on one database, which is no file. */
const onTwoServices = ['service/acceptance/{many-services,runs-taken-over,two-services}.test.ts'];

/** Those of the file that the database is otherwise, and of programs that are started on one. */
const onFiles = [
  'service/acceptance/{damaged-database,quarantine,every-file}.test.ts',
  'service/acceptance/{contract,docs-examples,remote-database}.test.ts',
];

/**
 * Rigs that `npm run test:long` alone plays: those of which a part holds nothing that `npm test` does not hold, and those
 * that hold times, which need a machine with little else to do.
 */
const rigOnly = [
  'electron/core/media/native-faults.rig.ts',
  'service/fuzz/fuzz.rig.ts',
  'service/acceptance/{in-process,large-bodies,native-faults}.rig.ts',
  'shared/otio/large-films.rig.ts',
];

const unit = {
  environment: 'node',
  include: ['{shared,native,service,electron,build}/**/*.test.ts', 'renderer/**/*.test.ts'],
  exclude: ['**/node_modules/**', 'out/**', 'release/**', ...leftToRigs],
  globalSetup: ['build/test/crash-net.global.ts', 'build/test/postgres.global.ts'],
  setupFiles: ['build/test/end-children.setup.ts', 'build/test/wait-for.setup.ts'],
  // Tests wait for disks and processes about as much as they compute: a worker a core would leave cores idle.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // Far from what any test takes: a machine that is short of time makes them slow, not red.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What comes in a moment comes in seconds on a busy machine.
  expect: { poll: { timeout: 15_000 } },
};

const production = { 'process.env.NODE_ENV': JSON.stringify('production') };

/**
 * React as people get it. For developers it takes a stack at each element that is made and checks what is given: a quarter
 * of what component tests cost, for warnings that no test reads.
 */
const asPeopleGetIt = {
  define: production,
  oxc: { jsx: { development: false } },
  optimizeDeps: { include: packagesOfPages, rolldownOptions: { transform: { define: production } } },
};

/** Tests in a page of Chromium. */
const inPages = () => ({
  globalSetup: ['build/test/crash-net.global.ts'],
  unstubGlobals: true,
  expect: { poll: { timeout: 15_000 } },
  browser: {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    // A busy machine starts a browser late; that is no failure of any test.
    connectTimeout: 600_000,
    commands: { oddMedium, oddReference, closeOddMedia },
    provider: playwright({
      launchOptions: {
        executablePath: chromium,
        args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
      },
      // Else a browser without a window takes what the system says of itself, which may be no language.
      contextOptions: { locale: 'en-US', reducedMotion: 'reduce' },
    }),
    instances: [{ browser: 'chromium' as const, viewport: { width: 1440, height: 900 } }],
  },
});

export default defineConfig({
  test: {
    tags: [
      { name: 'rig', description: 'Left to `npm run test:slice` and `npm run test:long` by `npm test`.' },
      { name: 'long', description: 'Left to `npm run test:long`.' },
    ],
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          exclude: [...unit.exclude, ...separateProcess, ...onTwoServices],
          // Files that follow one another in a worker share its modules: loading them anew for each file is a quarter of
          // the work. What a test puts in place of something else goes with it.
          isolate: false,
          unstubEnvs: true,
          unstubGlobals: true,
        },
      },
      { test: { ...unit, name: 'unit-own-process', include: separateProcess } },
      {
        test: {
          ...unit,
          name: 'postgres',
          include:
            postgresMode === undefined
              ? [...onPostgres, ...onTwoServices]
              : postgresMode === 'calls'
                ? callsOnPostgres
                : ['service/{acceptance,fuzz}/*.test.ts'],
          exclude: [...unit.exclude, ...onFiles],
          env: { PATCHBAY_TEST_DATABASE: postgresMode === 'two' ? 'two' : 'postgres' },
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        test: {
          name: 'rigs',
          environment: 'node',
          include: ['{build,service,electron,shared,native}/**/*.rig.ts'],
          exclude: ['**/node_modules/**', ...(isSlice ? rigOnly : [])],
          globalSetup: ['build/test/crash-net.global.ts', 'build/test/postgres.global.ts'],
          setupFiles: ['build/test/end-children.setup.ts'],
          // One rig after the other: each starts several processes and tells hanging from waiting by the clock. Those of a slice
          // wait as much as they compute, and none of them holds a time.
          ...(isSlice ? { maxWorkers: 2 } : { fileParallelism: false }),
          maxConcurrency: 4,
          testTimeout: 1_200_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react(), bundledWorkers()],
        ...asPeopleGetIt,
        test: {
          name: 'browser',
          include: ['renderer/**/*.test.tsx'],
          exclude: leftToRigs,
          ...inPages(),
          setupFiles: ['build/test/wait-for.setup.ts', 'renderer/testing/fresh-page.setup.ts'],
          // Files follow one another in one page, which has loaded the app once.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        plugins: [react(), bundledWorkers()],
        optimizeDeps: { include: packagesOfPages },
        test: {
          ...inPages(),
          name: 'page-rigs',
          include: ['renderer/**/*.rig.ts'],
          testTimeout: 1_200_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
