import { AsyncEntry } from '@napi-rs/keyring';
import { KeyringRequest, type KeyringReply } from './keyring-messages.ts';

/**
 * The process that calls the system's keyring: native code, and calls that wait for a person. It ends with the process
 * that started it.
 * @param service name that the secrets stand under, the first argument.
 */

const service = process.argv[2] ?? 'Patchbay';

// The kernel's own keyring, which the library would fall back to, forgets everything when the computer restarts.
const entryOf = (account: string): AsyncEntry =>
  new AsyncEntry(service, account, { linux: { store: 'secret-service' } });

async function perform(request: KeyringRequest): Promise<string | null> {
  const entry = entryOf(request.account);
  if (request.operation === 'get') return entry.getPassword();
  if (request.operation === 'set') await entry.setPassword(request.secret);
  else await entry.deleteCredential();
  return null;
}

process.on('message', (message) => {
  const parsedRequest = KeyringRequest.safeParse(message);
  if (!parsedRequest.success) return;
  const { id } = parsedRequest.data;
  const reply = (fields: Omit<KeyringReply, 'id'>): void => void process.send?.({ id, ...fields });
  perform(parsedRequest.data).then(
    (secret) => reply({ secret, error: null }),
    (error: unknown) =>
      reply({ secret: null, error: error instanceof Error ? error.message : 'unknown failure' }),
  );
});
process.on('disconnect', () => process.exit(0));
