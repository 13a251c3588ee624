import { asRecord } from '../document/problems.ts';
import { DEFAULT_FRAME_RATE } from '../timeline/index.ts';
import { childrenOf, lengthOf, rateOf, secondsOf, snapRate, textOf, type OtioObject } from './objects.ts';

/** What pictures are cut in, for files whose times are counted in a scale of their own. */
const COMMON_RATES = [24, 24_000 / 1001, 25, 30, 30_000 / 1001, 50, 60, 60_000 / 1001, 48];
/** Below it a rate is as likely a scale of seconds. */
const MIN_EXACT_RATE = 6;
const MAX_LOOKED_AT = 5000;

/** The rate that most of the time on these tracks is counted in. */
function commonRate(tracks: readonly OtioObject[]): number | undefined {
  const weights = new Map<number, number>();
  for (const track of tracks) {
    for (const item of childrenOf(track)) {
      const range = item['source_range'];
      const rate = snapRate(rateOf(asRecord(range)['duration']));
      const length = lengthOf(range);
      if (rate !== undefined && length !== undefined) weights.set(rate, (weights.get(rate) ?? 0) + length);
    }
  }
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0];
}

const isInteger = (frames: number): boolean => Math.abs(frames - Math.round(frames)) < 1e-3;

/** Lengths of what lies on these tracks, in seconds. */
function lengthsOf(tracks: readonly OtioObject[]): number[] {
  const lengths: number[] = [];
  let observed = 0;
  for (const track of tracks) {
    for (const item of childrenOf(track)) {
      if (observed === MAX_LOOKED_AT) return lengths;
      observed += 1;
      const length = lengthOf(item['source_range']);
      if (length !== undefined) lengths.push(length);
    }
  }
  return lengths;
}

/** The rate of a time, if it counts frames: fractions of a frame, or lengths between two, show a scale. */
function rateOfFrames(time: unknown, lengths: readonly number[]): number | undefined {
  const rate = snapRate(rateOf(time));
  const seconds = secondsOf(time);
  if (rate === undefined || (seconds !== undefined && !isInteger(seconds * rate))) return undefined;
  if (rate >= MIN_EXACT_RATE) return rate;
  return lengths.every((length) => isInteger(length * rate)) ? rate : undefined;
}

/** The lowest common rate in which all lengths are whole frames. */
const rateOfLengths = (lengths: readonly number[]): number | undefined =>
  lengths.some((length) => length > 0)
    ? COMMON_RATES.find((rate) => lengths.every((length) => isInteger(length * rate)))
    : undefined;

/**
 * The frame rate a timeline is cut in: what it says, else what most of its pictures say, else its tracks, else its
 * sounds, else the one that its lengths fit, else 24.
 */
export function frameRateOf(timeline: OtioObject, tracks: readonly OtioObject[]): number {
  const isAudio = (track: OtioObject) => textOf(track['kind']) === 'Audio';
  const pictures = tracks.filter((track) => !isAudio(track));
  const lengths = lengthsOf(pictures);
  const trackRates = tracks.flatMap(
    (track) => rateOfFrames(asRecord(track['source_range'])['duration'], lengths) ?? [],
  );
  return (
    rateOfFrames(timeline['global_start_time'], lengths) ??
    commonRate(pictures) ??
    trackRates[0] ??
    commonRate(tracks.filter(isAudio)) ??
    rateOfLengths(lengths) ??
    DEFAULT_FRAME_RATE
  );
}
