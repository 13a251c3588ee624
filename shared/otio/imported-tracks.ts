import { MAX_TRACKS, TimelineTrack } from '../timeline/index.ts';
import { textOf, type OtioObject } from './objects.ts';
import { PATCHBAY_TRACK_FIELDS } from './own-metadata.ts';
import { invalidOtio } from './read-json.ts';
import { isLockedInResolve } from './resolve-effects.ts';

/** Whether another program has switched a track of our own export on or off. */
function switchedSince(
  item: OtioObject,
  patchbay: Record<string, unknown> | undefined,
  kind: string,
): Partial<TimelineTrack> {
  const enabled = item['enabled'] !== false;
  if (typeof patchbay?.['enabled'] !== 'boolean' || patchbay['enabled'] === enabled) return {};
  return kind === 'Audio' ? { mutedAudio: !enabled } : { mutedVideo: !enabled };
}

/** The tracks of the document that an import makes. */
export class ImportedTracks {
  readonly ids = new Set<string>();
  readonly #tracks: TimelineTrack[] = [];
  /** The places that our own export says tracks had. */
  readonly #indices = new Map<string, number>();

  find(id: string): TimelineTrack | undefined {
    return this.#tracks.find((track) => track.id === id);
  }

  /** Makes the track for a lane of an item. @returns its id. */
  add(
    item: OtioObject,
    patchbay: Record<string, unknown> | undefined,
    index: number,
    lane: number,
    kind: string,
  ): string {
    const fields = Object.fromEntries(PATCHBAY_TRACK_FIELDS.map((field) => [field, patchbay?.[field]]));
    const parsed = lane === 0 ? TimelineTrack.safeParse(fields) : undefined;
    // Several OTIO tracks that were one track of the document come back as that one.
    if (parsed?.success && this.ids.has(parsed.data.id)) return parsed.data.id;
    if (this.#tracks.length >= MAX_TRACKS) {
      throw invalidOtio(`The timeline has more than ${MAX_TRACKS} tracks.`);
    }
    const disabled = item['enabled'] === false;
    const title = textOf(item['name']) || `${kind === 'Audio' ? 'A' : 'V'}${index + 1}`;
    const track: TimelineTrack = parsed?.success
      ? { ...parsed.data, ...switchedSince(item, patchbay, kind) }
      : {
          id: freeId(`track-${index + 1}${lane > 0 ? `-layer-${lane + 1}` : ''}`, this.ids),
          name: lane > 0 ? `${title} (layer ${lane + 1})` : title,
          height: 64,
          volume: 1,
          locked: isLockedInResolve(item),
          mutedAudio: disabled && kind === 'Audio',
          mutedVideo: disabled && kind === 'Video',
        };
    const trackIndex = patchbay?.['index'];
    if (parsed?.success && typeof trackIndex === 'number') this.#indices.set(track.id, trackIndex);
    this.ids.add(track.id);
    this.#tracks.push(track);
    return track.id;
  }

  /** Our own export writes pictures before sounds; its tracks go back to the places they had. */
  inOrder(): TimelineTrack[] {
    const indexOf = (track: TimelineTrack) => this.#indices.get(track.id);
    if (!this.#tracks.every((track) => indexOf(track) !== undefined)) return this.#tracks;
    return this.#tracks.toSorted((a, b) => indexOf(a)! - indexOf(b)!);
  }
}

/** The id itself, or with the first number that makes it unique. */
function freeId(id: string, used: ReadonlySet<string>): string {
  if (!used.has(id)) return id;
  for (let number = 2; ; number += 1) if (!used.has(`${id}-${number}`)) return `${id}-${number}`;
}
