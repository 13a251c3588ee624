/**
 * The system's keyring, as far as keys of services need it. Every call may fail or take long: another program may hold
 * the keyring, or ask the person to unlock it.
 */
export interface Keyring {
  /** @returns null when there is none. @throws KeyringError */
  get(account: string): Promise<string | null>;
  /** @throws KeyringError */
  set(account: string, secret: string): Promise<void>;
  /** Deleting what is not there is no error. @throws KeyringError */
  delete(account: string): Promise<void>;
  /** Ends what belongs to the keyring in this process. */
  close(): void;
}

/** The keyring did not do what it was asked. The message is a clause without a full stop, for people. */
export class KeyringError extends Error {
  override name = 'KeyringError';
}
