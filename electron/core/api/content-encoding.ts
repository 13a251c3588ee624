import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The bytes behind a response's `Content-Encoding`: stores keep files compressed and say so, asked or not.
 * @returns the response itself where nothing is to be done. @throws Error for an encoding that is not known here.
 */
export function decoded(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return response;
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding]?.() : undefined;
  if (!decoder || response.statusCode === 206) {
    response.destroy();
    throw new Error('The response is encoded in a way that cannot be read.');
  }
  // Its reader hears of a failure from the decoder.
  return pipeline(response, decoder, () => {});
}
