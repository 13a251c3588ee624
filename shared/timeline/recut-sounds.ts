import { hasAttachedSound } from './edits/detach.ts';
import { asRecord } from '../document/problems.ts';
import type { Pairs } from './recut-pairs.ts';
import type { RecutMedia } from './recut-media.ts';
import type { Shot } from './recut-shots.ts';
import { speedOf } from './speed.ts';

/** Other programs have the sound of a video as a clip of its own, which is no clip here. */

export interface EmbeddedSounds {
  /** How loud the videos are whose sounds came back as clips of their own; null where nothing says it. */
  volumes: Map<Shot, number | null>;
  /** The sounds that are clips here as well, or are new. */
  independent: Shot[];
}

const mediumOf = (name: string): string => name.replace(/^(?:audio|picture) /, '');

/** Where a clip lies, and what part of which medium it plays. */
const sourceKey = (shot: Shot, medium: string): string =>
  `${mediumOf(medium)} ${shot.start} ${shot.end} ${Math.round(shot.trim)} ${speedOf(shot.clip)}`;

const isDetached = ({ clip }: Shot): boolean => asRecord(clip.ext?.['otio'])['audioDetached'] === true;

/**
 * Tells the sounds of videos from clips of their own. Pure.
 * @param pictures and sounds that came back. @param pairs of the pictures. @param soundsHere sounds of the timeline.
 */
export function embeddedSounds(
  { pictures, sounds }: { pictures: readonly Shot[]; sounds: readonly Shot[] },
  pairs: Pairs,
  originalSounds: readonly Shot[],
  media: RecutMedia,
): EmbeddedSounds {
  const originals = Map.groupBy(originalSounds, (shot) => sourceKey(shot, media.originalKey(shot.clip)));
  const returns = Map.groupBy(sounds, (shot) => sourceKey(shot, media.ofReturned(shot.clip)));
  const volumes = new Map<Shot, number | null>();
  const folded = new Set<Shot>();
  for (const picture of pictures) {
    if (picture.clip.type !== 'video' || !isDetached(picture)) continue;
    const original = pairs.get(picture);
    volumes.set(picture, null);
    if (original && !hasAttachedSound(original.clip)) continue;
    const found = returns.get(sourceKey(picture, media.ofReturned(picture.clip))) ?? [];
    // Sounds that are clips here come first.
    const separate = original
      ? (originals.get(sourceKey(original, media.originalKey(original.clip))) ?? []).length
      : 0;
    const embedded = found.filter((sound) => !folded.has(sound)).slice(separate);
    if (embedded.length > 0) volumes.set(picture, Math.max(...embedded.map(({ clip }) => clip.volume)));
    for (const sound of embedded) folded.add(sound);
  }
  return { volumes, independent: sounds.filter((sound) => !folded.has(sound)) };
}

/** Videos whose sound was moved or trimmed apart from them are silent: it is a new clip. */
export function silenceDetached(
  { volumes, independent }: EmbeddedSounds,
  pairs: Pairs,
  media: RecutMedia,
): void {
  const added = independent.filter((sound) => !pairs.has(sound));
  if (added.length === 0) return;
  const byMedium = Map.groupBy(added, ({ clip }) => mediumOf(media.ofReturned(clip)));
  for (const [picture, volume] of volumes) {
    const original = pairs.get(picture);
    if (volume !== null || (original && !hasAttachedSound(original.clip))) continue;
    const separate = byMedium.get(mediumOf(media.ofReturned(picture.clip))) ?? [];
    if (separate.some(({ start, end }) => start < picture.end && end > picture.start))
      volumes.set(picture, 0);
  }
}
