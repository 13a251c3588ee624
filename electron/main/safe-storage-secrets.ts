import { safeStorage } from 'electron';
import { z } from 'zod';
import { createFileSecretStore } from '#core/secrets/file-secret-store.ts';
import type { SecretStore } from '#core/secrets/secret-store.ts';
import type { KeyLocation } from '#shared/desk/index.ts';
import { keyFile } from '#core/secrets/damaged-keys.ts';

const StoredKeys = z.object({
  version: z.literal(1),
  /** The key store that sealed them; another one cannot open them. */
  backend: z.string(),
  /** Base64. */
  sealed: z.record(z.string(), z.string()),
});
type StoredKeys = z.infer<typeof StoredKeys>;

/** Where keys go on a computer without a key store. Remembered only in the file itself. */
export type FallbackChoice = 'memory' | 'file';

/**
 * Keys sealed by the system's key store. Where there is none (Linux without one, `basic_text`), sealing would be
 * theatre: keys then stay in memory, or go to a file of mode 0600 when the person says so.
 *
 * A change of the key store, or a seal that no longer opens, makes the app ask for the key again.
 * @param options.sealedFile, options.plainFile paths.
 * @param options.chooseFallback asked once, at the first key of a hosted service.
 * @param options.keepPlain ids that may go to the plain file unasked: the local service's key guards nothing that
 *   the same person's files do not already show.
 */
export async function createSafeStorageSecrets(options: {
  platform: string;
  sealedFile: string;
  unencryptedFile: string;
  selectFallback: () => Promise<FallbackChoice>;
  keepUnencrypted: ReadonlySet<string>;
}): Promise<SecretStore> {
  const backend = backendName(options.platform);
  const canSeal = backend !== 'basic_text' && (await safeStorage.isAsyncEncryptionAvailable());
  return canSeal ? sealingStore(backend, options.sealedFile) : unsealedStore(options);
}

function backendName(platform: string): string {
  if (platform === 'darwin') return 'keychain';
  if (platform === 'win32') return 'dpapi';
  return safeStorage.getSelectedStorageBackend();
}

function sealingStore(backend: string, path: string): SecretStore {
  const file = keyFile(path, StoredKeys);
  const empty: StoredKeys = { version: 1, backend, sealed: {} };
  let stored: StoredKeys | null = null;
  const load = async (): Promise<StoredKeys> => (stored ??= (await file.load()) ?? empty);
  let changing: Promise<void> = Promise.resolve();

  /** One change after the other, so that two keys stored at once are both there. */
  const change = (apply: (sealed: Record<string, string>) => Promise<void> | void): Promise<void> => {
    const before = changing;
    const next = (async () => {
      await before;
      const currentKeys = await load();
      const sealed = currentKeys.backend === backend ? { ...currentKeys.sealed } : {};
      await apply(sealed);
      const changed: StoredKeys = { version: 1, backend, sealed };
      await file.save(changed);
      stored = changed;
    })();
    changing = next.catch(() => {});
    return next;
  };

  const seal = async (secret: string) => (await safeStorage.encryptStringAsync(secret)).toString('base64');

  return {
    backendName: backend,
    available: true,
    keyLocation: () => ({ kind: 'sealed', reason: null }),
    canRead: async (_id, storedBy) => storedBy === backend,
    async get(id) {
      const currentKeys = await load();
      const text = currentKeys.backend === backend ? currentKeys.sealed[id] : undefined;
      if (text === undefined) return null;
      try {
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(text, 'base64'));
        if (shouldReEncrypt) {
          await change(async (sealed) => {
            sealed[id] = await seal(result);
          });
        }
        return result;
      } catch {
        return null;
      }
    },
    set: (id, secret) =>
      change(async (sealed) => {
        sealed[id] = await seal(secret);
      }),
    delete: (id) =>
      change((sealed) => {
        delete sealed[id];
      }),
    onDamaged: (listener) => file.onDamaged(listener),
  };
}

const UNSEALED = 'none';
const NO_KEY_STORE = 'this computer has no key store';

function unsealedStore(options: {
  unencryptedFile: string;
  selectFallback: () => Promise<FallbackChoice>;
  keepUnencrypted: ReadonlySet<string>;
}): SecretStore {
  const memory = new Map<string, string>();
  const fallbackStore = createFileSecretStore(options.unencryptedFile);
  let choice: Promise<FallbackChoice> | null = null;
  let location: KeyLocation = { kind: 'unknown', reason: NO_KEY_STORE };
  const selectStore = async (): Promise<FallbackChoice> => {
    const selected = await options.selectFallback();
    location = { kind: selected, reason: NO_KEY_STORE };
    return selected;
  };
  const isUnencrypted = async (id: string): Promise<boolean> =>
    options.keepUnencrypted.has(id) || (await (choice ??= selectStore())) === 'file';
  return {
    backendName: UNSEALED,
    available: false,
    keyLocation: () => location,
    canRead: async (_id, storedBy) => storedBy === UNSEALED,
    get: async (id) => memory.get(id) ?? (await fallbackStore.get(id)),
    async set(id, secret) {
      if (await isUnencrypted(id)) await fallbackStore.set(id, secret);
      else memory.set(id, secret);
    },
    async delete(id) {
      memory.delete(id);
      await fallbackStore.delete(id);
    },
    onDamaged: (listener) => fallbackStore.onDamaged(listener),
  };
}
