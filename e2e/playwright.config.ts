import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import '../build/test/crash-net.install.ts';

const chromium =
  process.env['PATCHBAY_CHROMIUM'] ??
  [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => existsSync(path));

const jsonReport = process.env['PATCHBAY_E2E_JSON'];

/** People's stories in a real browser against the real app: one app a worker, its data in a folder of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Stories of rare ways, and those that are rigs by nature, run with the rigs: `rigs.config.ts`.
  grepInvert: /@(?:rig|long)\b/,
  outputDir: '../test-results',
  globalSetup: './prepared-data.setup.ts',
  // A story waits about half of its time; three at once, each file on an app of its own, keep two cores at work.
  workers: 3,
  fullyParallel: false,
  // A machine that stands still for a moment fails a story that is sound. The second try is for its trace, and counts
  // only where the machine gave no time (`build/test/machine-time.ts`).
  retries: 1,
  // Far from what any story takes: a machine that is short of time makes them slow, not red.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: jsonReport ? [['list'], ['json', { outputFile: jsonReport }]] : [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    // Views that glide would move under the pointer of a test; people who ask for less motion get the same.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces cost every story time; the second try of one that failed has it.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        // A browser without a window would fit letters to whole pixels, as no screen of people does: exported words differ then.
        '--font-render-hinting=none',
      ],
    },
  },
});
