import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { endpoints } from '#shared/api/index.ts';
import type { DeskEvent, Upload, UploadStartQuery } from '#shared/desk/index.ts';
import type { BlobClient } from '../api/blob-client.ts';
import { LOCAL_CONNECTION_ID } from '../connections/connection-store.ts';
import type { Connections } from '../connections/connections.ts';
import { timers, type Schedule } from '../connections/reachability.ts';
import { DeskError } from '../desk-error.ts';
import type { FileLibrary } from '../history/file-library.ts';
import type { Clock, CoreLog } from '../options.ts';
import { findUploaded } from './find-uploaded.ts';
import { GrowingCopy } from './growing-copy.ts';
import { hasEnded, newUpload } from './new-upload.ts';
import { sendUpload } from './send-upload.ts';
import { isSentEarly } from './sent-early.ts';
import { spool } from './spool.ts';
import { toUploadFailure } from './upload-failure.ts';
import type { StoredUpload, UploadStore } from './upload-store.ts';
import { UploadTable, type LiveUpload } from './upload-table.ts';

export interface UploadsOptions {
  /** Folder of spooled files. */
  directory: string;
  store: UploadStore;
  connections: Connections;
  blobs: BlobClient;
  files: FileLibrary;
  clock: Clock;
  log: CoreLog;
  emit(event: DeskEvent): void;
  schedule?: Schedule | undefined;
}

/** Milliseconds before an upload that waits is tried again, should nobody say earlier that the service is back. */
const WAITS = [2_000, 5_000, 15_000, 30_000, 60_000] as const;
const PARALLEL_UPLOADS = 2;
const KEEP_ENDED_MS = 24 * 3600 * 1000;

/** What sending a file needs of its being received. */
interface Receiving {
  work: AbortController;
  copy: GrowingCopy;
}

const hashesOf = ({ sha256, headSha256 }: StoredUpload) => (sha256 === null ? null : { sha256, headSha256 });

/** The upload queue: what pages hand over is spooled, then sent, also across restarts. */
export class Uploads {
  readonly #options: UploadsOptions;
  readonly #table: UploadTable;
  readonly #active = new Set<Promise<void>>();
  #sending = 0;
  #closed = false;

  constructor(options: UploadsOptions) {
    this.#options = options;
    this.#table = new UploadTable(options);
    mkdirSync(options.directory, { recursive: true, mode: 0o700 });
  }

  /** Takes up what the last process left, and clears what nobody needs. */
  async resume(): Promise<void> {
    const { store, clock, directory } = this.#options;
    for (const stored of store.all()) {
      const old = clock.now() - Date.parse(stored.createdAt) > KEEP_ENDED_MS;
      if (hasEnded(stored) && !stored.retryable && old) {
        store.delete(stored.id);
        continue;
      }
      this.#table.add(stored);
      if (stored.state === 'receiving') {
        this.#table.change(stored.id, {
          state: 'failed',
          error: 'Patchbay was closed while the file was being read. Add the file again.',
          problem: 'lost',
          retryable: false,
        });
        void this.#abortSession(stored);
      } else if (!hasEnded(stored) && stored.state !== 'paused') {
        this.#table.change(stored.id, { state: 'queued' });
      }
    }
    for (const name of await readdir(directory)) {
      const kept = this.#table.find(name)?.stored;
      if (!kept || (hasEnded(kept) && !kept.retryable)) await rm(join(directory, name), { force: true });
    }
    this.#sendNext();
  }

  /** Newest first. */
  list(): Upload[] {
    return this.#table.list();
  }

  /** @throws DeskError `NOT_FOUND` */
  get(id: string): Upload {
    return this.#table.get(id);
  }

  /** Those not ended, for a page that has just connected. */
  open(): Upload[] {
    return this.list().filter((upload) => !hasEnded(upload));
  }

  #path(id: string): string {
    return join(this.#options.directory, id);
  }

  /**
   * Takes a file over from a page; resolves when all its bytes are here.
   * @throws DeskError with a sentence when the file is empty, not whole, or too large for the disk.
   */
  async receive(query: z.output<typeof UploadStartQuery>, request: Request): Promise<Upload> {
    const { connections, clock } = this.#options;
    connections.get(query.connectionId);
    const sizeBytes = Number(query.sizeBytes);
    if (sizeBytes === 0) {
      throw new DeskError(
        'INVALID_REQUEST',
        `“${query.filename}” is empty. Choose a file with something in it.`,
      );
    }
    const stored = newUpload(query, request.headers.get('content-type'), clock.now());
    if (this.#table.has(stored.id)) {
      throw new DeskError('INVALID_REQUEST', 'This upload has been started before. Add the file again.');
    }
    const work = new AbortController();
    const live = this.#table.add(stored, work);
    this.#table.change(stored.id, {});
    const signal = AbortSignal.any([request.signal, work.signal]);
    try {
      const copy = new GrowingCopy();
      const sha256 = await spool(request.body, this.#path(stored.id), sizeBytes, signal, {
        onReceived: (bytes) => {
          stored.receivedBytes = bytes;
          this.#table.progressed(live);
        },
        onWritten: (bytes) => copy.grow(bytes),
        onHead: (headSha256) => {
          stored.headSha256 = headSha256;
          if (this.#mayStartEarly(stored, headSha256)) void this.#start(live, { work, copy });
        },
      });
      // Canceled as the last byte came: the sending has stopped, so nothing else would end it.
      work.signal.throwIfAborted();
      if (live.early) {
        this.#table.change(stored.id, { state: 'uploading', sha256, receivedBytes: sizeBytes });
      } else {
        live.work = null;
        this.#table.change(stored.id, { state: 'queued', sha256, receivedBytes: sizeBytes });
      }
      copy.finish();
    } catch (error) {
      live.work = null;
      await rm(this.#path(stored.id), { force: true });
      if (work.signal.aborted) {
        this.#table.change(stored.id, { state: 'canceled' });
      } else if (signal.aborted) {
        this.#table.change(stored.id, {
          state: 'failed',
          error: 'The page was closed while the file was being read. Add the file again.',
          problem: 'lost',
          retryable: false,
        });
      } else {
        const { message, problem } = toUploadFailure(error);
        this.#table.change(stored.id, { state: 'failed', error: message, problem, retryable: false });
      }
      if (!work.signal.aborted) {
        work.abort(new DOMException('The file did not come whole.', 'AbortError'));
        void this.#abortSession(stored);
      }
      throw error;
    }
    this.#sendNext();
    return this.get(stored.id);
  }

  /** Stops an upload for good and frees what it took. One that ended stays as it is. */
  async cancel(id: string): Promise<Upload> {
    const live = this.#table.live(id);
    const { stored } = live;
    if (stored.state !== 'done' && stored.state !== 'canceled') {
      this.#table.change(id, { state: 'canceled', retryable: false, error: null, problem: null });
      live.work?.abort(new DOMException('The upload was canceled.', 'AbortError'));
      await rm(this.#path(id), { force: true });
      void this.#abortSession(stored);
    }
    return this.get(id);
  }

  /** The service frees the reservation by itself when this does not reach it. */
  async #abortSession({ connectionId, serviceUploadId }: StoredUpload): Promise<void> {
    if (serviceUploadId === null) return;
    try {
      await this.#options.connections
        .client(connectionId)
        .call(endpoints.files.abortUpload, { params: { upload_id: serviceUploadId } });
    } catch {
      this.#options.log.debug({}, 'an upload session was left to expire');
    }
  }

  /** @throws DeskError `INVALID_REQUEST` when trying again cannot help. */
  retry(id: string): Upload {
    const { stored } = this.#table.live(id);
    const canGoOn = stored.state === 'waiting' || (stored.state === 'failed' && stored.retryable);
    if (!canGoOn) {
      throw new DeskError('INVALID_REQUEST', 'This upload cannot be tried again. Add the file again.');
    }
    return this.#goOn(id);
  }

  /**
   * Stops sending until `resumeOne`; what the service has taken stays taken.
   * @throws DeskError `INVALID_REQUEST` for one that is still being handed over, or has ended.
   */
  pause(id: string): Upload {
    const live = this.#table.live(id);
    const { state } = live.stored;
    if (state !== 'queued' && state !== 'uploading' && state !== 'waiting') {
      throw new DeskError('INVALID_REQUEST', 'This upload cannot be paused now.');
    }
    this.#table.change(id, { state: 'paused', error: null, problem: null });
    live.work?.abort(new DOMException('The upload was paused.', 'AbortError'));
    return this.get(id);
  }

  /** @throws DeskError `INVALID_REQUEST` when it is not paused. */
  resumeOne(id: string): Upload {
    if (this.#table.live(id).stored.state !== 'paused') {
      throw new DeskError('INVALID_REQUEST', 'This upload is not paused.');
    }
    return this.#goOn(id);
  }

  #goOn(id: string): Upload {
    const live = this.#table.live(id);
    live.stopWaiting?.();
    live.stopWaiting = null;
    this.#table.change(id, { state: 'queued', error: null, problem: null, retryable: false });
    this.#sendNext();
    return this.get(id);
  }

  /** The page has put the file in its place, or given the upload up. */
  settle(id: string): Upload {
    this.#table.change(id, { settled: true });
    return this.get(id);
  }

  /** The service of a connection is back: what waited for it goes on. */
  serviceIsBack(connectionId: string): void {
    for (const { stored } of this.#table.all()) {
      if (stored.connectionId === connectionId && stored.state === 'waiting') this.#goOn(stored.id);
    }
  }

  #waitForService(live: LiveUpload, message: string): void {
    const { stored } = live;
    this.#table.change(stored.id, { state: 'waiting', error: message, problem: 'away', retryable: true });
    const wait = WAITS[Math.min(live.waits, WAITS.length - 1)] ?? 60_000;
    live.waits += 1;
    live.stopWaiting = (this.#options.schedule ?? timers)(wait, () => {
      if (!this.#closed && stored.state === 'waiting') this.#goOn(stored.id);
    });
  }

  #sendNext(): void {
    for (const live of this.#table.all()) {
      if (this.#closed || this.#sending >= PARALLEL_UPLOADS) return;
      if (live.stored.state !== 'queued' || live.work) continue;
      this.#sending += 1;
      void this.#start(live, null).finally(() => {
        this.#sending -= 1;
        this.#sendNext();
      });
    }
  }

  #mayStartEarly(stored: StoredUpload, headSha256: string): boolean {
    const early = [...this.#table.all()].filter((live) => live.early).length;
    if (this.#closed || early + this.#sending >= PARALLEL_UPLOADS) return false;
    return isSentEarly({ ...stored, headSha256 }, this.#options);
  }

  #start(live: LiveUpload, receiving: Receiving | null): Promise<void> {
    const sending = this.#send(live, receiving).finally(() => this.#active.delete(sending));
    this.#active.add(sending);
    return sending;
  }

  /** @param receiving of a file that is still coming in; null for one that is spooled. */
  async #send(live: LiveUpload, receiving: Receiving | null): Promise<void> {
    const { connections, blobs, clock, files } = this.#options;
    const { stored } = live;
    const work = receiving?.work ?? new AbortController();
    live.work = work;
    live.early = receiving !== null;
    if (receiving) stored.announcesHash = false;
    try {
      const known = receiving ? null : await findUploaded(stored, this.#options, work.signal);
      if (known !== null) {
        live.sentBytes = stored.sizeBytes;
        await this.#finish(live, known);
        return;
      }
      const file = await sendUpload(stored, {
        api: connections.client(stored.connectionId),
        blobs,
        clock,
        baseUrl: () => connections.get(stored.connectionId).baseUrl,
        signsForItself: stored.connectionId === LOCAL_CONNECTION_ID,
        path: this.#path(stored.id),
        copy: receiving?.copy ?? null,
        signal: work.signal,
        save: ({ state, ...change }) => {
          if (work.signal.aborted) return;
          // While bytes come in, that is what is going on, also for a start after a crash.
          const told = state === undefined || stored.sha256 === null ? {} : { state };
          this.#table.change(stored.id, { ...change, ...told });
        },
        onSent: (bytes) => {
          if (work.signal.aborted) return;
          live.waits = 0;
          live.sentBytes = bytes;
          this.#table.progressed(live);
        },
      });
      files.noteUpload(stored.connectionId, stored.projectId, file, hashesOf(stored));
      await this.#finish(live, file.fileId);
    } catch (error) {
      // Canceled, or the app is closing: then the stored state is what the next start goes on from.
      if (work.signal.aborted) return;
      if (stored.sha256 === null) {
        // It is tried again, and a failure told, once all bytes are here.
        this.#options.log.info({ uploadId: stored.id }, 'sending stopped while receiving');
        live.sentBytes = 0;
        return;
      }
      const failure = toUploadFailure(error);
      this.#options.log.info(
        {
          uploadId: stored.id,
          problem: failure.problem,
          name: error instanceof Error ? error.name : '',
        },
        'upload failed',
      );
      if (failure.problem === 'away') return this.#waitForService(live, failure.message);
      this.#table.change(stored.id, {
        state: 'failed',
        error: failure.message,
        problem: failure.problem,
        retryable: failure.retryable,
      });
      if (!failure.retryable) await rm(this.#path(stored.id), { force: true });
    } finally {
      live.early = false;
      // Until all is received, canceling stops that; one that was paused may have been taken up again.
      if (stored.sha256 !== null && live.work === work) live.work = null;
      this.#sendNext();
    }
  }

  async #finish(live: LiveUpload, fileId: string): Promise<void> {
    this.#table.change(live.stored.id, {
      state: 'done',
      fileId,
      error: null,
      problem: null,
      retryable: false,
    });
    await rm(this.#path(live.stored.id), { force: true });
  }

  /** A connection is gone: its uploads go with it. */
  async forgetConnection(connectionId: string): Promise<void> {
    for (const { stored } of this.#table.all()) {
      if (stored.connectionId === connectionId && !hasEnded(stored)) {
        stored.serviceUploadId = null;
        await this.cancel(stored.id);
      }
    }
  }

  /** Stops sending; the next start goes on. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { stopWaiting } of this.#table.all()) stopWaiting?.();
    for (const { work } of this.#table.all())
      work?.abort(new DOMException('Patchbay is closing.', 'AbortError'));
    await Promise.all(this.#active);
  }
}
