import { randomUUID } from 'node:crypto';
import { ApiError, endpoints } from '#shared/api/index.ts';
import { isTerminalUploadState, type DeskEvent, type Upload } from '#shared/desk/index.ts';
import { PICTURE_HEAD_BYTES, unreadablePicture } from '#shared/film/unreadable-picture.ts';
import type { ProjectFileMedium } from '#shared/project-file/index.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { FileLibrary } from '../files/file-library.ts';
import type { Uploads } from '../uploads/uploads.ts';
import type { ProjectFile } from './archive.ts';
import type { TransferReport } from './transfer.ts';
import { webStreamOf } from '../web-stream.ts';

/** Media on their way at once: one is read while another is sent. */
const MAX_CONCURRENT = 2;

export interface ImportMediaOptions {
  file: ProjectFile;
  connectionId: string;
  call: ApiClient['call'];
  uploads: Uploads;
  files: FileLibrary;
  subscribe: (listener: (event: DeskEvent) => void) => () => void;
  signal: AbortSignal;
  report: TransferReport;
  /** A file is at the service that was not there before. Resolves when that is written down. */
  onNewFile: (fileId: string) => Promise<void>;
  /** What a person should know of media that are missing. */
  problems: string[];
}

/** Brings the media of a project file to a service, by the road of every upload. */
export class MediaImport {
  readonly #options: ImportMediaOptions;
  /** The id of each medium at the service here; null for those that are not to be had. */
  readonly #ids = new Map<string, string | null>();
  readonly #uploadedBytes = new Map<string, number>();

  constructor(options: ImportMediaOptions) {
    this.#options = options;
  }

  /**
   * Brings all media.
   * @returns the id of each at the service, by its id in the file; null for those that are not to be had.
   * @throws what stopped it
   */
  async run(media: readonly ProjectFileMedium[]): Promise<ReadonlyMap<string, string | null>> {
    const { signal, report, problems } = this.#options;
    const pending = media.slice();
    const bring = async () => {
      for (let medium = pending.shift(); medium; medium = pending.shift()) {
        signal.throwIfAborted();
        this.#ids.set(medium.fileId, await this.#bring(medium));
        report({ mediaCount: [...this.#ids.values()].filter((id) => id !== null).length, problems });
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: MAX_CONCURRENT }, bring));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    return this.#ids;
  }

  async #bring(medium: ProjectFileMedium): Promise<string | null> {
    const { connectionId, files, problems, onNewFile } = this.#options;
    const { sha256, filename, contentType, sizeBytes } = medium;
    if (sha256 === null) {
      const existing = await this.#detailOf(medium.fileId);
      if (existing?.sizeBytes === sizeBytes) return medium.fileId;
      problems.push(`“${filename}” is not in the file. Add it again where it is used.`);
      return null;
    }
    const before = files.findByContent(connectionId, { sha256, sizeBytes, contentType, filename });
    const upload = await this.#send(medium, sha256);
    if (upload.fileId === null) {
      problems.push(`“${filename}” was not uploaded: ${upload.error ?? 'it was canceled.'}`);
      return null;
    }
    if (before?.fileId !== upload.fileId) await onNewFile(upload.fileId);
    const unreadable = await this.#unreadableFormat(medium, sha256);
    if (unreadable !== null) {
      problems.push(
        `“${filename}” is ${unreadable}, which nodes and films cannot read here. Save it as JPEG and choose that where it is used.`,
      );
    }
    return upload.fileId;
  }

  /** What a medium that is called a picture is, where nothing here decodes it. */
  async #unreadableFormat({ contentType }: ProjectFileMedium, sha256: string) {
    if (!contentType.startsWith('image/') && contentType !== 'application/octet-stream') return null;
    for await (const bytes of await this.#options.file.openMedium(sha256))
      return unreadablePicture((bytes as Buffer).subarray(0, PICTURE_HEAD_BYTES));
    return null;
  }

  async #detailOf(fileId: string) {
    const { call, signal } = this.#options;
    try {
      return await call(endpoints.files.get, { params: { file_id: fileId }, signal });
    } catch (error) {
      if (error instanceof ApiError && [400, 404].includes(error.status)) return null;
      throw error;
    }
  }

  /** Hands a medium to the queue, as a page hands over a file, and waits for its end. */
  async #send({ filename, contentType, sizeBytes }: ProjectFileMedium, sha256: string): Promise<Upload> {
    const { file, connectionId, uploads, signal } = this.#options;
    const uploadId = `upload_${randomUUID()}`;
    const body = webStreamOf(await file.openMedium(sha256));
    const request = new Request('http://desk.invalid/uploads', {
      method: 'POST',
      headers: { 'content-type': contentType },
      body,
      duplex: 'half',
      signal,
    });
    const cancel = () => void uploads.cancel(uploadId).catch(() => undefined);
    const finished = this.#endOf(uploadId);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await uploads.receive({ connectionId, uploadId, filename, sizeBytes: String(sizeBytes) }, request);
      const upload = await finished;
      signal.throwIfAborted();
      // Nobody waits for it any more: it is no longer shown as something to do.
      uploads.settle(uploadId);
      this.#uploadedBytes.set(uploadId, sizeBytes);
      return upload;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Resolves with an upload that has ended; what it has sent is reported meanwhile. */
  #endOf(uploadId: string): Promise<Upload> {
    const { subscribe, report } = this.#options;
    return new Promise((resolve) => {
      const stop = subscribe((event) => {
        if (event.type !== 'upload' || event.upload.id !== uploadId) return;
        this.#uploadedBytes.set(uploadId, event.upload.sentBytes);
        report({ doneBytes: [...this.#uploadedBytes.values()].reduce((sum, bytes) => sum + bytes, 0) });
        if (!isTerminalUploadState(event.upload.state)) return;
        stop();
        resolve(event.upload);
      });
    });
  }
}
