import { randomBytes } from 'node:crypto';
import type { KeyLocation } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import type { CoreLog } from '../options.ts';
import type { FileSecretStore } from './file-secret-store.ts';
import { KeyringError, type Keyring } from './keyring/keyring.ts';
import type { SecretStore } from './secret-store.ts';

/** A name under which nothing stays stored: it shows that the keyring takes and gives back secrets. */
const PROBE_ACCOUNT = 'patchbay-keyring-check';

/**
 * Keys in the system's keyring, and in a file that only its owner can read where the system offers none. Which of the
 * two it is shows at the first use, off the way of a start: a keyring may wait for the person to unlock it. Keys that lie
 * in the file move into the keyring once it works.
 * @param options.inFile ids that stay in the file: the local service's key guards nothing that the same person's files
 *   do not already show.
 */
export function createKeyringSecretStore(options: {
  keyring: Keyring;
  file: FileSecretStore;
  inFile: ReadonlySet<string>;
  log: CoreLog;
}): SecretStore {
  const { keyring, file, inFile, log } = options;
  let location: KeyLocation = { kind: 'unknown', reason: null };
  let opening: Promise<void> | null = null;

  /** One key after the other: written, read back, and only then taken out of the file. */
  async function migrateToKeyring(): Promise<void> {
    for (const id of await file.ids()) {
      if (inFile.has(id)) continue;
      const secret = await file.get(id);
      if (secret === null) continue;
      try {
        await keyring.set(id, secret);
        if ((await keyring.get(id)) !== secret) throw new KeyringError('it gave back something else');
        await file.delete(id);
      } catch (error) {
        log.warn({ connectionId: id, reason: reasonOf(error) }, 'a key stays in the file');
      }
    }
  }

  async function open(): Promise<void> {
    try {
      const probe = randomBytes(12).toString('hex');
      await keyring.set(PROBE_ACCOUNT, probe);
      const found = await keyring.get(PROBE_ACCOUNT);
      await keyring.delete(PROBE_ACCOUNT);
      if (found !== probe) throw new KeyringError('it gave back something else');
      location = { kind: 'keyring', reason: null };
    } catch (error) {
      const reason = reasonOf(error);
      log.info({ reason }, 'keys are stored in a file');
      location = { kind: 'file', reason: reasonLabel(reason) };
      return;
    }
    await migrateToKeyring();
  }
  const ensureOpen = (): Promise<void> => (opening ??= open());

  const usesKeyring = async (id: string): Promise<boolean> => {
    if (inFile.has(id)) return false;
    await ensureOpen();
    return location.kind === 'keyring';
  };

  return {
    get backendName() {
      return location.kind === 'keyring' ? 'keyring' : 'file';
    },
    available: true,
    keyLocation: () => location,
    // A key that could not be moved is still in the file, and one in the keyring is found by its id alone.
    canRead: async (id, backend) =>
      inFile.has(id) || backend === 'file' || (backend === 'keyring' && (await usesKeyring(id))),
    async get(id) {
      if (!(await usesKeyring(id))) return file.get(id);
      return (await keyring.get(id)) ?? (await file.get(id));
    },
    async set(id, secret) {
      if (!(await usesKeyring(id))) return file.set(id, secret);
      try {
        await keyring.set(id, secret);
      } catch (error) {
        throw new DeskError(
          'INTERNAL',
          'The system’s keyring did not take the key. Unlock the keyring, then try again.',
          { cause: error },
        );
      }
      await file.delete(id);
    },
    async delete(id) {
      if (await usesKeyring(id)) await keyring.delete(id);
      await file.delete(id);
    },
    onDamaged: (listener) => file.onDamaged(listener),
  };
}

function reasonOf(error: unknown): string {
  return error instanceof KeyringError ? error.message : 'it could not be asked';
}

/** A failure in words for people; the log has the keyring's own. */
function reasonLabel(reason: string): string {
  if (/locked|dismissed|NoStorageAccess/i.test(reason)) return 'it is locked';
  if (/D-?Bus|secret.?service|ServiceUnknown|connection refused/i.test(reason)) {
    return 'no secret service runs in this session';
  }
  if (reason.startsWith('it ')) return reason;
  return 'it could not be used';
}
