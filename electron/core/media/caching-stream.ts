import { open, rm, type FileHandle } from 'node:fs/promises';
import type { MediaCache } from './media-cache.ts';

/**
 * Passes bytes on while writing them into the cache; what was not read to its end is dropped.
 * @param metadata.sizeBytes what the service announced; bytes of another number are dropped.
 */
export function cachingStream(
  cache: MediaCache,
  key: string,
  source: ReadableStream<Uint8Array>,
  metadata: { sizeBytes: number; contentType: string; filename: string | null },
): ReadableStream<Uint8Array> {
  const temporary = cache.temporaryPath();
  const reader = source.getReader();
  let file: FileHandle | null = null;
  let storedBytes = 0;
  let isComplete = true;

  const drop = async () => {
    isComplete = false;
    await file?.close().catch(() => {});
    await rm(temporary, { force: true });
  };
  // A full disk costs the cache entry, not the picture.
  const write = async (chunk: Uint8Array) => {
    try {
      file ??= await open(temporary, 'wx', 0o600);
      // The reader left meanwhile.
      if (!isComplete) return await drop();
      const { bytesWritten } = await file.write(chunk);
      if (bytesWritten !== chunk.byteLength) await drop();
    } catch {
      await drop();
    }
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            // The page does not wait for the disk.
            controller.enqueue(value);
            storedBytes += value.byteLength;
            if (isComplete) await write(value);
            return;
          }
          if (isComplete) {
            await file?.close();
            if (storedBytes === metadata.sizeBytes) await cache.keep(key, temporary, metadata);
            else await drop();
          }
          controller.close();
        } catch (error) {
          await drop();
          controller.error(error);
        }
      },
      async cancel(reason) {
        await reader.cancel(reason);
        await drop();
      },
    },
    { highWaterMark: 0 },
  );
}
