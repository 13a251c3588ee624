import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createFileSecretStore } from './file-secret-store.ts';
import { describeSecretStore } from './secret-store.acceptance.ts';

describeSecretStore('file', () => {
  const path = join(temporaryFolder(), 'desk', 'keys.json');
  return { open: () => createFileSecretStore(path) };
});

test('only the owner can read the file and its copy', async () => {
  const folder = temporaryFolder();
  await createFileSecretStore(join(folder, 'keys.json')).set('one', 'secret');
  const names = readdirSync(folder);
  expect(names).not.toHaveLength(0);
  for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
});

test('a damaged file is set aside and the copy used', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'keys.json');
  await createFileSecretStore(path).set('one', 'secret');
  writeFileSync(path, '{ "version": 1, "secr');
  expect(await createFileSecretStore(path).get('one')).toBe('secret');
  expect(readdirSync(folder).some((name) => name.includes('.broken-'))).toBe(true);
});
