import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestLog } from '#core/testing/test-log.ts';
import { resetElectron, state } from './testing/electron-stand-in.ts';
import { createUtilityServiceLauncher } from './utility-service-launcher.ts';

vi.mock('electron', async () => (await import('./testing/electron-stand-in.ts')).electron);

let folder: string;
const { signal } = new AbortController();

beforeEach(async () => {
  resetElectron();
  folder = await mkdtemp(join(tmpdir(), 'patchbay-launcher-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const createLauncher = (entry: string) =>
  createUtilityServiceLauncher({ entry, nativeEntry: '/nowhere', dataFolder: folder }, createTestLog());

/** A program that behaves like the service towards its launcher. */
async function program(source: string): Promise<string> {
  const entry = join(folder, 'service.mjs');
  await writeFile(entry, source);
  return entry;
}

test('the service listens, is stopped, and is gone', async () => {
  const launcher = createLauncher(
    await program(`console.log('ready at http://127.0.0.1:4321'); setInterval(() => {}, 1000);`),
  );
  const service = await launcher.start({ dataDirectory: '/data', port: 0, signal });
  expect(service.origin).toBe('http://127.0.0.1:4321');
  expect(state.forks[0]?.args.join(' ')).toBe('--data /data --port 0 --multipart-threshold 536870912');
  await service.stop();
  expect(await service.exited).not.toBe(0);
});

test('what the service says about not starting is passed on, with the process that is in the way', async () => {
  const launcher = createLauncher(
    await program(`console.error('The data directory is in use by process 4711.'); process.exit(2);`),
  );
  await expect(launcher.start({ dataDirectory: '/data', port: 0, signal })).rejects.toMatchObject({
    name: 'ServiceLaunchError',
    ownerPid: 4711,
    message: expect.stringContaining('in use by process 4711') as string,
  });
});

test('a key is what the command prints', async () => {
  const launcher = createLauncher(
    await program(`console.log('pb_' + process.argv.slice(2).join('-').replaceAll('/', ''));`),
  );
  const key = await launcher.createKey({ dataDirectory: '/data', account: 'local', language: 'de', signal });
  expect(key).toBe('pb_keys-create---data-data---account-local---sample---language-de');
});

test('the environment carries no secrets and no options for Node', async () => {
  vi.stubEnv('PATCHBAY_KEY', 'secret');
  vi.stubEnv('NODE_OPTIONS', '--no-warnings');
  const launcher = createLauncher(await program(`console.log('http://127.0.0.1:1');`));
  const service = await launcher.start({ dataDirectory: '/data', port: 0, signal });
  await service.stop();
  vi.unstubAllEnvs();
  expect(Object.keys(state.forks[0]?.options.env ?? {})).not.toContain('PATCHBAY_KEY');
  expect(Object.keys(state.forks[0]?.options.env ?? {})).not.toContain('NODE_OPTIONS');
});
