import { asRecord } from '../document/problems.ts';
import { MAX_MARKERS, timelineExt, withTimelineExt, type Marker } from '../timeline/ext.ts';
import { isPresent, objectsOf, rangeOf, schemaOf, textOf, type OtioObject } from './objects.ts';
import { NAMESPACE, patchbayMetadata } from './own-metadata.ts';

/** Markers of a timeline as OpenTimelineIO has them on its stack, and back. */

interface TimelineWithExt {
  timeline: { ext?: Record<string, unknown> };
}

/** The words for colors of which OpenTimelineIO has others. */
const OTIO_COLORS: Readonly<Record<string, string>> = { teal: 'CYAN', violet: 'PURPLE' };
const PATCHBAY_COLORS = new Map(Object.entries(OTIO_COLORS).map(([patchbay, otio]) => [otio, patchbay]));
/** What OpenTimelineIO names, and we show. */
const SIMPLE_COLORS = new Set(['PINK', 'RED', 'ORANGE', 'YELLOW', 'GREEN', 'CYAN', 'BLUE', 'PURPLE']);

/**
 * The markers that were made here, to be written on the stack.
 * @param rate frames a second of the timeline.
 */
export function patchbayMarkers(document: TimelineWithExt, rate: number): OtioObject[] {
  return (timelineExt(document).markers ?? []).map(({ id, time, duration, name, color, words }) => {
    const start = Math.round(time * rate);
    return {
      OTIO_SCHEMA: 'Marker.2',
      metadata: { [NAMESPACE]: { marker: id } },
      name,
      color: OTIO_COLORS[color.toLowerCase()] ?? color.toUpperCase(),
      comment: words,
      marked_range: {
        OTIO_SCHEMA: 'TimeRange.1',
        start_time: timeOf(start, rate),
        duration: timeOf(Math.round((time + duration) * rate) - start, rate),
      },
    };
  });
}

const timeOf = (value: number, rate: number): OtioObject => ({
  OTIO_SCHEMA: 'RationalTime.1',
  value,
  rate,
});

/** What our export called a marker. */
const patchbayId = (marker: OtioObject): string => textOf(patchbayMetadata(marker)?.['marker']);

/** Whether all that is said of a marker has a place among ours: it is shown then, and written again the same. */
function isSimple(marker: OtioObject, rate: number): boolean {
  const { name, version } = schemaOf(marker);
  const { start_time, duration } = asRecord(marker['marked_range']);
  const isInteger = (time: unknown): boolean => {
    const { value, rate: patchbay } = asRecord(time);
    return patchbay === rate && Number.isSafeInteger(value) && Number(value) >= 0;
  };
  return (
    name === 'Marker' &&
    version === 2 &&
    Object.keys(asRecord(marker['metadata'])).length === 0 &&
    SIMPLE_COLORS.has(textOf(marker['color'])) &&
    textOf(marker['name']).length <= 200 &&
    textOf(marker['comment']).length <= 10_000 &&
    isInteger(start_time) &&
    isInteger(duration)
  );
}

/** Markers of a stack: those to show, as they are now, and those that are kept as they came. */
export interface StackMarkers {
  visible: readonly OtioObject[];
  preserved: readonly OtioObject[];
}

/**
 * Tells markers that are shown from those that are only kept for the next export.
 * @param rate frames a second of the timeline.
 */
export function stackMarkers(
  stack: OtioObject,
  patchbay: Record<string, unknown> | undefined,
  rate: number,
): StackMarkers {
  const all = objectsOf(stack['markers']);
  const holding = withTimelineExt({ timeline: { ext: asRecord(patchbay?.['ext']) } }, {});
  const capacity = holding === null ? 0 : MAX_MARKERS - (timelineExt(holding).markers?.length ?? 0);
  // What a range cuts off moves the rest: those are kept as they came.
  if (isPresent(stack['source_range']) || all.length > capacity) return { visible: [], preserved: all };
  const isVisible = (marker: OtioObject): boolean => patchbayId(marker) !== '' || isSimple(marker, rate);
  return { visible: all.filter(isVisible), preserved: all.filter((marker) => !isVisible(marker)) };
}

/**
 * The timeline with the markers as the file has them now: elsewhere some may have been moved or named anew. One that the file
 * has no more is kept.
 */
export function withVisibleMarkers<D extends TimelineWithExt>(
  document: D,
  visible: readonly OtioObject[],
  rate: number,
): D {
  if (visible.length === 0) return document;
  const markers = new Map((timelineExt(document).markers ?? []).map((marker) => [marker.id, marker]));
  for (const [index, item] of visible.entries()) {
    const range = rangeOf(item['marked_range']);
    if (!range || range.start < 0 || range.duration < 0) continue;
    const id = patchbayId(item) || freeId(markers, index);
    markers.set(id, merged(markers.get(id), { id, item, range, rate }));
  }
  const list = [...markers.values()].toSorted((a, b) => a.time - b.time);
  return withTimelineExt(document, { markers: list }) ?? document;
}

function freeId(used: ReadonlyMap<string, unknown>, from: number): string {
  for (let number = from + 1; ; number += 1) {
    if (!used.has(`marker-${number}`)) return `marker-${number}`;
  }
}

function merged(
  before: Marker | undefined,
  {
    id,
    item,
    range,
    rate,
  }: { id: string; item: OtioObject; range: { start: number; duration: number }; rate: number },
): Marker {
  const isSame = (a: number, b: number): boolean => Math.round(a * rate) === Math.round(b * rate);
  const color = textOf(item['color']);
  const current = {
    id,
    time: range.start,
    duration: range.duration,
    name: textOf(item['name']).slice(0, 200),
    color: (PATCHBAY_COLORS.get(color) ?? color.toLowerCase()).slice(0, 50) || 'blue',
    words: textOf(item['comment']).slice(0, 10_000),
  };
  if (!before) return current;
  // Where it stands on the same frame, it stands where it was between the frames.
  const isInOrder =
    isSame(before.time, current.time) &&
    isSame(before.time + before.duration, current.time + current.duration);
  return { ...before, ...current, ...(isInOrder && { time: before.time, duration: before.duration }) };
}
