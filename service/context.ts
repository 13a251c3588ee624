import type { Logger } from 'pino';
import type { BlobStore } from './storage/blob-store.ts';
import type { Database } from './storage/database.ts';
import type { NodeRegistry } from './nodes/registry.ts';
import type { Cursors } from './http/cursor.ts';
import type { SignedUrlChecker } from './http/signed-urls.ts';

/** Settings of one running service (`service-contract`: flags). Sizes in bytes, times in seconds. */
export interface ServiceConfig {
  dataDirectory: string;
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
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

/** What every part of the service is given, instead of reaching for globals. */
export interface ServiceContext {
  config: ServiceConfig;
  db: Database;
  blobs: BlobStore;
  nodes: NodeRegistry;
  log: Logger;
  urls: SignedUrls & SignedUrlChecker;
  cursors: Cursors;
  /** Milliseconds since the epoch; tests give their own. */
  now: () => number;
  /** Ascending, unguessable enough for ids: `prj_…`, `run_…`. */
  newId: (prefix: string) => string;
}

export interface SignedUrl {
  url: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** Makes absolute URLs on the service's own origin, bound to one object, one method and an expiry. */
export interface SignedUrls {
  /** Called once the port is known. */
  setOrigin(origin: string): void;
  origin(): string;
  download(file: { id: string; filename: string }, lifetimeSeconds: number): SignedUrl;
  /** A derived picture of a blob (`blob_previews`), made on first request and kept. */
  preview(blob: string, kind: 'preview' | 'thumbnail', lifetimeSeconds: number): SignedUrl;
  upload(uploadId: string, partNumber: number | null, lifetimeSeconds: number): SignedUrl;
  nodeTypeThumbnail(nodeType: string, lifetimeSeconds: number): SignedUrl;
}
