import { mediaOfClip, type ClipMedia, type MediaResolver } from './media-reference.ts';
import { childrenOf, lengthOf, schemaOf, type OtioObject } from './objects.ts';

/**
 * How long items are and how many layers they have. Those that hold others are asked again at every level of a nest, so
 * what is known of them is remembered: a deep file would take the square of its size otherwise. Clips are not: to
 * remember them took a third of an import.
 */
export class ItemLengths {
  readonly #resolve: MediaResolver;
  #lastClip: OtioObject | undefined;
  #lastMedia: ClipMedia | undefined;
  readonly #durations = new WeakMap<OtioObject, { seconds: number | undefined }>();
  readonly #layers = new WeakMap<OtioObject, number>();

  constructor(resolve: MediaResolver) {
    this.#resolve = resolve;
  }

  mediaOf(clip: OtioObject): ClipMedia {
    if (this.#lastMedia && this.#lastClip === clip) return this.#lastMedia;
    this.#lastClip = clip;
    return (this.#lastMedia = mediaOfClip(clip, this.#resolve));
  }

  /** How long an item is, in seconds; undefined when nothing says so. */
  durationOf(item: OtioObject): number | undefined {
    const length = lengthOf(item['source_range']);
    if (length !== undefined) return length;
    const { name } = schemaOf(item);
    if (name === 'Clip') {
      const media = this.mediaOf(item);
      return media.available?.duration ?? media.found?.durationSeconds;
    }
    if (name !== 'Track' && name !== 'Stack') return undefined;
    let existing = this.#durations.get(item);
    if (!existing) {
      const lengths = childrenOf(item).map((child) => this.lengthOnTrack(child));
      const seconds =
        name === 'Track'
          ? lengths.reduce((sum, length) => sum + length, 0)
          : lengths.reduce((longest, length) => Math.max(longest, length), 0);
      this.#durations.set(item, (existing = { seconds }));
    }
    return existing.seconds;
  }

  /** How far an item moves what follows it on its track. Seconds. */
  lengthOnTrack(item: OtioObject): number {
    return schemaOf(item).name === 'Transition' ? 0 : (this.durationOf(item) ?? 0);
  }

  /** How many tracks an item needs to lie flat, with no clip over another. */
  layersOf(item: OtioObject): number {
    const { name } = schemaOf(item);
    if (name === 'Clip') return 1;
    if (name !== 'Stack' && name !== 'Track') return 0;
    let layers = this.#layers.get(item);
    if (layers === undefined) {
      const each = childrenOf(item).map((child) => this.layersOf(child));
      layers =
        name === 'Stack'
          ? each.reduce((sum, count) => sum + count, 0)
          : each.reduce((most, count) => Math.max(most, count), 1);
      this.#layers.set(item, layers);
    }
    return layers;
  }
}
