/** Timecode: `HH:MM:SS:FF`, and with dropped numbers `HH:MM:SS;FF`. Frames are counted from 00:00:00:00. */

/** How many frames a timecode counts in a second: 24 for 23.976, 30 for 29.97. */
export const timebaseOf = (rate: number): number => Math.round(rate);

/** Numbers that drop-frame timecode leaves out at the start of a minute; 0 for rates that have none. */
const droppedOf = (timebase: number): number => (timebase % 30 === 0 ? timebase / 15 : 0);

const TIMECODE = /^(\d{1,2})[:;](\d{2})[:;](\d{2})([:;.,])(\d{2,3})$/;

/** A place that is written as a number of frames. */
const FRAMES = /^\d{1,9}$/;

/** How a list counts. */
export interface TimecodeForm {
  /** Frames a second. */
  timebase: number;
  /** Whether numbers are dropped; a `;` says so as well. */
  drop?: boolean;
  /** The number of the first frame of a second: 0, and 1 in lists of OpenShot. */
  first?: 0 | 1;
}

/** The number of the frame in a timecode; 0 for what has none. */
export const lastNumberOf = (timecode: string): number => {
  if (FRAMES.test(timecode)) return 0;
  const last = timecode.slice(-3);
  // Two digits behind a mark, or three.
  const number = Number(/^\D/.test(last) ? last.slice(1) : last);
  return Number.isNaN(number) ? 0 : number;
};

/** Whether a timecode says that numbers are dropped: the mark before its frames is a semicolon. */
export const isDropFrame = (timecode: string): boolean =>
  timecode.at(-3) === ';' || (timecode.includes(';') && TIMECODE.exec(timecode)?.[4] === ';');

/**
 * Reads a timecode, or a number of frames.
 * @returns frames; undefined for what is none, or names a second, minute or frame that there is not.
 */
export function framesOfTimecode(
  text: string,
  { timebase, drop = false, first = 0 }: TimecodeForm,
): number | undefined {
  if (FRAMES.test(text)) return Number(text);
  const match = TIMECODE.exec(text);
  if (!match) return undefined;
  const [hours, minutes, seconds, raw] = [1, 2, 3, 5].map((group) => Number(match[group]));
  if (hours === undefined || minutes === undefined || seconds === undefined || raw === undefined) {
    return undefined;
  }
  const frames = raw - first;
  if (minutes > 59 || seconds > 59 || frames < 0 || frames >= timebase) return undefined;
  const counted = ((hours * 60 + minutes) * 60 + seconds) * timebase + frames;
  if (!drop && match[4] !== ';') return counted;
  const total = hours * 60 + minutes;
  return counted - droppedOf(timebase) * (total - Math.floor(total / 10));
}

const DAY_HOURS = 24;
const two = (value: number): string => String(value).padStart(2, '0');

/** Whether timecode at a rate drops numbers, so that it stays with the clock: at 29.97 and 59.94. */
export const dropsNumbers = (rate: number): boolean =>
  !Number.isInteger(rate) && droppedOf(timebaseOf(rate)) > 0 && Math.abs(rate - timebaseOf(rate)) > 0.005;

/**
 * Writes frames as a timecode; a day has 24 hours.
 * @param drop whether numbers are dropped: then a semicolon stands before the frames.
 * Source: SMPTE ST 12-1, drop-frame compensation.
 */
export function timecodeOf(frames: number, timebase: number, drop = false): string {
  const dropped = drop ? droppedOf(timebase) : 0;
  const tenMinutes = 600 * timebase - 9 * dropped;
  const day = DAY_HOURS * 6 * tenMinutes;
  const at = ((Math.round(frames) % day) + day) % day;
  const remainder = at % tenMinutes;
  // The first of ten minutes has all its numbers.
  const minutes =
    remainder < 60 * timebase ? 0 : 1 + Math.floor((remainder - 60 * timebase) / (60 * timebase - dropped));
  const number = at + dropped * (9 * Math.floor(at / tenMinutes) + minutes);
  const seconds = Math.floor(number / timebase);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  return `${clock}${dropped > 0 ? ';' : ':'}${two(number % timebase)}`;
}
