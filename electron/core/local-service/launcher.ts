import type { Language } from '#shared/desk/languages.ts';

/** Starting the local service is the host's matter: a child process here, Electron's `utilityProcess` there. */
export interface ServiceLauncher {
  /**
   * Starts the service and resolves when it listens.
   * @param args.port 0 for a free one.
   * @throws ServiceLaunchError when it ends, or stays silent, instead of listening.
   */
  start(args: { dataDirectory: string; port: number; signal: AbortSignal }): Promise<RunningService>;
  /**
   * Makes a key with all scopes for an account (made when missing), and asks for its sample project, which the service
   * makes once, in a language. @returns the key.
   */
  createKey(args: {
    dataDirectory: string;
    account: string;
    language: Language;
    signal: AbortSignal;
  }): Promise<string>;
}

export interface RunningService {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  pid: number | null;
  /** Resolves with the exit code (null when ended by a signal) once the process is gone. */
  exited: Promise<number | null>;
  /** Asks the service to end, insists after a while, resolves when it is gone. */
  stop(): Promise<void>;
}

export class ServiceLaunchError extends Error {
  override name = 'ServiceLaunchError';
  /** Process id of another service on the same data folder, when that is why. */
  readonly ownerPid: number | null;

  constructor(message: string, ownerPid: number | null = null) {
    super(message);
    this.ownerPid = ownerPid;
  }
}
