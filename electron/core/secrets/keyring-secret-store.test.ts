import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestLog } from '../testing/test-log.ts';
import { createFileSecretStore } from './file-secret-store.ts';
import { createKeyringSecretStore } from './keyring-secret-store.ts';
import { KeyringError, type Keyring } from './keyring/keyring.ts';
import { describeSecretStore } from './secret-store.acceptance.ts';

/** A keyring in memory; `change` makes parts of it behave otherwise. */
function keyringOf(held = new Map<string, string>(), change: Partial<Keyring> = {}): Keyring {
  return {
    get: async (account) => held.get(account) ?? null,
    set: async (account, secret) => void held.set(account, secret),
    delete: async (account) => void held.delete(account),
    close: () => {},
    ...change,
  };
}

const noKeyring: Keyring = keyringOf(new Map(), {
  set: async () => {
    throw new KeyringError('no D-Bus session is running');
  },
});

const openOn = (folder: string, keyring: Keyring) =>
  createKeyringSecretStore({
    keyring,
    file: createFileSecretStore(join(folder, 'keys.json')),
    inFile: new Set(['local']),
    log: createTestLog(),
  });

const everythingOnDisk = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

describeSecretStore('keyring', () => {
  const folder = temporaryFolder();
  const held = new Map<string, string>();
  return { open: () => openOn(folder, keyringOf(held)) };
});

describeSecretStore('file, where there is no keyring', () => {
  const folder = temporaryFolder();
  return { open: () => openOn(folder, noKeyring) };
});

test('a key in the keyring is in no file, and leaves nothing behind when it is deleted', async () => {
  const folder = temporaryFolder();
  const held = new Map<string, string>();
  const secrets = openOn(folder, keyringOf(held));
  expect(secrets.keyLocation()).toEqual({ kind: 'unknown', reason: null });
  await secrets.set('con_1', 'pb-secret');
  expect(secrets.keyLocation()).toEqual({ kind: 'keyring', reason: null });
  expect(secrets.backendName).toBe('keyring');
  expect(everythingOnDisk(folder)).not.toContain('pb-secret');
  await secrets.delete('con_1');
  expect([...held]).toEqual([]);
});

test('without a keyring the reason is there to be told', async () => {
  const secrets = openOn(temporaryFolder(), noKeyring);
  await secrets.set('con_1', 'pb-secret');
  expect(secrets.keyLocation()).toEqual({ kind: 'file', reason: 'no secret service runs in this session' });
  expect(secrets.backendName).toBe('file');
});

test.each([
  ['Platform failure: the collection is locked', 'it is locked'],
  ['it did not answer within 60 seconds', 'it did not answer within 60 seconds'],
  ['Platform failure: 0x80090016', 'it could not be used'],
])('%s is told as: %s', async (said, reason) => {
  const broken = keyringOf(new Map(), {
    set: async () => {
      throw new KeyringError(said);
    },
  });
  const secrets = openOn(temporaryFolder(), broken);
  await secrets.set('con_1', 'pb-secret');
  expect(secrets.keyLocation().reason).toBe(reason);
});

test('keys of the file move into the keyring once it works, and leave no copy', async () => {
  const folder = temporaryFolder();
  const before = openOn(folder, noKeyring);
  await before.set('con_1', 'pb-secret-1');
  await before.set('con_2', 'pb-secret-2');
  await before.set('local', 'pb-local');
  const held = new Map<string, string>();
  const secrets = openOn(folder, keyringOf(held));
  expect(await secrets.canRead('con_1', 'file')).toBe(true);
  expect(await secrets.get('con_1')).toBe('pb-secret-1');
  expect(Object.fromEntries(held)).toEqual({ con_1: 'pb-secret-1', con_2: 'pb-secret-2' });
  expect(everythingOnDisk(folder)).not.toContain('pb-secret');
  expect(everythingOnDisk(folder)).toContain('pb-local');
});

test('a key that the keyring does not give back stays in the file, and is found there', async () => {
  const folder = temporaryFolder();
  await openOn(folder, noKeyring).set('con_1', 'pb-secret-1');
  const held = new Map<string, string>();
  const forgetful = keyringOf(held, {
    set: async (account, secret) => {
      if (account !== 'con_1') held.set(account, secret);
    },
  });
  expect(await openOn(folder, forgetful).get('con_1')).toBe('pb-secret-1');
  expect(everythingOnDisk(folder)).toContain('pb-secret-1');
});

test('a keyring that gives back something else is not used', async () => {
  const wrong = keyringOf(new Map(), { get: async () => 'something else' });
  const secrets = openOn(temporaryFolder(), wrong);
  await secrets.set('con_1', 'pb-secret');
  expect(await secrets.get('con_1')).toBe('pb-secret');
  expect(secrets.keyLocation().kind).toBe('file');
});

test('a key of the keyring is asked for again where there is none', async () => {
  const secrets = openOn(temporaryFolder(), noKeyring);
  expect(await secrets.canRead('con_1', 'keyring')).toBe(false);
  expect(await secrets.canRead('local', 'keyring')).toBe(true);
});

test('a key that the keyring refuses later goes nowhere, and the person is told what to do', async () => {
  const folder = temporaryFolder();
  const held = new Map<string, string>();
  let locked = false;
  const keyring = keyringOf(held, {
    set: async (account, secret) => {
      if (locked) throw new KeyringError('the collection is locked');
      held.set(account, secret);
    },
  });
  const secrets = openOn(folder, keyring);
  await secrets.set('con_1', 'pb-secret-1');
  locked = true;
  await expect(secrets.set('con_2', 'pb-secret-2')).rejects.toThrow('Unlock the keyring, then try again.');
  expect(readdirSync(folder)).toEqual([]);
});

test('the key of the local service waits for no keyring', async () => {
  const hangs = keyringOf(new Map(), { set: () => new Promise(() => {}) });
  const secrets = openOn(temporaryFolder(), hangs);
  await secrets.set('local', 'pb-local');
  expect(await secrets.get('local')).toBe('pb-local');
});
