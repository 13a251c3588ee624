import { chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { keyFile } from './damaged-keys.ts';
import type { DamageListener, SecretStore } from './secret-store.ts';

const StoredKeys = z.object({ version: z.literal(1), secrets: z.record(z.string(), z.string()) });

/** A secret store whose names can be listed, so that its secrets can move elsewhere. */
export interface FileSecretStore extends SecretStore {
  ids(): Promise<string[]>;
  onDamaged(listener: DamageListener): void;
}

/**
 * Keys in a file of mode 0600. Whoever can read the person's files can read it: it is for hosts that have no key
 * store, and the choice is written in the README.
 */
export function createFileSecretStore(path: string): FileSecretStore {
  const file = keyFile(path, StoredKeys);
  let secrets: Promise<Map<string, string>> | null = null;

  const load = () => {
    secrets ??= file.load().then((stored) => new Map(Object.entries(stored?.secrets ?? {})));
    return secrets;
  };

  async function change(apply: (stored: Map<string, string>) => boolean): Promise<void> {
    const stored = await load();
    if (!apply(stored)) return;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await file.save({ version: 1, secrets: Object.fromEntries(stored) });
    } catch (error) {
      // What counts is what the file holds.
      secrets = null;
      throw error;
    }
    await chmod(path, 0o600);
  }

  return {
    backendName: 'file',
    available: true,
    keyLocation: () => ({ kind: 'file', reason: null }),
    canRead: async (_id, backend) => backend === 'file',
    ids: async () => [...(await load()).keys()],
    get: async (id) => (await load()).get(id) ?? null,
    set: (id, secret) => change((stored) => stored.set(id, secret).has(id)),
    delete: (id) => change((stored) => stored.delete(id)),
    onDamaged: (listener) => file.onDamaged(listener),
  };
}
