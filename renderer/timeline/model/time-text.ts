import { parseTimecode } from '#shared/timeline/timecode.ts';
import { validateNumberText } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

/** A number of frames, as `12 f`. */
const FRAMES = /^(\d+)\s*(?:f|frames?)$/i;
const PARTIAL_FRAMES = /^\d+\s*fra?m?$/i;

/**
 * What a field of a time does with typed text: takes timecode, frames, seconds and sums of them, or refuses it in a sentence.
 * @param seconds what the field holds: percent are taken of it
 * @param isFinal nobody types on: what is not a time by now is refused
 * @returns `value` in seconds; null while it is none
 */
export function validateTimeText(
  text: string,
  { seconds, frameRate }: { seconds: number; frameRate: number },
  isFinal: boolean,
): { value: number | null; rejection: string | null } {
  const timecode = parseTimecode(text, frameRate);
  if (timecode !== null) return { value: timecode, rejection: null };
  const frames = FRAMES.exec(text.trim())?.[1];
  if (frames !== undefined) return { value: Number(frames) / frameRate, rejection: null };
  if (!isFinal && PARTIAL_FRAMES.test(text.trim())) return { value: null, rejection: null };
  // A colon parts timecode here and divides nothing.
  if (/[:;]/.test(text)) return { value: null, rejection: isFinal ? words.clips.noTime(text.trim()) : null };
  return validateNumberText(text, { unit: 's', current: seconds, min: 0 }, isFinal);
}
