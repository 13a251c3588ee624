import type { Logger } from 'pino';
import type { BlobStore } from './storage/blob-store.ts';
import type { MediaSource } from './storage/open-blob-store.ts';
import type { NativePool } from '#native/pool/native-pool.ts';
import type { AccountNews, Coordination } from './storage/coordination.ts';
import type { Database } from './storage/database.ts';
import type { NodeRegistry } from './nodes/registry.ts';
import type { Cursors } from '#service/signing/cursor.ts';
import type { SignedUrlChecker, SignedUrls } from '#service/signing/signed-urls.ts';

/** Settings of one running service (`service-contract`: flags). Sizes in bytes, times in seconds. */
export interface ServiceConfig {
  dataDirectory: string;
  /** `postgres://…`; else the database is a file in the data directory. */
  database?: string | undefined;
  /** Where media are kept, `s3://…` or `folder`; else where they were put last. */
  media?: string | undefined;
  /** Whether all work of nodes is left to workers on other machines; not of models. */
  leavesWork?: boolean;
  /** The origin that people reach it at, where that is not the address it listens on. */
  publicUrl?: string | undefined;
  /** Addresses and networks of reverse proxies whose `X-Forwarded-For` counts. */
  trustedProxies?: readonly string[];
  /** How long entries of the audit log are kept. */
  auditDays?: number;
  /** Requests a minute per key; per client IP four times that. */
  rateLimit: number;
  storageLimit: number;
  /** Whole credits a new account starts with. */
  credits: number;
  uploadTtl: number;
  multipartThreshold: number;
  partSize: number;
  /** Node type → microcredits an execution. */
  prices: Readonly<Record<string, number>>;
  /** Lines for people without it. */
  logFormat?: 'human' | 'json';
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

/** What every part of the service is given, instead of reaching for globals. */
export interface ServiceContext {
  config: ServiceConfig;
  /** A folder for what is under way, of no other process. */
  workFolder: string;
  db: Database;
  /** What is known of other services on the database. */
  coordination: Coordination;
  /** Wakes whoever follows what is new of an account. */
  accountNews: AccountNews;
  blobs: BlobStore;
  /** The same for threads, which open it themselves. */
  media: MediaSource;
  /** Where bytes of strangers are decoded. */
  native: NativePool;
  nodes: NodeRegistry;
  log: Logger;
  urls: SignedUrls & SignedUrlChecker;
  cursors: Cursors;
  /** Milliseconds since the epoch; tests give their own. */
  now: () => number;
  /** Ascending, unguessable enough for ids: `prj_…`, `run_…`. */
  newId: (prefix: string) => string;
}
