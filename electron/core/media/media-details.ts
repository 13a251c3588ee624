import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { z } from 'zod';
import type { NativePool } from '#native/pool/native-pool.ts';
import { MediaFacts, MediaWaveform, type MediaFileRequest, type MediaText } from '#shared/desk/index.ts';
import { decodeText, DEFAULT_LIMITS, readJson, readText } from '#shared/reading/index.ts';
import { DeskError } from '../desk-error.ts';
import { readMediaInfo, readWaveform } from './derive-variant.ts';
import type { CachedMedia, MediaCache } from './media-cache.ts';
import type { MediaItem } from './media-token.ts';
import { keyOf, type Media } from './media.ts';
import { SharedWork } from './shared-work.ts';

const DETAIL_TYPE = 'application/json';
const PARSE_OPTIONS = { label: 'The cached detail', hint: 'It is made anew.', limits: DEFAULT_LIMITS };

/** What pages ask about media beside the bytes: facts and waveforms, cached beside the originals, and text. */
export class MediaDetails {
  readonly #media: Media;
  readonly #cache: MediaCache;
  readonly #native: NativePool;
  readonly #working = new SharedWork<unknown>();

  constructor(options: { media: Media; cache: MediaCache; native: NativePool }) {
    this.#media = options.media;
    this.#cache = options.cache;
    this.#native = options.native;
  }

  /** @throws DeskError, UnreachableError */
  info(file: MediaFileRequest, signal: AbortSignal): Promise<MediaFacts> {
    return this.#derive(file, 'facts 3', MediaFacts, readMediaInfo, signal);
  }

  /** @throws DeskError, UnreachableError */
  waveform(file: MediaFileRequest, signal: AbortSignal): Promise<MediaWaveform> {
    return this.#derive(file, 'waveform', MediaWaveform, readWaveform, signal);
  }

  /** The beginning of a file, as text. @throws DeskError with status 415 when it is no text, UnreachableError */
  async text(file: MediaFileRequest, maxBytes: number, signal: AbortSignal): Promise<MediaText> {
    const start = await this.#media.start(itemOf(file), maxBytes, signal);
    const sizeBytes = start.sizeBytes ?? start.bytes.byteLength;
    const isComplete = start.bytes.byteLength >= sizeBytes;
    const bytes = isComplete ? start.bytes : trimIncompleteCharacter(start.bytes);
    const details = await readText(singleChunk(bytes), {
      label: 'The file',
      hint: 'Save it to look at it with another program.',
      limits: { bytes: maxBytes },
    });
    if (details.ok) return { text: details.value, isWhole: isComplete, sizeBytes };
    const decoded = await decodeText(start.bytes, { kind: 'text' });
    if (decoded.ok) return { text: decoded.text, isWhole: isComplete, sizeBytes, report: decoded.report };
    throw new DeskError(
      'INVALID_REQUEST',
      'This file is not text that can be shown. Save it to look at it with another program.',
      { status: 415, cause: details.problem },
    );
  }

  async #derive<T>(
    file: MediaFileRequest,
    name: string,
    schema: z.ZodType<T>,
    read: (pool: NativePool, original: CachedMedia) => Promise<T>,
    callerSignal: AbortSignal,
  ): Promise<T> {
    const item = itemOf(file);
    const key = `${keyOf(item)}#${name}`;
    const found = this.#cache.find(key);
    const cached = found && (await readJson(createReadStream(found.path), PARSE_OPTIONS));
    const parsed = cached?.ok ? schema.safeParse(cached.value) : null;
    if (parsed?.success) return parsed.data;
    const work = async (signal: AbortSignal): Promise<T> => {
      const original = await this.#media.original(item, signal);
      const value = await read(this.#native, original);
      const bytes = Buffer.from(JSON.stringify(value));
      await this.#media.keepNew(key, async (temporary) => {
        await writeFile(temporary, bytes, { flag: 'wx', mode: 0o600 });
        return { sizeBytes: bytes.byteLength, contentType: DETAIL_TYPE, filename: null };
      });
      return value;
    };
    return schema.parse(await this.#working.do(key, work, callerSignal));
  }
}

const itemOf = ({ connectionId, fileId }: MediaFileRequest): MediaItem => ({
  connectionId,
  source: { kind: 'file', fileId },
  variant: 'original',
});

async function* singleChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Without the bytes of a letter that goes on behind the end. */
function trimIncompleteCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(4, bytes.byteLength); back += 1) {
    const byte = bytes[bytes.byteLength - back]!;
    // 10xxxxxx goes on with a letter; any other byte begins one.
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back ? bytes.subarray(0, bytes.byteLength - back) : bytes;
  }
  return bytes;
}
