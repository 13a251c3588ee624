import type { PinBase } from '#shared/graph/pin-type.ts';
import type { DeskEvent, Upload, UploadProblem } from '#shared/desk/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { words } from '#renderer/words/index.ts';
import { localPreview } from './local-preview.ts';
import { mediaKindOf, uploadRejection } from './dropped-files.ts';

const t = words.uploads.uploadQueue;

/** What the queue needs of the desktop process. */
export interface UploadPorts {
  /** Resolves when the desktop process has all bytes; `uploadId` names the upload from its first byte on. */
  startUpload(
    file: File,
    target: { uploadId: string; nodeId: string; input: string },
    signal: AbortSignal,
  ): Promise<Upload>;
  cancelUpload(uploadId: string): Promise<Upload>;
  retryUpload(uploadId: string): Promise<Upload>;
  pauseUpload(uploadId: string): Promise<Upload>;
  resumeUpload(uploadId: string): Promise<Upload>;
  /** The file is in its place, or given up: a later page need not look after it. */
  settleUpload(uploadId: string): Promise<Upload>;
  /** Events of the desktop process; returns a function that ends the subscription. */
  subscribe(listener: (event: DeskEvent) => void): () => void;
}

export interface UploadItem {
  nodeId: string;
  input: string;
  base: PinBase;
  filename: string;
  sizeBytes: number;
  kind: ReturnType<typeof mediaKindOf>;
  /** What the input held when the upload began. */
  before: unknown;
  /** Object URL of a small local picture. */
  previewUrl: string | null;
  state: 'checking' | 'sending' | 'uploading' | 'waiting' | 'paused' | 'done' | 'failed' | 'canceled';
  /** 0 to 1 over both legs, to the desktop process and to the service. Never goes back within one upload. */
  progress: number;
  uploadId: string | null;
  fileId: string | null;
  /** A sentence with the next step. */
  error: string | null;
  /** What the sentence is about, for the ways on that are offered; null where only the sentence says it. */
  problem: UploadProblem | null;
  retryable: boolean;
  /** Whether trying again goes on with what the desktop process has; else the file is handed over anew. */
  resumable: boolean;
}

/** Puts a file into its input. @param item the upload, with what the input held before it. */
export type UploadCallback = (
  nodeId: string,
  input: string,
  base: PinBase,
  fileId: string,
  item: Pick<UploadItem, 'before' | 'filename'>,
) => void;

/** How many files are handed over at the same time. */
const MAX_CONCURRENT = 2;

/** Whether bytes are still on their way. */
export const isInProgress = ({ state }: UploadItem): boolean =>
  state === 'checking' || state === 'sending' || state === 'uploading' || state === 'waiting';

/** After a request to the desktop process failed: it still has the upload. */
const RESUMABLE = { retryable: true, resumable: true } as const;

const errorMessage = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : t.uploadDidNotWork;

/**
 * Files on their way to inputs of nodes. Progress is never an edit: only the `fileId` at the end is, through `onDone`.
 */
export class UploadQueue {
  readonly #ports: UploadPorts;
  readonly #onComplete: UploadCallback;
  readonly #valueOf: (nodeId: string, input: string) => unknown;
  readonly #stop: () => void;
  #items = new Map<string, UploadItem>();
  #files = new Map<string, File>();
  #aborts = new Map<string, AbortController>();
  #pending: string[] = [];
  #running = 0;
  #previews = new Map<string, string>();
  #urls = new Set<string>();
  /** What the desktop process is asked just now, and whether an event told of the same upload meanwhile. */
  #inFlight = new Set<{ uploadId: string; isReplaced: boolean }>();
  #listeners = new Map<string, Set<() => void>>();
  #allListeners = new Set<(nodeId: string) => void>();

  /** @param valueOf what an input holds now. */
  constructor(
    ports: UploadPorts,
    onComplete: UploadCallback,
    valueOf: (nodeId: string, input: string) => unknown = () => undefined,
  ) {
    this.#ports = ports;
    this.#onComplete = onComplete;
    this.#valueOf = valueOf;
    this.#stop = ports.subscribe((event) => {
      if (event.type !== 'upload') return;
      for (const request of this.#inFlight) request.isReplaced ||= request.uploadId === event.upload.id;
      this.#follow(event.upload);
    });
  }

  dispose(): void {
    this.#stop();
    for (const url of this.#urls) URL.revokeObjectURL(url);
    this.#urls.clear();
  }

  item(nodeId: string, input: string): UploadItem | undefined {
    return this.#items.get(joinKey(nodeId, input));
  }
  /** The upload on a node, whichever input it is for. */
  ofNode(nodeId: string): UploadItem | undefined {
    for (const item of this.#items.values()) if (item.nodeId === nodeId) return item;
    return undefined;
  }
  all(): UploadItem[] {
    return [...this.#items.values()];
  }
  /** A local picture of a file uploaded in this session, so that a node never blinks when its upload ends. */
  previewOf(fileId: string): string | null {
    return this.#previews.get(fileId) ?? null;
  }
  subscribe(nodeId: string, listener: () => void): () => void {
    const set = this.#listeners.get(nodeId) ?? new Set();
    this.#listeners.set(nodeId, set);
    set.add(listener);
    return () => set.delete(listener);
  }
  /** Called with each node whose upload goes on. */
  subscribeAll(listener: (nodeId: string) => void): () => void {
    this.#allListeners.add(listener);
    return () => this.#allListeners.delete(listener);
  }

  /**
   * Goes on with an upload that another page began and this computer still knows: shows how far it is, or fills in the
   * file that arrived meanwhile.
   * @param isPaused whether the input has been given another file since: then one that arrived late is not put over it.
   */
  adopt(upload: Upload, base: PinBase, isPaused = false): void {
    const { nodeId, input } = upload;
    if (nodeId === null || input === null || upload.settled || upload.state === 'canceled') return;
    const key = joinKey(nodeId, input);
    if (this.#items.has(key)) return;
    if (isPaused && (upload.state === 'done' || upload.state === 'failed')) return this.#settle(upload.id);
    this.#set(key, {
      nodeId,
      input,
      base,
      filename: upload.filename,
      sizeBytes: upload.sizeBytes,
      kind: mediaKindOf({ name: upload.filename, type: upload.contentType }),
      before: this.#valueOf(nodeId, input),
      previewUrl: null,
      state: 'uploading',
      progress: 0,
      uploadId: upload.id,
      fileId: null,
      error: null,
      problem: null,
      retryable: false,
      resumable: false,
    });
    this.#follow(upload);
  }

  /** Begins an upload into an input. An earlier one into the same input is canceled. */
  add(file: File, nodeId: string, input: string, base: PinBase): void {
    const key = joinKey(nodeId, input);
    if (this.#items.has(key)) {
      this.cancel(nodeId, input);
      this.dismiss(nodeId, input);
    }
    this.#files.set(key, file);
    this.#set(key, {
      nodeId,
      input,
      base,
      filename: file.name,
      sizeBytes: file.size,
      kind: mediaKindOf(file),
      before: this.#valueOf(nodeId, input),
      previewUrl: null,
      state: 'checking',
      progress: 0,
      uploadId: null,
      fileId: null,
      error: null,
      problem: null,
      retryable: false,
      resumable: false,
    });
    if (mediaKindOf(file) === 'image') {
      void this.#preview(key, file);
    }
    this.#pending.push(key);
    void this.#next();
  }

  async #preview(key: string, file: File): Promise<void> {
    const url = await localPreview(file);
    if (url === null) return;
    this.#urls.add(url);
    this.#change(key, { previewUrl: url });
  }

  cancel(nodeId: string, input: string): void {
    const key = joinKey(nodeId, input);
    const item = this.#items.get(key);
    if (!item) return;
    this.#pending = this.#pending.filter((pendingKey) => pendingKey !== key);
    this.#aborts.get(key)?.abort();
    if (item.uploadId && item.state !== 'checking' && item.state !== 'failed' && item.state !== 'canceled') {
      void this.#ports.cancelUpload(item.uploadId).catch(() => undefined);
    }
    this.#change(key, this.#canceled(key));
  }

  #canceled(key: string): Partial<UploadItem> {
    const retryable = this.#files.has(key);
    return { state: 'canceled', error: t.uploadCanceled, problem: null, retryable };
  }

  retry(nodeId: string, input: string): void {
    const key = joinKey(nodeId, input);
    const item = this.#items.get(key);
    if (!item) return;
    // Asked for anew, it is meant for the input as it is now.
    this.#change(key, { before: this.#valueOf(nodeId, input) });
    const isResumable = item.state === 'waiting' || (item.state === 'failed' && item.resumable);
    if (item.uploadId && isResumable) {
      this.#change(key, { state: 'uploading', error: null, problem: null });
      this.#requestUpload(item.uploadId, this.#ports.retryUpload(item.uploadId)).catch((error: unknown) =>
        this.#change(key, { state: 'failed', error: errorMessage(error), ...RESUMABLE }),
      );
      return;
    }
    const file = this.#files.get(key);
    if (file) {
      // The new try has another name; the old one is looked after here.
      if (item.uploadId) this.#settle(item.uploadId);
      this.#change(key, { state: 'checking', progress: 0, uploadId: null, error: null, problem: null });
      this.#pending.push(key);
      void this.#next();
    }
  }

  /** Stops sending for now; what the service has stays there. Only once the desktop process has the file. */
  pause(nodeId: string, input: string): void {
    const item = this.item(nodeId, input);
    if (!item?.uploadId || (item.state !== 'uploading' && item.state !== 'waiting')) return;
    // An upload that ended in the same moment says so by itself.
    this.#requestUpload(item.uploadId, this.#ports.pauseUpload(item.uploadId)).catch(() => undefined);
  }

  /** Goes on with a paused upload. */
  resume(nodeId: string, input: string): void {
    const key = joinKey(nodeId, input);
    const item = this.#items.get(key);
    if (!item?.uploadId || item.state !== 'paused') return;
    this.#requestUpload(item.uploadId, this.#ports.resumeUpload(item.uploadId)).catch((error: unknown) =>
      this.#change(key, { state: 'failed', error: errorMessage(error), ...RESUMABLE }),
    );
  }

  /** Takes over an answer, unless events came meanwhile: each change is told by one, and the answer may be older. */
  async #requestUpload(uploadId: string, answer: Promise<Upload>): Promise<void> {
    const request = { uploadId, isReplaced: false };
    this.#inFlight.add(request);
    try {
      const upload = await answer;
      if (!request.isReplaced) this.#follow(upload);
    } finally {
      this.#inFlight.delete(request);
    }
  }

  /** Takes a failed or canceled upload off its node. */
  dismiss(nodeId: string, input: string): void {
    const key = joinKey(nodeId, input);
    const uploadId = this.#items.get(key)?.uploadId;
    if (uploadId) this.#settle(uploadId);
    this.#files.delete(key);
    if (this.#items.delete(key)) this.#notify(nodeId);
  }

  #settle(uploadId: string): void {
    // Not received, it is only looked at once more by the next page.
    this.#ports.settleUpload(uploadId).catch(() => undefined);
  }

  async #next(): Promise<void> {
    if (this.#running >= MAX_CONCURRENT) return;
    const key = this.#pending.shift();
    const file = key === undefined ? undefined : this.#files.get(key);
    if (key === undefined || !file) return;
    this.#running += 1;
    const abort = new AbortController();
    this.#aborts.set(key, abort);
    try {
      const problem = await uploadRejection(file);
      if (problem !== null) {
        this.#change(key, { state: 'failed', error: problem, retryable: false });
        return;
      }
      if (abort.signal.aborted) return;
      const uploadId = `upload_${crypto.randomUUID()}`;
      this.#change(key, { state: 'sending', uploadId });
      const { nodeId, input } = this.#items.get(key)!;
      const upload = await this.#ports.startUpload(file, { uploadId, nodeId, input }, abort.signal);
      // Events of what came after may have overtaken the response.
      if (!abort.signal.aborted && this.#items.get(key)?.state === 'sending') this.#follow(upload);
    } catch (error) {
      // What could not be handed over is begun anew by a retry, under another name.
      if (!abort.signal.aborted) {
        const failed = {
          state: 'failed',
          error: errorMessage(error),
          retryable: true,
          resumable: false,
        } as const;
        this.#change(key, failed);
      }
    } finally {
      this.#aborts.delete(key);
      this.#running -= 1;
      void this.#next();
    }
  }

  /** Takes over what the desktop process says about an upload. Late events about a finished one change nothing. */
  #follow(upload: Upload): void {
    for (const [key, item] of this.#items) {
      if (item.uploadId !== upload.id || item.state === 'done' || item.state === 'canceled') continue;
      switch (upload.state) {
        case 'done':
          if (upload.fileId === null) continue;
          if (item.previewUrl) this.#previews.set(upload.fileId, item.previewUrl);
          this.#change(key, { state: 'done', progress: 1, fileId: upload.fileId, error: null });
          this.#files.delete(key);
          this.#onComplete(item.nodeId, item.input, item.base, upload.fileId, item);
          this.#settle(upload.id);
          this.#items.delete(key);
          this.#notify(item.nodeId);
          break;
        case 'failed':
          this.#change(key, {
            state: 'failed',
            error: upload.error ?? t.uploadDidNotWork,
            problem: upload.problem,
            // This page may still have the file when the desktop process has not.
            retryable: upload.retryable || this.#files.has(key),
            resumable: upload.retryable,
          });
          break;
        case 'canceled':
          this.#change(key, this.#canceled(key));
          break;
        case 'receiving':
          this.#change(key, { progress: Math.max(item.progress, upload.progress) });
          break;
        case 'waiting':
        case 'paused':
          this.#change(key, {
            state: upload.state,
            progress: Math.max(item.progress, upload.progress),
            error: upload.error,
            problem: upload.problem,
          });
          break;
        default:
          this.#change(key, {
            state: 'uploading',
            progress: Math.max(item.progress, upload.progress),
            error: null,
            problem: null,
          });
      }
    }
  }

  #change(key: string, change: Partial<UploadItem>): void {
    const item = this.#items.get(key);
    if (item) this.#set(key, { ...item, ...change });
  }
  #set(key: string, item: UploadItem): void {
    this.#items.set(key, item);
    this.#notify(item.nodeId);
  }
  #notify(nodeId: string): void {
    for (const listener of this.#listeners.get(nodeId) ?? []) listener();
    for (const listener of this.#allListeners) listener(nodeId);
  }
}
