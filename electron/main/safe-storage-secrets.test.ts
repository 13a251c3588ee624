import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSafeStorageSecrets, type FallbackChoice } from './safe-storage-secrets.ts';
import { resetElectron, state } from './testing/electron-stand-in.ts';

vi.mock('electron', async () => (await import('./testing/electron-stand-in.ts')).electron);

let folder: string;
let asked: number;
let choice: FallbackChoice;

beforeEach(async () => {
  resetElectron();
  folder = await mkdtemp(join(tmpdir(), 'patchbay-secrets-'));
  asked = 0;
  choice = 'memory';
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** As after a start of the app. */
const open = (platform = 'linux') =>
  createSafeStorageSecrets({
    platform,
    sealedFile: join(folder, 'sealed.json'),
    unencryptedFile: join(folder, 'plain.json'),
    selectFallback: async () => {
      asked += 1;
      return choice;
    },
    keepUnencrypted: new Set(['local']),
  });

async function everythingOnDisk(): Promise<string> {
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}

test('a key is sealed on disk and read back after a restart', async () => {
  const secrets = await open();
  await Promise.all([secrets.set('con_1', 'pb-secret-1'), secrets.set('con_2', 'pb-secret-2')]);
  expect(await everythingOnDisk()).not.toContain('pb-secret');
  const again = await open();
  expect(again).toMatchObject({ backendName: 'gnome_libsecret', available: true });
  expect(await again.get('con_1')).toBe('pb-secret-1');
  expect(await again.get('con_2')).toBe('pb-secret-2');
  await again.delete('con_1');
  expect(await (await open()).get('con_1')).toBeNull();
  expect(await again.get('never')).toBeNull();
});

test('another key store means asking for the key again, and the new key is stored', async () => {
  await (await open()).set('con_1', 'pb-secret-1');
  state.keyStore = { backend: 'kwallet6', available: true, key: 'k2', rotated: false };
  const secrets = await open();
  expect(secrets.backendName).toBe('kwallet6');
  expect(await secrets.get('con_1')).toBeNull();
  await secrets.set('con_1', 'pb-secret-3');
  expect(await (await open()).get('con_1')).toBe('pb-secret-3');
});

test('a seal that does not open is an absent key, not a crash', async () => {
  await (await open()).set('con_1', 'pb-secret-1');
  state.keyStore.key = 'replaced';
  expect(await (await open()).get('con_1')).toBeNull();
});

test('after a rotation the key is sealed anew', async () => {
  await (await open()).set('con_1', 'pb-secret-1');
  const before = await everythingOnDisk();
  state.keyStore.rotated = true;
  expect(await (await open()).get('con_1')).toBe('pb-secret-1');
  state.keyStore.rotated = false;
  expect(await (await open()).get('con_1')).toBe('pb-secret-1');
  expect(before).not.toBe('');
});

test('without a key store a key stays in memory, unless the person chooses a file', async () => {
  state.keyStore.backend = 'basic_text';
  const secrets = await open();
  expect(secrets.available).toBe(false);
  await secrets.set('con_1', 'pb-secret-1');
  expect(await secrets.get('con_1')).toBe('pb-secret-1');
  expect(await everythingOnDisk()).not.toContain('pb-secret-1');
  expect(await (await open()).get('con_1')).toBeNull();

  choice = 'file';
  const chosen = await open();
  await chosen.set('con_1', 'pb-secret-1');
  await chosen.set('con_2', 'pb-secret-2');
  expect(asked).toBe(2);
  expect((await stat(join(folder, 'plain.json'))).mode & 0o777).toBe(0o600);
  expect(await (await open()).get('con_2')).toBe('pb-secret-2');
  await chosen.delete('con_1');
  expect(await everythingOnDisk()).not.toContain('pb-secret-1');
});

test('the key of the local service is stored without a question', async () => {
  state.keyStore.available = false;
  await (await open()).set('local', 'pb-local-key');
  expect(asked).toBe(0);
  expect(await (await open()).get('local')).toBe('pb-local-key');
});

test.each([
  ['darwin', 'keychain'],
  ['win32', 'dpapi'],
])('on %s the key store is %s', async (platform, name) => {
  expect((await open(platform)).backendName).toBe(name);
});
