import { mediaOfClip, type MediaResolver } from './media-reference.ts';
import { childrenOf, rangeOf, schemaOf, type OtioObject } from './objects.ts';

/** How long an item is, in seconds; undefined when nothing says so. */
export function durationOf(item: OtioObject, resolve: MediaResolver): number | undefined {
  const range = rangeOf(item['source_range']);
  if (range) return range.duration;
  switch (schemaOf(item).name) {
    case 'Clip': {
      const media = mediaOfClip(item, resolve);
      return media.available?.duration ?? media.found?.durationSeconds;
    }
    case 'Track':
      return childrenOf(item).reduce((sum, child) => sum + lengthOnTrack(child, resolve), 0);
    case 'Stack':
      return childrenOf(item).reduce(
        (longest, child) => Math.max(longest, durationOf(child, resolve) ?? 0),
        0,
      );
    default:
      return undefined;
  }
}

/** How far an item moves what follows it on its track. Seconds. */
export function lengthOnTrack(item: OtioObject, resolve: MediaResolver): number {
  return schemaOf(item).name === 'Transition' ? 0 : (durationOf(item, resolve) ?? 0);
}

/** How many tracks an item needs to lie flat, with no clip over another. */
export function layersOf(item: OtioObject): number {
  switch (schemaOf(item).name) {
    case 'Stack':
      return childrenOf(item).reduce((sum, child) => sum + layersOf(child), 0);
    case 'Track':
      return childrenOf(item).reduce((most, child) => Math.max(most, layersOf(child)), 1);
    case 'Clip':
      return 1;
    default:
      return 0;
  }
}
