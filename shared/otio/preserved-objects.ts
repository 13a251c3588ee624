import { asRecord } from '../document/problems.ts';
import { isEmpty, isPresent, objectsOf, rangeOf, schemaOf, textOf, type OtioObject } from './objects.ts';
import { isPatchbayWarp } from './clip-speed.ts';
import { NAMESPACE } from './own-metadata.ts';
import { omitOldRange } from './foreign-objects.ts';

/**
 * What an import keeps under `ext.otio` for the export: foreign metadata, effects and markers of timelines and
 * tracks, gaps that carry some, and tracks of kinds that a timeline document does not have.
 */

/** A gap of a track that says more than how long it is. Times in seconds. */
export interface PreservedGap {
  start: number;
  duration: number;
  name?: string;
  enabled?: boolean;
  /** `source_range` as it came, if it does not begin at 0. */
  range?: unknown;
  metadata?: OtioObject;
  effects?: readonly OtioObject[];
  markers?: readonly OtioObject[];
}

/** Characters of JSON kept of one track or timeline, and of all together. */
const OBJECT_LIMIT = 1024 * 1024;
const TOTAL_LIMIT = 4 * 1024 * 1024;

/** Counts what is kept of one import. */
export class Preserver {
  #left = TOTAL_LIMIT;

  /** @returns the value, or undefined when it is empty, or too much to keep: `onTruncated` is told then. */
  store<T extends object>(value: T, onTruncated: () => void): T | undefined {
    const entries = Object.values(value).filter((item) => item !== undefined);
    if (entries.length === 0) return undefined;
    const size = JSON.stringify(value).length;
    if (size > Math.min(OBJECT_LIMIT, this.#left)) {
      onTruncated();
      return undefined;
    }
    this.#left -= size;
    return value;
  }
}

/** The metadata of other programs; undefined when there is none. */
function foreignMetadata(item: OtioObject): OtioObject | undefined {
  const all = asRecord(item['metadata']);
  if (!Object.hasOwn(all, NAMESPACE)) return isEmpty(all) ? undefined : all;
  const { [NAMESPACE]: _patchbay, ...metadata } = all;
  return isEmpty(metadata) ? undefined : metadata;
}

/** Metadata, effects and markers of an item, as far as it has some, in an object of their own. */
export function preservedOfItem(item: OtioObject): {
  metadata?: OtioObject;
  effects?: readonly OtioObject[];
  markers?: readonly OtioObject[];
} {
  const preserved: ReturnType<typeof preservedOfItem> = {};
  const metadata = foreignMetadata(item);
  if (metadata) preserved.metadata = metadata;
  const effects = objectsOf(item['effects']);
  const foreign = effects.length > 0 ? effects.filter((effect) => !isPatchbayWarp(effect)) : effects;
  if (foreign.length > 0) preserved.effects = foreign;
  const markers = objectsOf(item['markers']);
  if (markers.length > 0) preserved.markers = markers.map(omitOldRange);
  return preserved;
}

/**
 * A gap that is worth keeping.
 * @param isLast nothing follows it on its track: it makes the timeline longer, and no clip says so.
 */
export function preservedGap(
  gap: OtioObject,
  start: number,
  duration: number,
  isLast: boolean,
): PreservedGap | undefined {
  const name = textOf(gap['name']);
  const preserved = {
    ...preservedOfItem(gap),
    ...(name !== '' && { name }),
    ...(gap['enabled'] === false && { enabled: false }),
    ...((rangeOf(gap['source_range'])?.start ?? 0) !== 0 && { range: gap['source_range'] }),
  };
  const isWorthIt = Object.keys(preserved).length > 0 || (isLast && duration > 0);
  return isWorthIt ? { start, duration, ...preserved } : undefined;
}

/** Where the items of a container begin in its own time, in seconds: its `source_range` was applied to them. */
const shiftOf = (item: OtioObject): { shift?: number } => {
  const start = rangeOf(item['source_range'])?.start ?? 0;
  return start === 0 ? {} : { shift: start };
};

/** As `preservedOfItem`, of what other items lie in. */
export const preservedOfContainer = (item: OtioObject): OtioObject => {
  const preserved = preservedOfItem(item);
  return { ...preserved, ...(preserved.markers && shiftOf(item)) };
};

/** The stack at the top, which every export names anew. */
function preservedOfStack(stack: OtioObject, markers: readonly OtioObject[]): OtioObject {
  const name = textOf(stack['name']);
  return {
    ...preservedOfContainer({ ...stack, markers }),
    ...(name !== 'tracks' && isPresent(stack['name']) && { name }),
    ...(stack['enabled'] === false && { enabled: false }),
  };
}

/** What is kept of a timeline and of the stack at its top. @param markers those of the stack that are kept as they came */
export function preservedOfTimeline(
  timeline: OtioObject,
  extraTracks: readonly OtioObject[],
  markers: readonly OtioObject[],
): OtioObject {
  const metadata = foreignMetadata(timeline);
  const stack = preservedOfStack(asRecord(timeline['tracks']), markers);
  const globalStartTime = timeline['global_start_time'];
  return {
    ...(metadata && { metadata }),
    ...(isPresent(globalStartTime) &&
      schemaOf(globalStartTime).name === 'RationalTime' && { globalStartTime: asRecord(globalStartTime) }),
    ...(Object.keys(stack).length > 0 && { stack }),
    ...(extraTracks.length > 0 && { tracks: extraTracks }),
  };
}
