import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { DeskEvent, Upload, UploadStartQuery } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import { receiveUpload } from './receive-upload.ts';
import { isFinished } from './stored-upload.ts';
import { UploadSender, type UploadSenderOptions } from './upload-sender.ts';
import type { UploadStore } from './upload-store.ts';
import { UploadTable } from './upload-table.ts';

export interface UploadsOptions extends UploadSenderOptions {
  store: UploadStore;
  emit(event: DeskEvent): void;
}

const FINISHED_RETENTION_MS = 24 * 3600 * 1000;

/** The upload queue: what pages hand over is spooled, then sent, also across restarts. */
export class Uploads {
  readonly #options: UploadsOptions;
  readonly #table: UploadTable;
  readonly #sender: UploadSender;

  constructor(options: UploadsOptions) {
    this.#options = options;
    this.#table = new UploadTable(options);
    this.#sender = new UploadSender(options, this.#table);
    mkdirSync(options.directory, { recursive: true, mode: 0o700 });
  }

  /** Takes up what the last process left, and clears what nobody needs. */
  async resume(): Promise<void> {
    const { store, clock, directory } = this.#options;
    for (const stored of store.all()) {
      const old = clock.now() - Date.parse(stored.createdAt) > FINISHED_RETENTION_MS;
      if (isFinished(stored) && !stored.retryable && old) {
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
        void this.#sender.abortSession(stored);
      } else if (!isFinished(stored) && stored.state !== 'paused') {
        this.#table.change(stored.id, { state: 'queued' });
      }
    }
    for (const name of await readdir(directory)) {
      const stored = this.#table.find(name)?.stored;
      if (!stored || (isFinished(stored) && !stored.retryable))
        await rm(join(directory, name), { force: true });
    }
    this.#sender.sendNext();
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
    return this.list().filter((upload) => !isFinished(upload));
  }

  /**
   * Takes a file over from a page; resolves when all its bytes are here.
   * @throws DeskError with a sentence when the file is empty, not whole, or too large for the disk.
   */
  receive(query: z.output<typeof UploadStartQuery>, request: Request): Promise<Upload> {
    const { connections, clock } = this.#options;
    return receiveUpload(query, request, { connections, clock, table: this.#table, sender: this.#sender });
  }

  /** Stops an upload for good and frees what it took. One that ended stays as it is. */
  async cancel(id: string): Promise<Upload> {
    const live = this.#table.live(id);
    const { stored } = live;
    if (stored.state !== 'done' && stored.state !== 'canceled') {
      this.#table.change(id, { state: 'canceled', retryable: false, error: null, problem: null });
      live.work?.abort(new DOMException('The upload was canceled.', 'AbortError'));
      await rm(this.#sender.pathOf(id), { force: true });
      void this.#sender.abortSession(stored);
    }
    return this.get(id);
  }

  /** @throws DeskError `INVALID_REQUEST` when trying again cannot help. */
  retry(id: string): Upload {
    const { stored } = this.#table.live(id);
    const canGoOn = stored.state === 'waiting' || (stored.state === 'failed' && stored.retryable);
    if (!canGoOn) {
      throw new DeskError('INVALID_REQUEST', 'This upload cannot be tried again. Add the file again.');
    }
    return this.#sender.goOn(id);
  }

  /**
   * Stops sending until `resumeUpload`; what the service has taken stays taken.
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
  resumeUpload(id: string): Upload {
    if (this.#table.live(id).stored.state !== 'paused') {
      throw new DeskError('INVALID_REQUEST', 'This upload is not paused.');
    }
    return this.#sender.goOn(id);
  }

  /** The page has put the file in its place, or given the upload up. */
  settle(id: string): Upload {
    this.#table.change(id, { settled: true });
    return this.get(id);
  }

  /** The service of a connection is back: what waited for it goes on. */
  serviceIsBack(connectionId: string): void {
    for (const { stored } of this.#table.all()) {
      if (stored.connectionId === connectionId && stored.state === 'waiting') this.#sender.goOn(stored.id);
    }
  }

  /** A connection is gone: its uploads go with it. */
  async removeConnection(connectionId: string): Promise<void> {
    for (const { stored } of this.#table.all()) {
      if (stored.connectionId === connectionId && !isFinished(stored)) {
        stored.serviceUploadId = null;
        await this.cancel(stored.id);
      }
    }
  }

  /** Stops sending; the next start goes on. */
  close(): Promise<void> {
    return this.#sender.close();
  }
}
