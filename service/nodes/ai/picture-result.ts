import { NodeFailure, type FileValue, type NodeExecution, type ProviderAccess } from '../definition.ts';
import type { LibraryLimits } from './library/library-fetch.ts';
import { readPictureHead, type PictureHead } from './picture-head.ts';
import type { FileLimits } from './provider-file.ts';
import type { ProviderLimits } from './provider-request.ts';

/** What nodes that make pictures have in common: limits, and looking at what came. */

export const PICTURE_LIMITS: ProviderLimits = {
  responseMs: 290_000,
  silenceMs: 90_000,
  graceMs: 290_000,
  minRate: 8 * 1024,
  longestRetryMs: 60_000,
  retries: 2,
  responseBytes: 64 * 1024 * 1024,
};

/** Of a picture that lies ready at an address. */
export const PICTURE_FILE_LIMITS: FileLimits = {
  ...PICTURE_LIMITS,
  responseMs: 60_000,
  silenceMs: 30_000,
  graceMs: 120_000,
  attempts: 5,
  backoff: { firstMs: 1000, maxMs: 15_000, minShare: 0.5 },
};

/** @param limits of requests @param file of what lies at addresses. */
export const libraryLimits = (
  limits: ProviderLimits = PICTURE_LIMITS,
  file: FileLimits = PICTURE_FILE_LIMITS,
): LibraryLimits => ({ ...limits, file });

/** Shapes that models know; `auto` is that of the size. */
export const ASPECTS = ['auto', '1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16', '21:9'] as const;

export const PICTURE_SIZES = [
  'auto',
  '256x256',
  '512x512',
  '1024x1024',
  '1024x1536',
  '1536x1024',
  '1024x1792',
  '1792x1024',
] as const;

const MAX_PIXELS = 100_000_000;
const CONTENT_TYPES: Readonly<Record<PictureHead['format'], string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** Stores a picture whose head says that it is one. @param name without an ending. @throws NodeFailure */
export async function writePicture(
  execution: NodeExecution,
  provider: ProviderAccess,
  bytes: Uint8Array,
  name = 'generated',
): Promise<FileValue> {
  const format = formatOf(provider, bytes);
  const ending = format === 'jpeg' ? 'jpg' : format;
  return await execution.writeFile(bytes, `${name}.${ending}`, CONTENT_TYPES[format]);
}

/** Reads the head of a picture before anything of it is stored. */
function formatOf(provider: ProviderAccess, bytes: Uint8Array): PictureHead['format'] {
  const head = readPictureHead(bytes);
  if (head !== null && head.width * head.height <= MAX_PIXELS) return head.format;
  throw new NodeFailure(
    'PROVIDER_BAD_ANSWER',
    `${provider.name} sent a picture that cannot be read: it is no PNG, JPEG or WebP, or too large.`,
    { isUnrecoverable: true },
  );
}
