import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { MEDIA_PROXY, mediaProblem, runMediaTask } from '#native/media/media-task.ts';
import type { NativePool } from '#native/pool/native-pool.ts';
import type { MediaProxy, MediaProxyRequest } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import { readMediaInfo } from './derive-variant.ts';
import type { CachedMedia, MediaCache } from './media-cache.ts';
import type { MediaItem } from './media-token.ts';
import { keyOf, type Media } from './media.ts';

/** Bytes of the largest proxy that is taken from a child. */
const MAX_PROXY_BYTES = 1024 ** 3;
/** Failures that are remembered, so that a page which asks again and again starts no decoder each time. */
const MAX_FAILURES = 500;

const ProxyOutput = z.object({ sizeBytes: z.number(), contentType: z.string().max(100) });

/** Small copies of media that are too heavy to be played, or that browsers cannot decode: one is made at a time. */
export class MediaProxies {
  readonly #media: Media;
  readonly #cache: MediaCache;
  readonly #native: NativePool;
  readonly #running = new Map<string, { fraction: number; stop: AbortController }>();
  readonly #failures = new Map<string, string>();

  constructor(options: { media: Media; cache: MediaCache; native: NativePool }) {
    this.#media = options.media;
    this.#cache = options.cache;
    this.#native = options.native;
  }

  /** Begins where there is none and none is being made. @returns how far it is */
  status({ connectionId, fileId, again = false }: MediaProxyRequest): MediaProxy {
    const item: MediaItem = { connectionId, source: { kind: 'file', fileId }, variant: 'proxy' };
    const key = proxyKeyOf(item);
    if (this.#cache.find(key)) return { state: 'ready' };
    if (again) this.#failures.delete(key);
    const failure = this.#failures.get(key);
    if (failure !== undefined) return { state: 'failed', message: failure };
    const running = this.#running.get(key) ?? this.#begin(key, item);
    return { state: 'making', part: running.fraction };
  }

  /** The connection or file is gone: nothing more is made of it. @param keyPrefix of what is gone */
  clear(keyPrefix: string): void {
    for (const [key, { stop }] of this.#running) if (key.startsWith(keyPrefix)) stop.abort();
    for (const key of this.#failures.keys()) if (key.startsWith(keyPrefix)) this.#failures.delete(key);
  }

  close(): void {
    for (const { stop } of this.#running.values()) stop.abort();
  }

  #begin(key: string, item: MediaItem): { fraction: number; stop: AbortController } {
    const running = { fraction: 0, stop: new AbortController() };
    this.#running.set(key, running);
    const onFraction = (fraction: number): void => void (running.fraction = fraction);
    void this.#make(key, item, running.stop.signal, onFraction)
      .catch((error: unknown) => {
        if (!running.stop.signal.aborted) this.#fail(key, error);
      })
      .finally(() => this.#running.delete(key));
    return running;
  }

  #fail(key: string, error: unknown): void {
    const message = error instanceof DeskError ? error.message : 'The file could not be read. Try again.';
    this.#failures.set(key, message.slice(0, 1000));
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= MAX_FAILURES) return;
      this.#failures.delete(oldest);
    }
  }

  async #make(
    key: string,
    item: MediaItem,
    signal: AbortSignal,
    onFraction: (fraction: number) => void,
  ): Promise<void> {
    const original = await this.#media.original({ ...item, variant: 'original' }, signal);
    const isSound = original.contentType.startsWith('audio/');
    const seconds = await this.#secondsOf(original);
    await this.#media.keepNew(key, async (temporary) => {
      const { result, cancel } = runMediaTask(
        this.#native,
        original.path,
        { name: MEDIA_PROXY, input: { seconds, isSound } },
        {
          fingerprint: `proxy of ${original.path}`,
          onProgress: onFraction,
          collect: (value, folder, collecting) =>
            folder.readOutput('proxy', MAX_PROXY_BYTES, async (bytes, sizeBytes) => {
              await pipeline(bytes, createWriteStream(temporary, { flags: 'wx', mode: 0o600 }), {
                signal: collecting,
              });
              return { ...ProxyOutput.parse(value), sizeBytes };
            }),
        },
      );
      signal.addEventListener('abort', cancel, { once: true });
      const output = await result;
      signal.throwIfAborted();
      if (output.kind === 'succeeded') return { ...output.value, filename: original.filename };
      throw new DeskError('INVALID_REQUEST', mediaProblem(output), { status: 415, cause: output });
    });
  }

  /** 0 for what only ffmpeg can read: its progress is not known then. */
  async #secondsOf(original: CachedMedia): Promise<number> {
    const mediaInfo = await readMediaInfo(this.#native, original).catch(() => null);
    return mediaInfo !== null && mediaInfo.kind !== 'image' ? mediaInfo.seconds : 0;
  }
}

/** What a proxy is cached as: with its original it is forgotten. */
const proxyKeyOf = (item: MediaItem): string => `${keyOf(item)}#proxy`;
