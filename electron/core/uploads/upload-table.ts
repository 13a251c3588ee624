import type { DeskEvent, Upload } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import type { Clock } from '../options.ts';
import type { StoredUpload } from './stored-upload.ts';
import type { UploadStore } from './upload-store.ts';

/**
 * One measure of an upload's way: from the page to this computer, then to the service. Both legs may run at the same
 * time, a session may be begun anew and the app be restarted: what has been shown once is never taken back.
 */

/** The first leg is a copy on this computer; the second crosses a network. */
const RECEIVING_SHARE = 0.3;
/** The last hundredth is the service's own check of the whole. */
const MAX_UPLOAD_PROGRESS = 0.99;
/** Stored in steps: a write for every hundred milliseconds would cost more than it tells. */
const STORE_EVERY = 0.05;

/** @param uploadedBytes the service has taken so far. @returns 0 to 1, never less than the upload's progress before. */
function progressOf(upload: StoredUpload, uploadedBytes: number): number {
  if (upload.state === 'done') return 1;
  const { sizeBytes, receivedBytes, progress } = upload;
  if (sizeBytes === 0) return progress;
  const transferredBytes = RECEIVING_SHARE * receivedBytes + (1 - RECEIVING_SHARE) * uploadedBytes;
  return Math.max(progress, Math.min(MAX_UPLOAD_PROGRESS, transferredBytes / sizeBytes));
}

/** Whether the progress on disk has fallen so far behind that it is written down. */
const isCacheable = (stored: number, currentProgress: number): boolean =>
  currentProgress - stored >= STORE_EVERY;

/** A page gets at most this often events of one upload's bytes. Milliseconds. */
const PROGRESS_INTERVAL_MS = 100;

/** An upload as this process works on it. */
export interface LiveUpload {
  stored: StoredUpload;
  sentBytes: number;
  notifiedAt: number;
  /** Of the work that goes on now. */
  work: AbortController | null;
  /** It is being sent while it is received. */
  early: boolean;
  /** How often in a row it has had to wait for the service. */
  waits: number;
  cancelWait: (() => void) | null;
}

/** All uploads this process knows: each change is stored, then sent to the pages. */
export class UploadTable {
  readonly #store: UploadStore;
  readonly #clock: Clock;
  readonly #emit: (event: DeskEvent) => void;
  readonly #uploads = new Map<string, LiveUpload>();

  constructor({
    store,
    clock,
    emit,
  }: {
    store: UploadStore;
    clock: Clock;
    emit: (event: DeskEvent) => void;
  }) {
    this.#store = store;
    this.#clock = clock;
    this.#emit = emit;
  }

  add(stored: StoredUpload, work: AbortController | null = null): LiveUpload {
    const live = { stored, sentBytes: 0, notifiedAt: 0, work, early: false, waits: 0, cancelWait: null };
    this.#uploads.set(stored.id, live);
    return live;
  }

  has(id: string): boolean {
    return this.#uploads.has(id);
  }

  find(id: string): LiveUpload | undefined {
    return this.#uploads.get(id);
  }

  all(): Iterable<LiveUpload> {
    return this.#uploads.values();
  }

  /** @throws DeskError `NOT_FOUND` */
  live(id: string): LiveUpload {
    const live = this.#uploads.get(id);
    if (!live) throw new DeskError('NOT_FOUND', 'This upload no longer exists.');
    return live;
  }

  /** Newest first. */
  list(): Upload[] {
    return [...this.#uploads.values()]
      .map((live) => toPublicUpload(live.stored, live.sentBytes))
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  }

  /** @throws DeskError `NOT_FOUND` */
  get(id: string): Upload {
    const { stored, sentBytes: uploadedBytes } = this.live(id);
    return toPublicUpload(stored, uploadedBytes);
  }

  /** @throws DeskError `NOT_FOUND` */
  change(id: string, change: Partial<StoredUpload>): void {
    const live = this.live(id);
    Object.assign(live.stored, change);
    live.stored.progress = progressOf(live.stored, live.sentBytes);
    this.#store.save(live.stored);
    this.#notify(live);
  }

  /** Bytes moved: sent now and then, and stored where a restart would otherwise go back. */
  progressed(live: LiveUpload): void {
    if (this.#clock.now() - live.notifiedAt >= PROGRESS_INTERVAL_MS) this.#notify(live);
  }

  #notify(live: LiveUpload): void {
    live.notifiedAt = this.#clock.now();
    const progress = progressOf(live.stored, live.sentBytes);
    if (isCacheable(live.stored.progress, progress)) {
      live.stored.progress = progress;
      this.#store.save(live.stored);
    }
    live.stored.progress = progress;
    this.#emit({ type: 'upload', upload: toPublicUpload(live.stored, live.sentBytes) });
  }
}

/** What the page is shown. @param uploadedBytes counted while sending; parts alone would move in jumps. */
const toPublicUpload = (upload: StoredUpload, uploadedBytes: number): Upload => ({
  id: upload.id,
  connectionId: upload.connectionId,
  projectId: upload.projectId,
  nodeId: upload.nodeId,
  input: upload.input,
  settled: upload.settled,
  filename: upload.filename,
  contentType: upload.contentType,
  sizeBytes: upload.sizeBytes,
  receivedBytes: upload.receivedBytes,
  sentBytes: uploadedBytes,
  progress: progressOf(upload, uploadedBytes),
  state: upload.state,
  fileId: upload.fileId,
  error: upload.error,
  problem: upload.problem,
  retryable: upload.retryable,
  createdAt: upload.createdAt,
});
