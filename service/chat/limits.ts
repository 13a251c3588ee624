import type { LibraryLimits } from '#service/nodes/ai/library/library-fetch.ts';
import { libraryLimits } from '#service/nodes/ai/picture-result.ts';

/** How long an answer in a conversation may take and how large it may be. */
export const CHAT_LIMITS: LibraryLimits = libraryLimits({
  responseMs: 180_000,
  silenceMs: 90_000,
  graceMs: 300_000,
  minRate: 20,
  longestRetryMs: 20_000,
  retries: 2,
  responseBytes: 32 * 1024 * 1024,
});
