import { asRecord } from '../document/problems.ts';
import { DEFAULT_FRAME_RATE } from '../timeline/index.ts';
import { childrenOf, rangeOf, rateOf, snapRate, textOf, type OtioObject } from './objects.ts';

/** The rate that most of the time on these tracks is counted in. */
function commonRate(tracks: readonly OtioObject[]): number | undefined {
  const weights = new Map<number, number>();
  for (const item of tracks.flatMap(childrenOf)) {
    const rate = snapRate(rateOf(asRecord(item['source_range'])['duration']));
    const range = rangeOf(item['source_range']);
    if (rate !== undefined && range) weights.set(rate, (weights.get(rate) ?? 0) + range.duration);
  }
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/**
 * The frame rate a timeline is cut in: what it says, else what most of its pictures say, else its tracks, else its
 * sounds, else 24.
 */
export function frameRateOf(timeline: OtioObject, tracks: readonly OtioObject[]): number {
  const isAudio = (track: OtioObject) => textOf(track['kind']) === 'Audio';
  const trackRates = tracks.flatMap(
    (track) => snapRate(rateOf(asRecord(track['source_range'])['duration'])) ?? [],
  );
  return (
    snapRate(rateOf(timeline['global_start_time'])) ??
    commonRate(tracks.filter((track) => !isAudio(track))) ??
    trackRates[0] ??
    commonRate(tracks.filter(isAudio)) ??
    DEFAULT_FRAME_RATE
  );
}
