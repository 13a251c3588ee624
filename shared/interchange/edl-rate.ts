import { exactRate } from '../otio/objects.ts';
import { columnsOf, edlLinesOf, type EdlLine, type EdlLines } from './edl-lines.ts';
import { framesOfTimecode, lastNumberOf, isDropFrame, type TimecodeForm } from './timecode.ts';

/** Which rate a list counts in. CMX 3600 has no field for it, so most lists only let one guess. */

/** Why a rate is taken. */
export type EdlRateReason =
  /** A line of the list says it. */
  | 'said'
  /** Dropped numbers are counted at 29.97 and 59.94 only. */
  | 'drop'
  /** At no other are so many clips as long as their sources, or as fast as is said. */
  | 'lengths'
  /** It is the rate that the list goes to, and fits. */
  | 'project'
  /** The lowest whole rate that has the highest frame number. */
  | 'numbers';

export interface EdlRate {
  /** Frames a second. */
  rate: number;
  reason: EdlRateReason;
  /** Rates that the list can have, this one included, from low to high. */
  options: number[];
  /** Whether its frames are counted from 1, as OpenShot does. */
  startsAtFirst: boolean;
}

const INTEGER_RATES = [24, 25, 30, 50, 60, 100, 120];
const DROP_RATES = [30_000 / 1001, 60_000 / 1001];
const RATES = [24_000 / 1001, ...DROP_RATES, ...INTEGER_RATES].toSorted((a, b) => a - b);
const MAX_RATE = 240;
/** Numbers of frames, of which one in thirty is the last before a second: a hundred and fifty lack it once in hundred lists. */
const MANY_NUMBERS = 150;

/** Lines that hold a timecode of the list beside its events. */
const TIMED_COMMENT =
  /^\*\s{0,20}(?:LOC:|(?:OPACITY|AUDIO) LEVEL AT)\s{1,20}(\d{1,2}[:;]\d{2}[:;]\d{2}[:;]\d{2})/i;

/** Where the first event begins that counts frames from 1. */
const FIRST_TIMECODE = /^\d{1,2}[:;]00[:;]00[:;]01$/;

/**
 * The rate of a list, the best guess where it does not say it.
 * @param hint of what the list goes to, in frames a second.
 */
export function rateOfEdl(list: EdlLines, hint?: number): EdlRate {
  const times = list.events.flatMap((event) => event.times);
  const startsAtFirst = startsAtFirstFrame(list);
  const comments = list.events.flatMap(({ remarks }) =>
    remarks.flatMap((line) => TIMED_COMMENT.exec(line)?.[1] ?? []),
  );
  const numbers = [...times, ...comments];
  const highest =
    numbers.reduce((most, time) => Math.max(most, lastNumberOf(time)), 0) - (startsAtFirst ? 1 : 0);
  const isDrop = list.drop || times.some(isDropFrame);
  const fits = (rate: number): boolean => highest < Math.round(rate);
  const found = (isDrop ? DROP_RATES : RATES).filter(fits);
  const options = found.length > 0 ? found : [MAX_RATE];
  const created = (rate: number, reason: EdlRateReason): EdlRate => ({
    rate,
    reason,
    options: options.includes(rate) ? options : [...options, rate].toSorted((a, b) => a - b),
    startsAtFirst,
  });
  if (list.rate !== undefined) {
    return created(Math.min(MAX_RATE, Math.max(1, exactRate(list.rate))), 'said');
  }
  if (isDrop && found.length > 0) {
    const ofProject = projectRateOf(list, hint);
    const isPossible = ofProject !== undefined && fits(ofProject);
    return isPossible ? created(ofProject, 'project') : created(options[0] ?? MAX_RATE, 'drop');
  }
  const agreeing = ratesOfLengths(list, options, startsAtFirst);
  const [only] = agreeing;
  const isSingle = new Set(agreeing.map(Math.round)).size === 1;
  const lowest = agreeing.find(Number.isInteger) ?? only ?? MAX_RATE;
  // So many numbers would have a higher one if there were any.
  const isExact = numbers.length >= MANY_NUMBERS && highest === lowest - 1;
  const existing = isExact ? undefined : agreeing.find((rate) => isClose(rate, hint));
  if (existing !== undefined) return created(existing, 'project');
  if (isSingle && agreeing.length < options.length) return created(lowest, 'lengths');
  return created(lowest, 'numbers');
}

/** The rate of the project where nothing but sources drops numbers: phones do so at 30 whole frames as well. */
function projectRateOf({ drop, events }: EdlLines, hint: number | undefined): number | undefined {
  if (drop || events.some(({ times }) => times.slice(2).some(isDropFrame))) return undefined;
  return RATES.find((rate) => isClose(rate, hint) && Math.round(rate) % 30 === 0);
}

const isClose = (rate: number, hint: number | undefined): boolean =>
  hint !== undefined && Math.abs(rate - hint) < 0.005;

/** @see rateOfEdl */
export const edlRateOf = (text: string, hint?: number): EdlRate =>
  rateOfEdl(
    edlLinesOf(text, () => undefined),
    hint,
  );

/** The reels of OpenShot: every medium is auxiliary. */
const OPENSHOT_REELS = new Set(['AX', 'BL']);

/** Whether no time has a frame 0, and the list begins with the frame 1 of an hour, as OpenShot writes it. */
function startsAtFirstFrame({ events, rate }: EdlLines): boolean {
  const first = events[0]?.times[2] ?? '';
  return (
    rate === undefined &&
    FIRST_TIMECODE.test(first) &&
    events.every(
      ({ reel, times }) => OPENSHOT_REELS.has(reel) && times.every((time) => lastNumberOf(time) > 0),
    )
  );
}

/** Clips whose lengths are looked at. */
const MAX_VOTES = 2000;
/** A share of the speed; half a frame of a short clip is more. */
const TOLERANCE = 0.01;

/**
 * The rates at which the most clips are as long as their sources, or as fast as is said. Lengths over the second differ from
 * rate to rate, so that the right one shows in most lists; all of them where it does not.
 */
function ratesOfLengths(list: EdlLines, options: readonly number[], startsAtFirst: boolean): number[] {
  const events = list.events.slice(0, MAX_VOTES);
  const first = startsAtFirst ? 1 : 0;
  const votes = new Map<number, number>();
  for (const timebase of new Set(options.map(Math.round))) {
    const agrees = events.filter((event) =>
      agreesAt(event, { timebase, first, drop: event.drop && !event.times.some(isDropFrame) }),
    );
    votes.set(timebase, agrees.length);
  }
  const most = Math.max(...votes.values());
  return options.filter((rate) => votes.get(Math.round(rate)) === most);
}

function agreesAt({ times, remarks }: EdlLine, form: TimecodeForm): boolean {
  const [sourceIn, sourceOut, recordIn, recordOut] = times.map((time) => framesOfTimecode(time, form));
  if (sourceIn === undefined || sourceOut === undefined || recordIn === undefined || recordOut === undefined)
    return false;
  const ratio = (sourceOut - sourceIn) / (recordOut - recordIn);
  const speed = remarks.map(speedLineOf).find((found) => found !== undefined);
  if (!speed) return ratio === 1;
  const raw = Math.abs(speed.framesPerSecond) / form.timebase;
  return ratio > 0 && Math.abs(ratio / raw - 1) < TOLERANCE;
}

const NUMBER = /^[+-]?\d{1,6}(?:\.\d{0,40})?$/;

/** A line `M2 reel frames-a-second timecode`; a reel may have spaces. */
export function speedLineOf(line: string): { reel: string; framesPerSecond: number } | undefined {
  // Most lines are told apart by their first character.
  if (!/^[Mm]2\b/.test(line)) return undefined;
  const columns = columnsOf(line);
  const at = columns.findLastIndex((column, index) => index >= 2 && NUMBER.test(column));
  if (at < 2) return undefined;
  return { reel: columns.slice(1, at).join(' ').toUpperCase(), framesPerSecond: Number(columns[at]) };
}
