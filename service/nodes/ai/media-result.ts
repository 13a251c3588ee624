import { NodeFailure, type FileValue, type NodeExecution, type ProviderAccess } from '../definition.ts';
import type { LibraryLimits } from './library/library-fetch.ts';
import type { MediaHead } from './media-head.ts';
import { PICTURE_FILE_LIMITS, PICTURE_LIMITS } from './picture-result.ts';

/** What nodes that make sound and video have in common: limits, and looking at what came. */

const MB = 1024 * 1024;
const limitsOf = (responseBytes: number): LibraryLimits => ({
  ...PICTURE_LIMITS,
  responseBytes,
  file: { ...PICTURE_FILE_LIMITS, graceMs: 600_000, responseBytes },
});

/** A minute of 4K is 300 MB at most with the models that there are; more would be a burden on this computer. */
export const VIDEO_LIMITS: LibraryLimits = limitsOf(400 * MB);
/** Ten minutes of speech are 30 MB as WAV. */
export const SPEECH_LIMITS: LibraryLimits = limitsOf(100 * MB);
export const TRANSCRIPTION_LIMITS: LibraryLimits = { ...limitsOf(32 * MB), responseMs: 600_000 };

/**
 * Stores sound or video whose first bytes say that it is that. @param noun in the middle of a sentence: `video`.
 * @throws NodeFailure
 */
export async function writeMedia(
  execution: NodeExecution,
  provider: ProviderAccess,
  bytes: Uint8Array,
  { head, name, noun }: { head: MediaHead | null; name: string; noun: 'video' | 'sound' },
): Promise<FileValue> {
  if (head === null)
    throw new NodeFailure(
      'PROVIDER_BAD_ANSWER',
      noun === 'video'
        ? `${provider.name} sent something that is no MP4, QuickTime or WebM video. Run again, or choose another model.`
        : `${provider.name} sent something that is no MP3, WAV, Ogg, FLAC or AAC sound. Run again, or choose another model.`,
      { isUnrecoverable: true },
    );
  return await execution.writeFile(bytes, `${name}.${head.ending}`, head.contentType);
}
