import { TimelineFileError } from '../otio/refused.ts';
import type { Cut, CutClip } from './cut.ts';
import type { XmlElement } from './xml-elements.ts';

/** What all nested sequences may hold, counted as often as they are shown: a few that show each other would grow without end. */
const MAX_ITEMS = 200_000;

/** Nested sequences, each read once for what is wanted of it. */
export class XmlNests {
  readonly #existing = new Map<XmlElement, Map<string, Cut>>();
  readonly #sizes = new WeakMap<Cut, number>();
  #items = 0;

  /**
   * @param requested what of it is read. @param read how.
   * @throws TimelineFileRefused when all together hold too much.
   */
  take(sequence: XmlElement, requested: string, read: () => Cut): Cut {
    const existing = this.#existing.get(sequence) ?? new Map<string, Cut>();
    this.#existing.set(sequence, existing);
    const nest = existing.get(requested) ?? read();
    existing.set(requested, nest);
    this.#items += this.#sizeOf(nest);
    if (this.#items > MAX_ITEMS) {
      throw new TimelineFileError(
        'The nested sequences of the XML hold too much. Export a shorter part of the timeline, or without nests, and import that.',
      );
    }
    return nest;
  }

  #sizeOf(cut: Cut): number {
    const existing = this.#sizes.get(cut);
    if (existing !== undefined) return existing;
    const clips = cut.tracks.flatMap((track) => track.clips);
    const size = clips.reduce(
      (sum, { markers, nest }) => sum + 1 + markers.length + (nest ? this.#sizeOf(nest) : 0),
      cut.markers.length + cut.tracks.reduce((sum, { transitions }) => sum + 1 + transitions.length, 0),
    );
    this.#sizes.set(cut, size);
    return size;
  }
}

/** A clip that shows a nest. What is switched off or turned down as a whole is so in each of its clips. */
export function withNest(clip: CutClip, nest: Cut): CutClip {
  const { enabled, opacity, volume } = clip;
  // Of layers that lie over each other a common opacity is not that of each.
  const fades = nest.tracks.length === 1;
  const isSimple = enabled && volume === 1 && (opacity === 1 || !fades);
  if (isSimple && nest.tracks.every((track) => track.enabled)) return { ...clip, nest };
  const tracks = nest.tracks.map((track) => ({
    ...track,
    enabled: true,
    clips: track.clips.map((inner): CutClip => {
      const inside = {
        ...inner,
        enabled: enabled && track.enabled && inner.enabled,
        opacity: inner.opacity * (fades ? opacity : 1),
        volume: inner.volume * volume,
      };
      return inner.nest ? withNest(inside, inner.nest) : inside;
    }),
  }));
  return { ...clip, enabled: true, opacity: fades ? 1 : opacity, volume: 1, nest: { ...nest, tracks } };
}
