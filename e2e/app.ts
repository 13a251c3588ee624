import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { findRunningHost } from '#build/start/running-host.ts';
import { OneProfile } from './one-profile.ts';
import { copyPreparedData } from './prepared-data.ts';

/** Starting and stopping the real app, as a person does with the start command. */

const root = resolve(import.meta.dirname, '..');

export interface RunningApp {
  /** Address with a one-time token: opens the app in one browser tab. */
  url: string;
  /** What the start command printed. */
  output(): string;
  exitCode: Promise<number | null>;
  stop(): Promise<void>;
}

/** Runs the start command on a data folder and resolves when it prints the app's address. */
export async function startApp(dataFolder: string, extra: readonly string[] = []): Promise<RunningApp> {
  const child: ChildProcess = spawn(
    'node',
    [join(root, 'build/start.mjs'), '--browser', '--data', dataFolder, ...extra],
    {
      cwd: root,
      env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const exitCode = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const url = await new Promise<string>((found, failed) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+\/\S*#token=\S+/.exec(output)?.[0];
      if (address) found(address);
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    void exitCode.then((code) =>
      failed(new Error(`The app ended (${code}) before it was ready:\n${output}`)),
    );
  });
  return {
    url,
    output: () => output,
    exitCode,
    async stop() {
      child.kill('SIGTERM');
      await exitCode;
    },
  };
}

interface WorkerFixtures {
  /** Stories that need an app nobody has used yet give it a name of their own (`test.use`). */
  appFor: string;
  /** The story is about the first start: its app begins with nothing, and runs the sample by itself. */
  isFirstStart: boolean;
  dataFolder: string;
  app: RunningApp;
  profile: OneProfile;
}

interface TestFixtures {
  /** Options of a story by which its browser context is made. */
  optionsOfContext: object;
  /** A page with the app open on the projects page. */
  desk: Page;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  appFor: ['any story', { scope: 'worker', option: true }],
  isFirstStart: [false, { scope: 'worker', option: true }],
  dataFolder: [
    async ({ isFirstStart }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'patchbay-e2e-'));
      if (!isFirstStart) await copyPreparedData(folder);
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ dataFolder }, use) => {
      const app = await startApp(dataFolder);
      await use(app);
      await app.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  profile: [
    async ({ browser }, use) => {
      const profile = new OneProfile(browser);
      await use(profile);
      await profile.close();
    },
    { scope: 'worker' },
  ],
  optionsOfContext: async (
    { viewport, colorScheme, locale, timezoneId, userAgent, permissions, geolocation, contextOptions },
    use,
  ) => {
    await use({
      viewport,
      colorScheme,
      locale,
      timezoneId,
      userAgent,
      permissions,
      geolocation,
      contextOptions,
    });
  },
  context: async ({ browser, profile, deviceScaleFactor, hasTouch, optionsOfContext }, use) => {
    // What a profile can do is fixed when it is made.
    if (deviceScaleFactor !== undefined || hasTouch || !profile.has(optionsOfContext)) {
      const context = await browser.newContext();
      await use(context);
      await context.close();
      return;
    }
    await use(await profile.context());
    await profile.clear();
  },
  page: async ({ context }, use) => {
    await use(context.pages()[0] ?? (await context.newPage()));
  },
  desk: async ({ app, dataFolder, page }, use) => {
    void app;
    // A fresh one-time address from the running host, as a second start gets it.
    const running = await findRunningHost(dataFolder);
    if (running?.host !== 'browser') throw new Error('The app is not running any more.');
    await page.goto(running.url);
    await use(page);
  },
});

export { expect } from '@playwright/test';
