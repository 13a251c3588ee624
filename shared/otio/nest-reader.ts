import { asRecord } from '../document/problems.ts';
import { isSupportedTransition } from '../timeline/transitions.ts';
import { MARKERS, neighborsOf, type Neighbors } from './clip-notes.ts';
import { preservedGap, preservedOfItem, type PreservedGap } from './preserved-objects.ts';
import { fieldsNotPreserved } from './known-fields.ts';
import type { ItemLengths } from './lengths.ts';
import { patchbayFadeSide } from './own-fades.ts';
import { pathOf, type FileLocation } from './warnings.ts';
import {
  childrenOf,
  isPresent,
  SUPPORTED_VERSIONS,
  objectsOf,
  isRange,
  rangeOf,
  schemaOf,
  secondsOf,
  textOf,
  type OtioObject,
  type Range,
} from './objects.ts';

/** Tells something of an import; `place` is the one in the file, null for the whole of it. */
export type WarnAt = (code: string, message: string, location: string | FileLocation | null) => void;

/** What is visible, in absolute seconds. */
export interface Window {
  from: number;
  to: number;
}

/** Where an item lies in the file and in the timeline. */
export interface ItemLocation extends FileLocation {
  kind: 'Video' | 'Audio';
  lane: number;
  /** The id of the document's track for a lane. */
  laneId: (lane: number) => string;
  /** Takes the gaps of the track at the top. */
  gaps: PreservedGap[] | undefined;
}

/** Takes a clip that begins at `start`, in absolute seconds, of which only what is in the window shows. */
export type OnClip = (
  clip: OtioObject,
  location: ItemLocation,
  start: number,
  window: Window,
  transitions: Neighbors | undefined,
) => void;

/** Goes through stacks and tracks, however deep they lie in each other, down to the clips. */
export class NestReader {
  readonly #lengths: ItemLengths;
  readonly #warn: WarnAt;
  readonly #onClip: OnClip;

  constructor(lengths: ItemLengths, warn: WarnAt, onClip: OnClip) {
    this.#lengths = lengths;
    this.#warn = warn;
    this.#onClip = onClip;
  }

  read(
    item: OtioObject,
    location: ItemLocation,
    start: number,
    window: Window,
    transitions: Neighbors | undefined,
  ): void {
    const { name, version } = schemaOf(item);
    const existing = Object.hasOwn(SUPPORTED_VERSIONS, name) ? SUPPORTED_VERSIONS[name]! : undefined;
    if (existing !== undefined && version > existing) {
      this.#warn(
        'UNSUPPORTED_SCHEMA_VERSION',
        `${name}.${version} is newer than what this import knows.`,
        location,
      );
    }
    this.#warnOfFields(item, location);
    switch (name) {
      case 'Clip':
        this.#onClip(item, location, start, window, transitions);
        return;
      case 'Gap':
        return;
      case 'Track':
        this.#readTrack(item, location, start, window);
        return;
      case 'Stack': {
        const inner = narrow(item, start, window);
        if (isRange(item['source_range'])) {
          const message = 'What the range of a nest does not show was cut off its clips.';
          this.#warn('RANGE_APPLIED', message, location);
        }
        let lane = location.lane;
        const bounds = pathOf(location);
        childrenOf(item).forEach((child, index) => {
          this.read(child, { ...location, bounds, child: index, lane }, inner.start, inner.window, undefined);
          lane += this.#lengths.layersOf(child);
        });
        return;
      }
      default:
        this.#warn('UNKNOWN_SCHEMA', `An item of the kind "${name || 'unknown'}" was left out.`, location);
    }
  }

  #warnOfFields(item: OtioObject, location: FileLocation): void {
    const fields = fieldsNotPreserved(item);
    if (fields.length > 0) {
      this.#warn('FIELD_NOT_KEPT', `${fields.join(', ')}: not known here, so it was left out.`, location);
    }
  }

  /** It is kept where one of its neighbors is a clip, and a dissolve with room for it is played. */
  #warnOfTransition(children: readonly OtioObject[], index: number, location: FileLocation): void {
    const { in_offset, out_offset } = asRecord(children[index]);
    const [inOffset, outOf] = [secondsOf(in_offset), secondsOf(out_offset)];
    const neighbors = [children[index - 1], children[index + 1]];
    const isClip = (item: OtioObject | undefined): item is OtioObject =>
      item !== undefined && schemaOf(item).name === 'Clip';
    if (inOffset === undefined || outOf === undefined || !neighbors.some(isClip)) {
      this.#warn(
        'TRANSITION_LOST',
        'A transition without times, or with no clip beside it, was left out.',
        location,
      );
      return;
    }
    const hasSpace = (item: OtioObject | undefined, requested: number): boolean =>
      isClip(item)
        ? requested <= (this.#lengths.durationOf(item) ?? 0) + 1e-6
        : item === undefined || schemaOf(item).name === 'Gap';
    const isPlayable =
      isSupportedTransition(children[index]) &&
      inOffset >= 0 &&
      outOf >= 0 &&
      hasSpace(neighbors[0], inOffset) &&
      hasSpace(neighbors[1], outOf);
    if (!isPlayable) this.#warn('TRANSITION_DROPPED', 'A transition became a cut.', location);
  }

  #warnOfNest(nest: OtioObject, schema: string, location: FileLocation): void {
    const name = textOf(nest['name']) || schema;
    const { effects, markers, metadata } = preservedOfItem(nest);
    const ignored = [metadata && 'metadata', effects && 'effects', markers && 'markers'].filter(Boolean);
    const message =
      ignored.length > 0
        ? `"${name}" was flattened into its clips. Its own ${ignored.join(', ')} were left out.`
        : `"${name}" was flattened into its clips.`;
    this.#warn('NESTED_FLATTENED', message, location);
  }

  #readTrack(track: OtioObject, location: ItemLocation, start: number, window: Window): void {
    const inner = narrow(track, start, window);
    if (isRange(track['source_range'])) {
      this.#warn('RANGE_APPLIED', 'What the range of a track does not show was cut off its clips.', location);
    }
    if (!Array.isArray(track['children'])) {
      const message = isPresent(track['children'])
        ? 'What a track holds is no list, so it was read as empty.'
        : 'What a track holds is missing, so it was read as empty.';
      this.#warn('INVALID_CHILDREN', message, location);
    }
    if (objectsOf(track['markers']).length > 0) this.#warn(...MARKERS, location);
    const children = childrenOf(track);
    const lastItem = children.findLastIndex((child) => schemaOf(child).name !== 'Gap');
    const bounds = pathOf(location);
    const { kind, lane, laneId } = location;
    let cursor = inner.start;
    children.forEach((child, index) => {
      // What lies in a nest has no place on the track.
      const at: ItemLocation = { bounds, child: index, kind, lane, laneId, gaps: undefined };
      const { name } = schemaOf(child);
      if (name === 'Transition') {
        if (patchbayFadeSide(children, index) !== undefined) return;
        this.#warnOfTransition(children, index, at);
        this.#warnOfFields(child, at);
        return;
      }
      if (name === 'Stack' || name === 'Track') {
        this.#warnOfNest(child, name, at);
      }
      const range = child['source_range'];
      if (isPresent(range) && !isRange(range)) {
        this.#warn(
          'INVALID_TIME',
          'A source range that is no time was ignored.',
          `${pathOf(at)}.source_range`,
        );
      }
      if (hasBadStart(range)) {
        this.#warn(
          'INVALID_TIME',
          'A start that is no time was read as 0.',
          `${pathOf(at)}.source_range.start_time`,
        );
      }
      const duration = this.#lengths.lengthOnTrack(child);
      const isLast = index > lastItem;
      const gap = name === 'Gap' ? preservedGap(child, Math.max(0, cursor), duration, isLast) : undefined;
      if (gap) location.gaps?.push(gap);
      this.read(child, at, cursor, inner.window, neighborsOf(children, index));
      cursor += duration;
    });
  }
}

/** Whether a range that can be read has a start that cannot. */
function hasBadStart(value: unknown): boolean {
  const start = asRecord(value)['start_time'];
  return isPresent(start) && secondsOf(start) === undefined && isRange(value);
}

/** Where the children of a container begin, and what of them its `source_range` lets through. */
function narrow(item: OtioObject, start: number, window: Window): { start: number; window: Window } {
  const range: Range | undefined = rangeOf(item['source_range']);
  if (!range) return { start, window };
  return {
    start: start - range.start,
    window: { from: Math.max(window.from, start), to: Math.min(window.to, start + range.duration) },
  };
}
