import type { KeyLocation } from '#shared/desk/index.ts';

export type DamageListener = (damage: { file: string; isReadable: boolean }) => void;

/**
 * Where API keys are stored. How is the host's matter: the system's key store in Electron, the system's keyring or a file
 * only its owner can read elsewhere.
 */
export interface SecretStore {
  /** Name of what keeps the secrets that are set now. */
  readonly backendName: string;
  /** Whether secrets outlive the process. */
  readonly available: boolean;
  /** What people are told about it. */
  keyLocation(): KeyLocation;
  /**
   * Whether a secret that was stored under a backend's name can be read here; one that cannot is asked for again.
   * @param backend `backendName` at the time it was set; null when none was.
   */
  canRead(id: string, backend: string | null): Promise<boolean>;
  /** @returns null when there is none, or when what is stored cannot be read any more. */
  get(id: string): Promise<string | null>;
  set(id: string, secret: string): Promise<void>;
  /** Deleting what is not there is no error. */
  delete(id: string): Promise<void>;
  /**
   * Calls back when the file of the keys was found damaged and set aside, also when that was before. A store without a file never
   * does. @param listener `file` is its name, `isReadable` whether an earlier copy is used.
   */
  onDamaged?(listener: DamageListener): void;
}
