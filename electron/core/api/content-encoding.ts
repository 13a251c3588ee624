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
 * The bytes behind an answer's `Content-Encoding`: stores keep files compressed and say so, asked or not.
 * @returns the answer itself where nothing is to be done. @throws Error for an encoding that is not known here.
 */
export function decoded(answer: IncomingMessage): Readable {
  const encoding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return answer;
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding]?.() : undefined;
  if (!decoder || answer.statusCode === 206) {
    answer.destroy();
    throw new Error('The answer is encoded in a way that cannot be read.');
  }
  // Its reader hears of a failure from the decoder.
  return pipeline(answer, decoder, () => {});
}
