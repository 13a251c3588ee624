import type { ChildLauncher } from '#native/pool/launcher.ts';
import type { Resolve } from './api/private-address.ts';
import type { ServiceLauncher } from './local-service/launcher.ts';
import type { SecretStore } from './secrets/secret-store.ts';

/** What a core writes to its log: named fields only, never a key, a body or a signed URL's query. pino fits. */
export interface CoreLog {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Time and randomness, so that tests decide both. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Rejects with the signal's reason when it is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, below 1. */
  random(): number;
}

export interface CoreOptions {
  /** The one folder that holds everything: `desk/` is the core's, `service/` the local service's. */
  dataDirectory: string;
  secrets: SecretStore;
  launchService: ServiceLauncher;
  /** Starts the children that decode pictures. */
  launchNative: ChildLauncher;
  /** Starts a first one with the core, so that the first picture finds it ready. */
  warmNative?: boolean;
  /**
   * What the person reads by the system, best first, as tags. Where it is given, the sample project of a new local
   * workspace is written in it and run, so that its results are there when it is opened.
   */
  sampleLanguages?: () => readonly string[];
  host: 'electron' | 'browser';
  version: string;
  /** What an agent starts to speak by its standard input and output; missing where there is no such command. */
  agentCommand?: readonly string[];
  /** Origin that `core.media` is served from, without a trailing slash; asked for each time, as it may come late. */
  mediaOrigin: () => string;
  log: CoreLog;
  clock?: Clock;
  /** Bytes the media cache may take on disk; 2 GiB by default. */
  mediaCacheBytes?: number;
  /** Bytes that stored versions of projects may take on disk; 512 MiB by default. Named ones stay beyond. */
  versionBytes?: number;
  /** Milliseconds until a service's response must have begun, and between two pieces of it; a minute by default. */
  responseTimeoutMs?: number;
  /** Finds the addresses of hosts that services choose for their files; the system's unless a test has its own. */
  resolve?: Resolve;
}
