import { isFileOutput } from '#shared/api/index.ts';
import { LastPreviews, type LastPreview } from '#shared/desk/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { CoreLog } from '../options.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { stripSignatures } from '../response-cache/cacheable-responses.ts';
import { createSerialQueue, type SerialQueue } from '../serial-queue.ts';
import type { MediaCache } from './media-cache.ts';
import { keyOf, type Media } from './media.ts';
import type { MediaItem } from './media-token.ts';

/** Bytes of one picture; a preview is far below. */
const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
/** Bytes of all pictures of one project. */
const MAX_PROJECT_BYTES = 48 * 1024 * 1024;
/** Characters of JSON of the outputs of one node. */
const MAX_OUTPUTS_LENGTH = 16 * 1024;

/** Projects that wait for their pictures at most. */
const MAX_PENDING = 50;

/** No endpoint has this path; it is forgotten with its project. */
const pathOf = (projectId: string): string => `/v1/projects/${encodeURIComponent(projectId)}/last-previews`;

/**
 * The last live preview of each node of a project: what they are in the cache of responses, their pictures in that of media.
 * The service throws both away soon. Copies: with the limits of those caches, and gone without harm.
 */
export class LastPreviewStore {
  readonly #options: { responses: ResponseCache; cache: MediaCache; media: Pick<Media, 'original'> };
  /** Pictures are fetched one at a time, behind the person's back. */
  readonly #writing: SerialQueue;
  /** By project, what is to be stored of it next. */
  readonly #latest = new Map<string, readonly LastPreview[]>();

  constructor(
    options: { responses: ResponseCache; cache: MediaCache; media: Pick<Media, 'original'> },
    log: CoreLog,
  ) {
    this.#options = options;
    const name = 'the last previews of a project were not stored';
    this.#writing = createSerialQueue({ name, maxPending: MAX_PENDING, log });
  }

  /** Those of which all pictures are whole on this disk. */
  find(connectionId: string, projectId: string): LastPreview[] {
    const { cache } = this.#options;
    return this.#stored(connectionId, projectId).filter((preview) =>
      picturesOf(connectionId, preview).every((item) => cache.find(keyOf(item)) !== null),
    );
  }

  /**
   * Takes the place of what is stored of the project, soon; of what is too large, or cannot be fetched any more, nothing is
   * stored.
   */
  keep(connectionId: string, projectId: string, previews: readonly LastPreview[]): void {
    const key = joinKey(connectionId, projectId);
    this.#latest.set(key, previews);
    const isAdded = this.#writing.add(connectionId, key, async (signal) => {
      for (let next = this.#latest.get(key); next !== undefined; next = this.#latest.get(key)) {
        this.#latest.delete(key);
        await this.#store(connectionId, projectId, next, signal);
      }
    });
    if (!isAdded) this.#latest.delete(key);
  }

  close(): Promise<void> {
    return this.#writing.close();
  }

  async #store(
    connectionId: string,
    projectId: string,
    previews: readonly LastPreview[],
    signal: AbortSignal,
  ): Promise<void> {
    const { responses, cache } = this.#options;
    const before = this.#stored(connectionId, projectId);
    const stored: LastPreview[] = [];
    let remainingBytes = MAX_PROJECT_BYTES;
    for (const preview of previews) {
      if (JSON.stringify(preview.outputs).length > MAX_OUTPUTS_LENGTH) continue;
      const bytes = await this.#fetch(picturesOf(connectionId, preview), remainingBytes, signal);
      if (signal.aborted) return;
      if (bytes === null) continue;
      remainingBytes -= bytes;
      stored.push(preview);
    }
    const body = new TextEncoder().encode(JSON.stringify({ previews: stored } satisfies LastPreviews));
    await responses.store(connectionId, pathOf(projectId), stripSignatures(null, body));
    const keysOf = (all: readonly LastPreview[]) =>
      new Set(all.flatMap((preview) => picturesOf(connectionId, preview).map(keyOf)));
    const currentKeys = keysOf(stored);
    for (const key of keysOf(before)) if (!currentKeys.has(key)) await cache.clear(key);
  }

  #stored(connectionId: string, projectId: string): LastPreview[] {
    const found = this.#options.responses.find(connectionId, pathOf(projectId));
    return found === null ? [] : (LastPreviews.safeParse(jsonOf(found.body)).data?.previews ?? []);
  }

  /** @returns bytes of all of them on the disk; null where one is missing or they are more than there is room for. */
  async #fetch(items: readonly MediaItem[], maxBytes: number, signal: AbortSignal): Promise<number | null> {
    let bytes = 0;
    for (const item of items) {
      const found = await this.#options.media.original(item, signal).catch(() => null);
      if (found === null || found.sizeBytes > MAX_PICTURE_BYTES) return null;
      bytes += found.sizeBytes;
      if (bytes > maxBytes) return null;
    }
    return bytes;
  }
}

/** The files among the outputs of a preview. */
const picturesOf = (connectionId: string, { outputs }: LastPreview): MediaItem[] =>
  Object.values(outputs).flatMap((output): MediaItem[] =>
    isFileOutput(output)
      ? [{ connectionId, source: { kind: 'file', fileId: output.fileId }, variant: 'original' }]
      : [],
  );

/** Reads and takes the last previews of a project of a connection that there is. */
export const lastPreviewRoutes = (store: LastPreviewStore, connections: Pick<Connections, 'get'>) =>
  ({
    getLastPreviews({ params: { connectionId, projectId } }) {
      connections.get(connectionId);
      return { previews: store.find(connectionId, projectId) };
    },
    keepLastPreviews({ params: { connectionId, projectId }, body }) {
      connections.get(connectionId);
      store.keep(connectionId, projectId, body.previews);
    },
  }) satisfies Partial<DeskHandlers>;
