import { timecodeOfFrame, timecodeParts, type TimecodeForm } from '#shared/timeline/timecode.ts';
import { counted, words } from '#renderer/words/index.ts';

/** Times of a cut as people read them. Pure. */

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Seconds to a tenth as `4.2 s`, `12.5 s`, `12:30`, `1:02.5`, `1:02:03`.
 * @param tenths whether a tenth is written where it is zero, as for a time that runs.
 */
export function formatSeconds(seconds: number, tenths: 'where needed' | 'always' = 'where needed'): string {
  const all = Math.round(seconds * 10);
  const tenth = all % 10 === 0 && tenths === 'where needed' ? '' : `.${all % 10}`;
  const whole = Math.floor(all / 10);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (whole < 60) return `${rest}${tenth} s`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}${tenth}` : `${minutes}:${two(rest)}${tenth}`;
}

/** Seconds as timecode of the nearest frame. @param form `short` where room is short */
export const formatTimecode = (seconds: number, frameRate: number, form: TimecodeForm = 'full'): string =>
  timecodeOfFrame(seconds * frameRate, frameRate, form);

/** Seconds as timecode is read out: `1 minute 4 seconds 12 frames`. */
export function spokenTimecode(seconds: number, frameRate: number): string {
  const parts = timecodeParts(seconds * frameRate, frameRate);
  const { spokenTime } = words.clips;
  const said = (['hours', 'minutes', 'seconds', 'frames'] as const)
    .filter((part) => parts[part] > 0)
    .map((part) => counted(parts[part], spokenTime[part]));
  return said.length === 0 ? counted(0, spokenTime.seconds) : said.join(' ');
}

const STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400, 604_800, 2_592_000,
  31_536_000,
];

/**
 * The distance of the ruler's numbers: the smallest round step whose numbers do not touch.
 * @param pixelsPerSecond scale. @param room pixels a number needs.
 * @returns seconds between numbers, and into how many parts small marks divide them.
 */
export function rulerStep(
  pixelsPerSecond: number,
  frameRate: number,
  room = 104,
): { step: number; parts: number } {
  const base = Math.max(1, Math.round(frameRate));
  // Within a second the ruler counts frames that divide it evenly.
  for (const frames of [1, 2, 5, 10].filter((count) => base % count === 0 && count < base)) {
    if ((frames / frameRate) * pixelsPerSecond >= room) return { step: frames / frameRate, parts: 1 };
  }
  const step =
    STEPS.find((seconds) => seconds * pixelsPerSecond >= room) ??
    STEPS.at(-1)! * 10 ** Math.ceil(Math.log10(room / (STEPS.at(-1)! * pixelsPerSecond)));
  return { step, parts: step === 1 ? 4 : 5 };
}
