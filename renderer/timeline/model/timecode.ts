import { timecodeOfFrame, timecodeFields, type TimecodeForm } from '#shared/timeline/timecode.ts';
import { DECIMAL_SIGN, pluralForm, words } from '#renderer/words/index.ts';

/** Times of a cut as people read them. Pure. */

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Seconds to a tenth as `4.2 s`, `12.5 s`, `12:30`, `1:02.5`, `1:02:03`.
 * @param tenths whether a tenth is written where it is zero, as for a time that runs.
 */
export function formatSeconds(seconds: number, tenths: 'where needed' | 'always' = 'where needed'): string {
  const all = Math.round(seconds * 10);
  const tenth = all % 10 === 0 && tenths === 'where needed' ? '' : `${DECIMAL_SIGN}${all % 10}`;
  const totalSeconds = Math.floor(all / 10);
  const [hours, minutes, remainder] = [
    Math.floor(totalSeconds / 3600),
    Math.floor(totalSeconds / 60) % 60,
    totalSeconds % 60,
  ];
  if (totalSeconds < 60) return `${remainder}${tenth} s`;
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(remainder)}${tenth}`
    : `${minutes}:${two(remainder)}${tenth}`;
}

/** Seconds as timecode of the nearest frame. @param form `short` where room is short */
export const formatTimecode = (seconds: number, frameRate: number, form: TimecodeForm = 'full'): string =>
  timecodeOfFrame(seconds * frameRate, frameRate, form);

/** Seconds as timecode is read out: `1 minute 4 seconds 12 frames`. */
export function timecodeLabel(seconds: number, frameRate: number): string {
  const fields = timecodeFields(seconds * frameRate, frameRate);
  const { spokenTime } = words.clips;
  const spoken = (['hours', 'minutes', 'seconds', 'frames'] as const)
    .filter((field) => fields[field] > 0)
    .map((field) => pluralForm(fields[field], spokenTime[field]));
  return spoken.length === 0 ? pluralForm(0, spokenTime.seconds) : spoken.join(' ');
}

const STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400, 604_800, 2_592_000,
  31_536_000,
];

/**
 * The distance of the ruler's numbers: the smallest round step whose numbers do not touch.
 * @param pixelsPerSecond scale. @param minSpacing pixels a number needs.
 * @returns seconds between numbers, and into how many parts small marks divide them.
 */
export function rulerStep(
  pixelsPerSecond: number,
  frameRate: number,
  minSpacing = 104,
): { step: number; divisions: number } {
  const base = Math.max(1, Math.round(frameRate));
  // Within a second the ruler counts frames that divide it evenly.
  for (const frames of [1, 2, 5, 10].filter((count) => base % count === 0 && count < base)) {
    if ((frames / frameRate) * pixelsPerSecond >= minSpacing)
      return { step: frames / frameRate, divisions: 1 };
  }
  const step =
    STEPS.find((seconds) => seconds * pixelsPerSecond >= minSpacing) ??
    STEPS.at(-1)! * 10 ** Math.ceil(Math.log10(minSpacing / (STEPS.at(-1)! * pixelsPerSecond)));
  return { step, divisions: step === 1 ? 4 : 5 };
}
