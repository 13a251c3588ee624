/**
 * Where API keys are kept. How is the host's matter: the system's key store in Electron, a file only its owner can
 * read elsewhere.
 */
export interface SecretStore {
  /** Name of what keeps the secrets; a key kept under another name is asked for again. */
  readonly backendName: string;
  /** Whether secrets outlive the process. */
  readonly available: boolean;
  /** @returns null when there is none, or when what is kept cannot be read any more. */
  get(id: string): Promise<string | null>;
  set(id: string, secret: string): Promise<void>;
  /** Deleting what is not there is no error. */
  delete(id: string): Promise<void>;
}
