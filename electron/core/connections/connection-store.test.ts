import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { connectionStore } from './connection-store.ts';

async function storeWith(name: string | null) {
  const path = join(temporaryFolder(), 'connections.json');
  if (name !== null) {
    const local = {
      id: 'local',
      kind: 'local',
      name,
      baseUrl: 'http://127.0.0.1:4000',
      keyHint: 'abcd',
      keyBackend: 'file',
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    await writeFile(path, JSON.stringify({ version: 1, activeId: 'local', connections: [local] }));
  }
  return {
    path,
    store: connectionStore(
      path,
      () => 0,
      () => {},
    ),
  };
}

describe('the name of the local connection', () => {
  test('a new data folder has it under its plain name', async () => {
    const { store } = await storeWith(null);
    expect((await store.load()).connections).toMatchObject([{ id: 'local', name: 'Local workspace' }]);
  });

  test('the former standard name becomes the one of today, and nothing else changes', async () => {
    const { store, path } = await storeWith('This computer');
    const stored = await store.load();
    expect(stored.connections).toMatchObject([
      { name: 'Local workspace', baseUrl: 'http://127.0.0.1:4000', keyHint: 'abcd' },
    ]);
    await store.save(stored);
    expect(await readFile(path, 'utf8')).not.toContain('This computer');
  });

  test('a name that a person gave stays', async () => {
    const { store } = await storeWith('Studio machine');
    expect((await store.load()).connections[0]?.name).toBe('Studio machine');
  });
});
