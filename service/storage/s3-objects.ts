import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { CompletedMultipartUpload, CompletedPart } from '@aws-sdk/client-s3';
import { MediaStoreProblem, type S3Location } from './media-location.ts';
import { storeFailure } from './s3-failures.ts';

/** Objects of one bucket below one prefix, with limits on tries and times. Errors are sentences, and hold no key. */

/** Bytes of what is sent in one piece, and of each piece of what is longer. */
const SEGMENT_BYTES = 8 * 1024 ** 2;
/** A store takes no more pieces of one object. */
const MAX_SEGMENTS = 10_000;
/** Pieces that are in memory and on their way at once. */
const MAX_CONCURRENT = 3;
/** What a store copies by itself in one go. */
const MAX_COPY_BYTES = 1024 ** 3;
const TRIES = 4;
/** Milliseconds. */
const LIMITS = { connectionTimeout: 5000, socketTimeout: 30_000, requestTimeout: 120_000 };

export interface S3ObjectsOptions {
  location: S3Location;
  /** Milliseconds, for tests. */
  limits?: Partial<typeof LIMITS>;
  tries?: number;
}

export class S3Objects {
  readonly #client: S3Client;
  readonly #location: S3Location;
  readonly #tries: number;

  constructor({ location, limits = {}, tries = TRIES }: S3ObjectsOptions) {
    this.#location = location;
    this.#tries = tries;
    this.#client = new S3Client({
      region: location.region,
      ...(location.endpoint !== null && { endpoint: location.endpoint }),
      forcePathStyle: location.isPathStyle,
      maxAttempts: tries,
      requestChecksumCalculation: location.checksums,
      responseChecksumValidation: location.checksums,
      requestHandler: { ...LIMITS, ...limits, throwOnRequestTimeout: true },
    });
  }

  /** @param name below the prefix */
  #at(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#location.bucket, Key: this.#location.prefix + name };
  }

  async #asking<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      signal?.throwIfAborted();
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof MediaStoreProblem ? error : storeFailure(error, this.#location);
    }
  }

  /** Asks for one name, so that a wrong bucket, key or address is told at once. @throws MediaStoreProblem */
  async probe(): Promise<void> {
    const { bucket: Bucket, prefix } = this.#location;
    const request = new ListObjectsV2Command({ Bucket, Prefix: `${prefix}database-mark`, MaxKeys: 1 });
    await this.#asking(() => this.#client.send(request));
  }

  /** @returns bytes; null where there is none */
  async size(name: string): Promise<number | null> {
    return this.#asking(async () => {
      try {
        const { ContentLength = 0 } = await this.#client.send(new HeadObjectCommand(this.#at(name)));
        return ContentLength;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });
  }

  /** @returns null where there is none, or more than `maxBytes` */
  async text(name: string, maxBytes: number): Promise<string | null> {
    return this.#asking(async () => {
      try {
        const { Body, ContentLength = 0 } = await this.#client.send(new GetObjectCommand(this.#at(name)));
        if (ContentLength > maxBytes) return null;
        return (await Body?.transformToString()) ?? null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });
  }

  async uploadBytes(name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    const ContentMD5 = createHash('md5').update(bytes).digest('base64');
    const command = new PutObjectCommand({ ...this.#at(name), Body: bytes, ContentMD5 });
    await this.#asking(() => this.#client.send(command, options(signal)), signal);
  }

  /** Sends a file whole or not at all. Resolves once the store has all of its bytes. */
  async uploadFile(name: string, path: string, sizeBytes: number, signal?: AbortSignal): Promise<void> {
    const file = await open(path, 'r');
    try {
      if (sizeBytes <= SEGMENT_BYTES)
        await this.uploadBytes(name, await readSegment(file, 0, sizeBytes), signal);
      else await this.#uploadMultipart(name, file, sizeBytes, signal);
    } finally {
      await file.close();
    }
    if ((await this.size(name)) !== sizeBytes)
      throw new MediaStoreProblem('The store took a file and does not have all of its bytes. Try again.');
  }

  async #uploadMultipart(
    name: string,
    file: FileHandle,
    sizeBytes: number,
    signal?: AbortSignal,
  ): Promise<void> {
    const segmentBytes = Math.max(SEGMENT_BYTES, Math.ceil(sizeBytes / MAX_SEGMENTS));
    await this.#multipart(name, Math.ceil(sizeBytes / segmentBytes), signal, async (upload, PartNumber) => {
      const from = (PartNumber - 1) * segmentBytes;
      const Body = await readSegment(file, from, Math.min(segmentBytes, sizeBytes - from));
      const ContentMD5 = createHash('md5').update(Body).digest('base64');
      const command = new UploadPartCommand({ ...upload, PartNumber, Body, ContentMD5 });
      const { ETag } = await this.#client.send(command, options(signal));
      return { PartNumber, ETag };
    });
  }

  /** An upload of several pieces; nothing stays of one that fails. */
  async #multipart(
    name: string,
    count: number,
    signal: AbortSignal | undefined,
    send: (
      upload: { Bucket: string; Key: string; UploadId: string },
      number: number,
    ) => Promise<CompletedPart>,
  ): Promise<void> {
    await this.#asking(async () => {
      const at = this.#at(name);
      const { UploadId = '' } = await this.#client.send(
        new CreateMultipartUploadCommand(at),
        options(signal),
      );
      const upload = { ...at, UploadId };
      try {
        const sent: CompletedPart[] = [];
        let next = 1;
        const lane = async (): Promise<void> => {
          for (let number = next++; number <= count; number = next++) {
            signal?.throwIfAborted();
            sent.push(await send(upload, number));
          }
        };
        const lanes = await Promise.allSettled(Array.from({ length: MAX_CONCURRENT }, lane));
        for (const outcome of lanes) if (outcome.status === 'rejected') throw outcome.reason;
        const completion: CompletedMultipartUpload = {};
        completion.Parts = sent.toSorted((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0));
        await this.#client.send(
          new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: completion }),
          options(signal),
        );
      } catch (error) {
        await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
        throw error;
      }
    }, signal);
  }

  /**
   * The bytes of an object. What is cut off on its way is asked for from there on, a few times.
   * @param range inclusive. @throws an error with the code `ENOENT` where there is none, MediaStoreProblem
   */
  async *bytes(name: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    let at = range?.start ?? 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const Range = range || at > 0 ? `bytes=${at}-${range?.end ?? ''}` : undefined;
        const { Body } = await this.#client.send(new GetObjectCommand({ ...this.#at(name), Range }));
        for await (const chunk of Body as AsyncIterable<Uint8Array>) {
          at += chunk.byteLength;
          yield chunk;
        }
        return;
      } catch (error) {
        if (isMissing(error))
          throw Object.assign(new Error(`ENOENT: there is no ${name}`), { code: 'ENOENT' });
        if (attempt >= this.#tries || !isCut(error)) throw storeFailure(error, this.#location);
      }
    }
  }

  async remove(name: string): Promise<void> {
    await this.#asking(() => this.#client.send(new DeleteObjectCommand(this.#at(name))));
  }

  /** Copies within the store. */
  async copy(from: string, to: string): Promise<void> {
    const sizeBytes = await this.size(from);
    if (sizeBytes === null) throw Object.assign(new Error(`ENOENT: there is no ${from}`), { code: 'ENOENT' });
    const source = this.#at(from);
    const CopySource = `${source.Bucket}/${source.Key.split('/').map(encodeURIComponent).join('/')}`;
    if (sizeBytes <= MAX_COPY_BYTES) {
      await this.#asking(() => this.#client.send(new CopyObjectCommand({ ...this.#at(to), CopySource })));
      return;
    }
    const count = Math.ceil(sizeBytes / MAX_COPY_BYTES);
    await this.#multipart(to, count, undefined, async (upload, PartNumber) => {
      const start = (PartNumber - 1) * MAX_COPY_BYTES;
      const CopySourceRange = `bytes=${start}-${Math.min(sizeBytes, start + MAX_COPY_BYTES) - 1}`;
      const { CopyPartResult } = await this.#client.send(
        new UploadPartCopyCommand({ ...upload, PartNumber, CopySource, CopySourceRange }),
      );
      return { PartNumber, ETag: CopyPartResult?.ETag };
    });
  }

  /** Names below a further prefix. */
  async *names(prefix: string): AsyncGenerator<string> {
    const { bucket: Bucket, prefix: root } = this.#location;
    let ContinuationToken: string | undefined;
    do {
      const request = new ListObjectsV2Command({ Bucket, Prefix: root + prefix, ContinuationToken });
      const page = await this.#asking(() => this.#client.send(request));
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key.slice(root.length);
      ContinuationToken = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (ContinuationToken !== undefined);
  }

  /** Gives up what an earlier process has begun to send and not finished. @returns how many */
  async abortUnfinished(): Promise<number> {
    const { bucket: Bucket, prefix: Prefix } = this.#location;
    let count = 0;
    try {
      const { Uploads = [] } = await this.#client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
      for (const { Key, UploadId } of Uploads) {
        if (Key === undefined || !Key.startsWith(Prefix)) continue;
        const request = new AbortMultipartUploadCommand({ Bucket, Key, UploadId });
        const isAborted = await this.#client.send(request).then(
          () => true,
          () => false,
        );
        if (isAborted) count += 1;
      }
    } catch {
      // Not every store lists them; they take room there and are in nobody's way.
    }
    return count;
  }

  close(): void {
    this.#client.destroy();
  }
}

const options = (signal: AbortSignal | undefined) => (signal ? { abortSignal: signal } : {});

async function readSegment(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let offset = 0; offset < length;) {
    const { bytesRead } = await file.read(bytes, offset, length - offset, from + offset);
    if (bytesRead === 0) throw new Error('A file became shorter while it was sent.');
    offset += bytesRead;
  }
  return bytes;
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;

const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';

/** Whether a connection broke, or the store was busy: what it answered otherwise, it would answer again. */
const isCut = (error: unknown): boolean => {
  const status = statusOf(error);
  return status === undefined || status === 200 || status === 206 || status >= 500;
};
