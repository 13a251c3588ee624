import type { PublicFileUploadSession } from '#shared/api/index.ts';
import type { BlobTarget } from '../api/blob-client.ts';
import { checkSignedUrl } from '../api/signed-address.ts';
import { UploadFailure } from './upload-failure.ts';

/**
 * What a service says about where the bytes of an upload go. It chooses address, method and headers of a request that
 * this computer makes, so it may choose only among those that uploads are made of.
 */

/** One stretch of the file and where it goes. */
export interface UploadSegment {
  /** From 1; 0 for a file that is sent as one. */
  partNumber: number;
  start: number;
  size: number;
  url: string;
  method: string;
  headers: Record<string, string>;
}

const METHODS: ReadonlySet<string> = new Set(['PUT', 'POST']);
/** Headers that object stores sign, besides those of their own families. */
const HEADERS: ReadonlySet<string> = new Set([
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-md5',
  'content-type',
  'expires',
  'if-none-match',
]);
const FAMILIES = /^x-(?:amz|goog|ms|oss|obs|cos)-[a-z0-9-]+$/;
/** Some stores list them among the signed ones; they follow from address and size anyway. */
const IMPLIED: ReadonlySet<string> = new Set(['host', 'content-length']);
/** As many as S3 takes of one upload. */
const MAX_CHUNKS = 10_000;

const rejected = (feature: string): UploadFailure =>
  new UploadFailure(
    'not-accepted',
    `The service asks for an upload that Patchbay does not make (${feature}). Tell whoever runs the service.`,
    { retryable: false },
  );

/**
 * @returns the request that sends a piece. @throws UploadFailure, for good, for a method or header that no upload needs;
 *   UnreachableError `address` for an address that is not trusted.
 */
export function targetOf(segment: UploadSegment, baseUrl: string): BlobTarget {
  const address = checkSignedUrl(segment.url, baseUrl);
  const method = segment.method.toUpperCase();
  if (method !== 'PUT' && method !== 'POST') throw rejected(methodLabel(method));
  const headers: Record<string, string> = {};
  for (const [headerName, value] of Object.entries(segment.headers)) {
    const name = headerName.toLowerCase();
    if (IMPLIED.has(name)) continue;
    if (!HEADERS.has(name) && !FAMILIES.test(name)) throw rejected('a header that uploads do not have');
    if (!/^[\t\x20-\x7e]{0,2048}$/.test(value)) throw rejected('a header that cannot be sent');
    headers[name] = value;
  }
  return { ...address, method, headers };
}

const methodLabel = (method: string): string =>
  /^[A-Z]{1,20}$/.test(method) && !METHODS.has(method) ? `method ${method}` : 'an unknown method';

const unclear = (): UploadFailure =>
  new UploadFailure('other', 'The service answered without saying where the file goes. Try again later.', {
    retryable: true,
  });

/**
 * The stretches of a file as an upload session describes them.
 * @throws UploadFailure where they do not make up the file.
 */
export function segmentsOf(sizeBytes: number, session: PublicFileUploadSession): UploadSegment[] {
  const headers = {};
  if (session.upload) return [{ headers, ...session.upload, partNumber: 0, start: 0, size: sizeBytes }];
  const segments = session.parts ?? [];
  if (segments.length === 0 || segments.length > MAX_CHUNKS) throw unclear();
  const chunkSize = session.partSizeBytes ?? Math.ceil(sizeBytes / segments.length);
  const numbers = new Set(segments.map(({ partNumber }) => partNumber));
  const isConsistent =
    chunkSize > 0 &&
    // The last part ends the file, and each number before it is there once.
    Math.ceil(sizeBytes / chunkSize) === segments.length &&
    numbers.size === segments.length &&
    [...numbers].every((number) => Number.isInteger(number) && number >= 1 && number <= segments.length);
  if (!isConsistent) throw unclear();
  return segments.map((chunk) => {
    const start = (chunk.partNumber - 1) * chunkSize;
    return { headers, ...chunk, start, size: Math.min(chunkSize, sizeBytes - start) };
  });
}
