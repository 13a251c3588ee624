import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isAlive } from '#native/testing/native-bench.ts';
import { pictureLauncher } from '#native/testing/picture-launcher.ts';
import { nativeChildrenOf } from '#native/testing/working-children.ts';
import { createCore } from './core.ts';
import { createFileSecretStore } from './secrets/file-secret-store.ts';
import { respondEmpty, startServer } from './testing/http-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { launcherOf } from './testing/test-core.ts';
import { createTestLog } from './testing/test-log.ts';

/** What opens in order closes in the reverse order, also when opening fails half-way. */

const HANDLES = [
  'lock',
  'database',
  'response cache',
  'connections',
  'local service',
  'blob connections',
  'journal',
  'uploads',
  'native children',
  'pictures fetched ahead',
  'last previews',
  'proxies of media',
  'versions',
  'version recorder',
  'run watcher',
  'lookup of runs',
  'index of outputs',
  'output recorder',
  'run backfill',
  'sync of what people add to outputs',
  'run samples',
  'batches',
  'door for agents',
  'conversations',
  'transfers',
  'event streams',
  'progress of runs',
];

/** A core that can be watched while it opens. @param onOpened what it throws fails the opening at that handle. */
async function prepare(onOpened: (handle: string, folder: string) => void = () => {}) {
  const folder = temporaryFolder();
  const service = await startServer(respondEmpty);
  const opened: string[] = [];
  const closed: string[] = [];
  const log = createTestLog();
  const core = createCore({
    dataDirectory: folder,
    secrets: createFileSecretStore(join(folder, 'desk', 'keys.json')),
    launchService: launcherOf(service.origin),
    launchNative: pictureLauncher(),
    warmNative: true,
    host: 'browser',
    version: '1',
    mediaOrigin: () => 'http://media.test',
    log: {
      ...log,
      debug({ handle }, message) {
        if (message === 'closed') closed.push(String(handle));
        if (message !== 'opened') return;
        opened.push(String(handle));
        onOpened(String(handle), folder);
      },
    },
  });
  onTestFinished(() => core.close());
  return { core, folder, opened, closed };
}

/** Files below a folder that this process has open. */
const openFiles = (folder: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      // The descriptor of this very reading.
      return [];
    }
  });

async function expectNothingOpen(folder: string): Promise<void> {
  await expect.poll(() => nativeChildrenOf(process.pid).filter(isAlive)).toEqual([]);
  expect(openFiles(folder)).toEqual([]);
}

describe.runIf(process.platform === 'linux')('the core', () => {
  test('opens its handles in order and closes them in the reverse order', async () => {
    const { core, folder, opened, closed } = await prepare();
    await core.start();
    expect(opened).toEqual(HANDLES);
    expect(openFiles(folder).length).toBeGreaterThan(0);
    await core.close();
    expect(closed).toEqual(HANDLES.toReversed());
    await expectNothingOpen(folder);
  });

  test.each(HANDLES)(
    'that fails after “%s” closes everything that was open, the last first',
    async (last) => {
      let isBroken = true;
      const { core, folder, opened, closed } = await prepare((handle) => {
        if (isBroken && handle === last) throw new Error('no further');
      });
      await expect(core.start()).rejects.toThrow('no further');
      expect(opened.at(-1)).toBe(last);
      expect(closed).toEqual(opened.toReversed());
      await expectNothingOpen(folder);
      isBroken = false;
      await core.start();
      expect((await core.fetch(new Request('http://app.test/desk/status'))).status).toBe(200);
    },
  );

  test('that fails while its features start closes all of them', async () => {
    const { core, folder, opened, closed } = await prepare((handle, data) => {
      if (handle === 'event streams') rmSync(join(data, 'desk', 'uploads'), { recursive: true });
    });
    await expect(core.start()).rejects.toThrow(/uploads/);
    expect(closed).toEqual(opened.toReversed());
    await expectNothingOpen(folder);
  });
});
