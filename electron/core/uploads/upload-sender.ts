import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '#shared/api/index.ts';
import type { Upload } from '#shared/desk/index.ts';
import type { BlobClient } from '../api/blob-client.ts';
import { LOCAL_CONNECTION_ID } from '../connections/connection-store.ts';
import type { Connections } from '../connections/connections.ts';
import { timers, type Schedule } from '../connections/reachability.ts';
import { errorFields } from '../error-fields.ts';
import type { FileLibrary } from '../files/file-library.ts';
import type { Clock, CoreLog } from '../options.ts';
import { findUploaded } from './find-uploaded.ts';
import type { PartialSpool } from './partial-spool.ts';
import { sendUpload } from './send-upload.ts';
import { isStreamed } from './streaming-upload.ts';
import type { StoredUpload } from './stored-upload.ts';
import { toUploadFailure } from './upload-failure.ts';
import type { LiveUpload, UploadTable } from './upload-table.ts';

export interface UploadSenderOptions {
  /** Folder of spooled files. */
  directory: string;
  connections: Connections;
  blobs: BlobClient;
  files: FileLibrary;
  clock: Clock;
  log: CoreLog;
  schedule?: Schedule | undefined;
}

/** Milliseconds before an upload that waits is tried again, should nobody say earlier that the service is back. */
const WAITS = [2_000, 5_000, 15_000, 30_000, 60_000] as const;
const PARALLEL_UPLOADS = 2;

/** What sending a file needs of its being received. */
export interface Receiving {
  work: AbortController;
  copy: PartialSpool;
}

const hashesOf = ({ sha256, headSha256 }: StoredUpload) => (sha256 === null ? null : { sha256, headSha256 });

/** Sends the uploads of a table, a few at a time, and waits with them while their service is away. */
export class UploadSender {
  readonly #options: UploadSenderOptions;
  readonly #table: UploadTable;
  readonly #active = new Set<Promise<void>>();
  #sending = 0;
  #closed = false;

  constructor(options: UploadSenderOptions, table: UploadTable) {
    this.#options = options;
    this.#table = table;
  }

  /** Where the bytes of an upload are spooled until they are sent. */
  pathOf(id: string): string {
    return join(this.#options.directory, id);
  }

  /** Sends what is queued, as far as there is room beside what is being sent. */
  sendNext(): void {
    for (const live of this.#table.all()) {
      if (this.#closed || this.#sending >= PARALLEL_UPLOADS) return;
      if (live.stored.state !== 'queued' || live.work) continue;
      this.#sending += 1;
      void this.#start(live, null).finally(() => {
        this.#sending -= 1;
        this.sendNext();
      });
    }
  }

  /** Begins to send a file that is still coming in, where that is allowed. */
  startStreaming(live: LiveUpload, headSha256: string, receiving: Receiving): void {
    const early = [...this.#table.all()].filter((upload) => upload.early).length;
    if (this.#closed || early + this.#sending >= PARALLEL_UPLOADS) return;
    if (isStreamed({ ...live.stored, headSha256 }, this.#options)) void this.#start(live, receiving);
  }

  /** Queues an upload again, whatever it waited for. */
  goOn(id: string): Upload {
    const live = this.#table.live(id);
    live.cancelWait?.();
    live.cancelWait = null;
    this.#table.change(id, { state: 'queued', error: null, problem: null, retryable: false });
    this.sendNext();
    return this.#table.get(id);
  }

  /** The service frees the reservation by itself when this does not reach it. */
  async abortSession({ connectionId, serviceUploadId }: StoredUpload): Promise<void> {
    if (serviceUploadId === null) return;
    try {
      await this.#options.connections
        .client(connectionId)
        .call(endpoints.files.abortUpload, { params: { upload_id: serviceUploadId } });
    } catch {
      this.#options.log.debug({}, 'an upload session was left to expire');
    }
  }

  /** Stops sending and waiting; resolves when nothing is on its way any more. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { cancelWait } of this.#table.all()) cancelWait?.();
    for (const { work } of this.#table.all())
      work?.abort(new DOMException('Patchbay is closing.', 'AbortError'));
    await Promise.all(this.#active);
  }

  #waitForService(live: LiveUpload, message: string): void {
    const { stored } = live;
    this.#table.change(stored.id, { state: 'waiting', error: message, problem: 'away', retryable: true });
    const wait = WAITS[Math.min(live.waits, WAITS.length - 1)] ?? 60_000;
    live.waits += 1;
    live.cancelWait = (this.#options.schedule ?? timers)(wait, () => {
      if (!this.#closed && stored.state === 'waiting') this.goOn(stored.id);
    });
  }

  #start(live: LiveUpload, receiving: Receiving | null): Promise<void> {
    const sending = this.#send(live, receiving)
      // What became of it could not even be written down, on a full disk for example: the next start looks again.
      .catch((error: unknown) => this.#options.log.error(errorFields(error), 'an upload stopped'))
      .finally(() => this.#active.delete(sending));
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
      const existing = receiving ? null : await findUploaded(stored, this.#options, work.signal);
      if (existing !== null) {
        live.sentBytes = stored.sizeBytes;
        await this.#finish(live, existing);
        return;
      }
      const file = await sendUpload(stored, {
        api: connections.client(stored.connectionId),
        blobs,
        clock,
        baseUrl: () => connections.get(stored.connectionId).baseUrl,
        isSelfSigned: stored.connectionId === LOCAL_CONNECTION_ID,
        path: this.pathOf(stored.id),
        copy: receiving?.copy ?? null,
        signal: work.signal,
        save: ({ state, ...change }) => {
          if (work.signal.aborted) return;
          // While bytes come in, that is what is going on, also for a start after a crash.
          const visibleState = state === undefined || stored.sha256 === null ? {} : { state };
          this.#table.change(stored.id, { ...change, ...visibleState });
        },
        onProgress: (bytes) => {
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
        // It is tried again, and a failure reported, once all bytes are here.
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
      if (!failure.retryable) await rm(this.pathOf(stored.id), { force: true });
    } finally {
      live.early = false;
      // Until all is received, canceling stops that; one that was paused may have been taken up again.
      if (stored.sha256 !== null && live.work === work) live.work = null;
      this.sendNext();
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
    await rm(this.pathOf(live.stored.id), { force: true });
  }
}
