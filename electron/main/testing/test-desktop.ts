import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Core } from '#core/core.ts';
import { isLaunchFileName, launchFilePath } from '#shared/desk/places.ts';
import { startDesktop, type Desktop } from '../desktop.ts';
import { resetElectron, state } from './electron-stand-in.ts';

/** What the tests of one file start the app with; everything is new for each test. */
export interface TestDesktop {
  folder: string;
  core: Core;
  /** What was asked of the core, in order. */
  coreEvents: string[];
  /** The app that `start` started; null when it gave way. */
  running: Desktop | null;
  start(...args: string[]): Promise<Desktop | null>;
}

/** For a file whose `electron` is the stand-in: the app on a folder of its own, with a core that only answers. */
export function useTestDesktop(): TestDesktop {
  let signals: Record<string, readonly unknown[]>;
  const coreEvents: string[] = [];
  const core: Core = {
    start: async () => void coreEvents.push('start'),
    close: async () => void coreEvents.push('close'),
    openFile: (path) => (isLaunchFileName(path) ? launchFilePath(basename(path).replaceAll('.', '-')) : null),
    fetch: async (request) => Response.json({ asked: new URL(request.url).pathname }),
    locale: (preferred) => preferred[0] ?? 'en',
    call: async (message) => ({ id: 1, status: 204, body: String(message) }),
    media: async (request) =>
      new Response(`bytes of ${new URL(request.url).pathname}`, { headers: { 'content-type': 'text/html' } }),
  };
  const test: TestDesktop = {
    folder: '',
    core,
    coreEvents,
    running: null,
    async start(...args) {
      test.running = await startDesktop({
        args: ['--data', join(test.folder, 'data'), ...args],
        bundles: join(test.folder, 'bundles'),
        createCore: () => test.core,
      });
      return test.running;
    },
  };

  beforeEach(async () => {
    resetElectron();
    signals = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') };
    test.folder = await mkdtemp(join(tmpdir(), 'patchbay-desktop-'));
    await mkdir(join(test.folder, 'bundles/renderer/assets'), { recursive: true });
    await writeFile(
      join(test.folder, 'bundles/renderer/index.html'),
      '<html lang="en"><title>Patchbay</title>',
    );
    await writeFile(join(test.folder, 'bundles/renderer/assets/app-1.js'), 'export {};');
    coreEvents.length = 0;
    test.core = { ...core };
  });
  afterEach(async () => {
    await test.running?.close();
    test.running = null;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      for (const listener of process.listeners(signal)) {
        if (!signals[signal]?.includes(listener)) process.removeListener(signal, listener);
      }
    }
    await rm(test.folder, { recursive: true, force: true });
  });
  return test;
}

/** The window that was opened as the first, the second … @throws Error when there is none. */
export function windowAt(index = 0) {
  const found = state.windows[index];
  if (found === undefined) throw new Error('There is no window.');
  return found;
}

/** What a scheme of the app answers. */
export function responseOf(url: string, init?: RequestInit): Promise<Response> {
  const handler = state.schemes.get(url.startsWith('patchbay-media') ? 'patchbay-media' : 'patchbay');
  if (handler === undefined) throw new Error('The scheme is not answered.');
  return Promise.resolve(handler(new Request(url, init)));
}
