import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import type { Unpack } from '#shared/film/bytes.ts';

export const unpack: Unpack = async (packed, maxBytes) => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const bytes of Readable.from([packed]).pipe(createInflate())) {
      chunks.push((bytes as Buffer).subarray(0, maxBytes - length));
      length += (bytes as Buffer).length;
      if (length >= maxBytes) break;
    }
  } catch {
    // Damaged, or cut off: what came before counts.
  }
  return Buffer.concat(chunks);
};
