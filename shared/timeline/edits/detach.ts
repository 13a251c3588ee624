import { asRecord } from '../../document/problems.ts';
import { CLIP_FIELDS, PICTURE_PROPERTIES } from '../clip-fields.ts';
import { TimelineClip, type TimelineDocument } from '../document.ts';
import { clipExt, keyframesOf, trackKind, withClipExt, withFixedValue } from '../ext.ts';
import { Spans } from '../spans.ts';
import { editableClips, endOf, withClips, type NewId, type TimelineEdit } from './edit.ts';
import { SAME } from './frames.ts';
import { addTrack } from './tracks.ts';

/** Whether a clip shows a video and sounds like it as well. */
export const hasAttachedSound = (clip: TimelineClip): boolean =>
  clip.type === 'video' && (clip.volume > 0 || keyframesOf(clip, 'volume').length > 0);

/**
 * Takes the sound of videos apart: each gets a clip of its sound on a sound track, linked with it, and is silent itself.
 * Unlinked, the two are trimmed apart, so that the sound begins before its picture or ends after it.
 */
export const detachSound =
  (ids: Iterable<string>, newId: NewId): TimelineEdit =>
  (document) => {
    const soundTracks = new SoundTracks(document, newId);
    const silenced = new Map<TimelineClip, TimelineClip>();
    const sounds: TimelineClip[] = [];
    for (const clip of editableClips(document, ids).filter(hasAttachedSound)) {
      const trackId = soundTracks.trackFor(clip);
      const split = trackId === null ? null : splitSound(clip, trackId, newId);
      // A timeline may be full of tracks.
      if (!split) return null;
      silenced.set(clip, split.silent);
      sounds.push(split.sound);
    }
    if (sounds.length === 0) return null;
    const clips = document.timeline.clips.map((clip) => silenced.get(clip) ?? clip);
    return withClips(soundTracks.document, [...clips, ...sounds]);
  };

/** A video as a silent clip and a clip of its sound. @returns null for a clip that a later version wrote: it stays as it is. */
function splitSound(
  clip: TimelineClip,
  trackId: string,
  newId: NewId,
): { silent: TimelineClip; sound: TimelineClip } | null {
  const linkId = clipExt(clip).linkId ?? newId();
  const { volume, ...remaining } = clipExt(clip).keyframes ?? {};
  const silent = withClipExt({ ...clip, volume: 0 }, { linkId, keyframes: filled(remaining) });
  const { markers: _markers, ...otio } = asRecord(clip.ext?.['otio']);
  const copy = TimelineClip.parse({
    ...clip,
    id: newId(),
    trackId,
    type: 'audio',
    ...(clip.ext?.['otio'] !== undefined && { ext: { ...clip.ext, otio } }),
  });
  const sound = withClipExt(resetPicture(copy), {
    linkId,
    dissolve: undefined,
    keyframes: volume ? { volume } : undefined,
  });
  return silent && sound && { silent, sound };
}

/** A clip with the numbers of its picture as they are usual. */
const resetPicture = (clip: TimelineClip): TimelineClip =>
  PICTURE_PROPERTIES.reduce((current, property) => {
    const field = CLIP_FIELDS[property];
    return withFixedValue(current, property, { field, value: field.neutral }) ?? current;
  }, clip);

const filled = <T extends object>(fields: T): T | undefined =>
  Object.keys(fields).length > 0 ? fields : undefined;

/** Finds tracks with space for detached sounds, and adds tracks where there is none. */
class SoundTracks {
  /** The timeline with the tracks that were added. */
  document: TimelineDocument;
  readonly #newId: NewId;
  readonly #tracks: { id: string; isOpen: boolean; spans: Spans<TimelineClip> }[];

  constructor(document: TimelineDocument, newId: NewId) {
    this.document = document;
    this.#newId = newId;
    const { tracks, clips } = document.timeline;
    const onTrack = Map.groupBy(clips, ({ trackId }) => trackId);
    this.#tracks = tracks
      .filter((track) => trackKind(track, onTrack.get(track.id) ?? []) === 'sound')
      .map(({ id, locked }) => ({ id, isOpen: !locked, spans: new Spans(onTrack.get(id)) }));
  }

  /** Reserves the span of a clip on a sound track. @returns its id; null where a new track is needed and the timeline is full. */
  trackFor(clip: TimelineClip): string | null {
    const [from, to] = [clip.startTime + SAME, endOf(clip) - SAME];
    const track = this.#tracks.find(({ isOpen, spans }) => isOpen && !spans.meets(from, to)) ?? this.#add();
    track?.spans.add(clip);
    return track?.id ?? null;
  }

  #add() {
    const id = `track-${this.#newId()}`;
    const name = `Audio ${this.#tracks.length + 1}`;
    const added = addTrack({ id, name, kind: 'sound' })(this.document);
    if (!added) return null;
    this.document = added;
    const track = { id, isOpen: true, spans: new Spans<TimelineClip>() };
    this.#tracks.push(track);
    return track;
  }
}
