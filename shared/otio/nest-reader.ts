import { asRecord } from '../document/problems.ts';
import { MARKERS, neighborsOf, type Neighbors } from './clip-notes.ts';
import { preservedGap, type PreservedGap } from './preserved-objects.ts';
import { layersOf, lengthOnTrack } from './lengths.ts';
import type { MediaResolver } from './media-reference.ts';
import {
  childrenOf,
  isPresent,
  SUPPORTED_VERSIONS,
  objectsOf,
  rangeOf,
  schemaOf,
  secondsOf,
  textOf,
  type OtioObject,
  type Range,
} from './objects.ts';

/** Tells something of an import; `path` is the place in the file, null for the whole of it. */
export type WarnAt = (code: string, message: string, path: string | null) => void;

/** What is visible, in absolute seconds. */
export interface Window {
  from: number;
  to: number;
}

/** Where an item lies in the timeline. */
export interface Place {
  /** In the file, for warnings. */
  path: string;
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
  place: Place,
  start: number,
  window: Window,
  transitions: Neighbors | undefined,
) => void;

/** Goes through stacks and tracks, however deep they lie in each other, down to the clips. */
export class NestReader {
  readonly #resolve: MediaResolver;
  readonly #warn: WarnAt;
  readonly #onClip: OnClip;

  constructor(resolve: MediaResolver, warn: WarnAt, onClip: OnClip) {
    this.#resolve = resolve;
    this.#warn = warn;
    this.#onClip = onClip;
  }

  read(
    item: OtioObject,
    place: Place,
    start: number,
    window: Window,
    transitions: Neighbors | undefined,
  ): void {
    const { name, version } = schemaOf(item);
    const known = Object.hasOwn(SUPPORTED_VERSIONS, name) ? SUPPORTED_VERSIONS[name]! : undefined;
    if (known !== undefined && version > known) {
      this.#warn(
        'UNSUPPORTED_SCHEMA_VERSION',
        `${name}.${version} is newer than what this import knows.`,
        place.path,
      );
    }
    switch (name) {
      case 'Clip':
        this.#onClip(item, place, start, window, transitions);
        return;
      case 'Gap':
        return;
      case 'Track':
        this.#readTrack(item, place, start, window);
        return;
      case 'Stack': {
        const inner = narrow(item, start, window);
        let lane = place.lane;
        childrenOf(item).forEach((child, index) => {
          this.read(
            child,
            { ...place, path: `${place.path}.children.${index}`, lane },
            inner.start,
            inner.window,
            undefined,
          );
          lane += layersOf(child);
        });
        return;
      }
      default:
        this.#warn('UNKNOWN_SCHEMA', `An item of the kind "${name || 'unknown'}" was left out.`, place.path);
    }
  }

  #readTrack(track: OtioObject, place: Place, start: number, window: Window): void {
    const inner = narrow(track, start, window);
    if (objectsOf(track['markers']).length > 0) this.#warn(...MARKERS, place.path);
    const children = childrenOf(track);
    let cursor = inner.start;
    children.forEach((child, index) => {
      const path = `${place.path}.children.${index}`;
      const { name } = schemaOf(child);
      if (name === 'Transition') {
        this.#warn('TRANSITION_DROPPED', 'A transition became a cut.', path);
        return;
      }
      if (name === 'Stack' || name === 'Track') {
        this.#warn(
          'NESTED_FLATTENED',
          `"${textOf(child['name']) || name}" was flattened into its clips.`,
          path,
        );
      }
      if (isPresent(child['source_range']) && !rangeOf(child['source_range'])) {
        this.#warn('INVALID_TIME', 'A source range that is no time was ignored.', `${path}.source_range`);
      }
      if (hasBadStart(child['source_range'])) {
        this.#warn(
          'INVALID_TIME',
          'A start that is no time was read as 0.',
          `${path}.source_range.start_time`,
        );
      }
      const duration = lengthOnTrack(child, this.#resolve);
      const gap = name === 'Gap' ? preservedGap(child, Math.max(0, cursor), duration) : undefined;
      if (gap) place.gaps?.push(gap);
      // What lies in a nest has no place on the track.
      const neighbors = neighborsOf(children, index);
      this.read(child, { ...place, path, gaps: undefined }, cursor, inner.window, neighbors);
      cursor += duration;
    });
  }
}

/** Whether a range that can be read has a start that cannot. */
function hasBadStart(value: unknown): boolean {
  const start = asRecord(value)['start_time'];
  return rangeOf(value) !== undefined && isPresent(start) && secondsOf(start) === undefined;
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
