/**
 * Timecode as editing programs count it: frames at the whole rate, 24 for 23.976. At 29.97 and 59.94 it drops numbers, so that
 * it stays with the clock, and writes a semicolon before the frames. Pure.
 */

/** Frames that a second of timecode counts. */
const timebaseOf = (frameRate: number): number => Math.max(1, Math.round(frameRate));

const DROP_RATES = [30_000 / 1001, 60_000 / 1001];

/** Numbers that are left out at the start of each minute but every tenth. */
function droppedOf(frameRate: number): number {
  const isDrop = DROP_RATES.some((rate) => Math.abs(rate - frameRate) < 0.005);
  return isDrop ? timebaseOf(frameRate) / 15 : 0;
}

/** The number that drop-frame timecode gives a frame. */
function numberOf(frame: number, base: number, dropped: number): number {
  if (dropped === 0) return frame;
  const minute = base * 60 - dropped;
  const ten = minute * 10 + dropped;
  const remainder = frame % ten;
  // The first minute of ten is whole.
  const minutes = remainder < base * 60 ? 0 : 1 + Math.floor((remainder - base * 60) / minute);
  return frame + dropped * (9 * Math.floor(frame / ten) + minutes);
}

const padded = (value: number, digits = 2): string => String(value).padStart(digits, '0');

/** What of timecode is written: all of it, or where room is short without the hours that there are none of. */
export type TimecodeForm = 'full' | 'short';

/** The parts of a frame's timecode, counted from 0; `base` is how many frames a second of it counts. */
export function timecodeFields(
  frame: number,
  frameRate: number,
): { hours: number; minutes: number; seconds: number; frames: number; base: number } {
  const base = timebaseOf(frameRate);
  const number = numberOf(Math.max(0, Math.round(frame)), base, droppedOf(frameRate));
  const all = Math.floor(number / base);
  return {
    hours: Math.floor(all / 3600),
    minutes: Math.floor(all / 60) % 60,
    seconds: all % 60,
    frames: number % base,
    base,
  };
}

/** The timecode of a frame, counted from 0. */
export function timecodeOfFrame(frame: number, frameRate: number, form: TimecodeForm = 'full'): string {
  const { hours, minutes, seconds, frames, base } = timecodeFields(frame, frameRate);
  const separator = droppedOf(frameRate) > 0 ? ';' : ':';
  const counted = padded(frames, String(base - 1).length > 2 ? 3 : 2);
  const tail = `${padded(minutes)}:${padded(seconds)}${separator}${counted}`;
  return form === 'short' && hours === 0 ? tail : `${padded(hours)}:${tail}`;
}

/**
 * Timecode as `timecodeOfFrame` writes it, or seconds as a number. A number that was dropped is the next there is.
 * @returns seconds, on a frame where it is timecode; null for anything else
 */
export function parseTimecode(text: string, frameRate: number): number | null {
  const segments = text.trim().split(/[:;]/);
  if (segments.length > 4 || !segments.every((segment) => /^\d+(\.\d+)?$/.test(segment))) return null;
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = segments.map(Number).toReversed();
  if (segments.length === 1) return frames;
  const base = timebaseOf(frameRate);
  const dropped = droppedOf(frameRate);
  const rounded = hours * 60 + minutes + Math.floor(seconds / 60);
  const isDropped = seconds % 60 === 0 && frames < dropped && rounded % 10 !== 0;
  const number = rounded * 60 * base + (seconds % 60) * base + (isDropped ? dropped : frames);
  return (number - dropped * (rounded - Math.floor(rounded / 10))) / frameRate;
}
