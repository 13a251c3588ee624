import { z } from 'zod';
import { DEFAULT_LIMITS, parseJson } from '../reading/index.ts';
import { MAX_CLIPS, MAX_TRACKS, TimelineClip, type TimelineDocument } from './document.ts';
import { TRACK_KINDS, trackKind } from './ext.ts';

/** Copied clips as text, which another window of the app or a later version of it may have written. */

const MARK = 'patchbay/clips';

const CopiedTrack = z.object({
  id: z.string(),
  name: z.string(),
  /** The clips that were copied of it are sounds. */
  isSound: z.boolean(),
  /** What the track is for; earlier versions do not write it. */
  kind: z.enum(TRACK_KINDS).nullable().optional(),
});
const CopiedText = z.object({
  patchbay: z.literal(MARK),
  version: z.literal(1),
  clips: z.array(TimelineClip).min(1).max(MAX_CLIPS),
  tracks: z.array(CopiedTrack).max(MAX_TRACKS),
});

/** Clips as they were copied, with the tracks that they lay on, from the bottom layer up. */
export type CopiedClips = Pick<z.infer<typeof CopiedText>, 'clips' | 'tracks'>;

/** Clips of a timeline to be put in elsewhere; null when there are none of these ids. */
export function copiedClips({ timeline }: TimelineDocument, ids: ReadonlySet<string>): CopiedClips | null {
  const clips = timeline.clips.filter(({ id }) => ids.has(id));
  if (clips.length === 0) return null;
  const used = new Set(clips.map(({ trackId }) => trackId));
  const tracks = timeline.tracks
    .filter(({ id }) => used.has(id))
    .map((track) => {
      const lieOnIt = ({ trackId }: TimelineClip): boolean => trackId === track.id;
      const isSound = trackKind(track, clips.filter(lieOnIt)) === 'sound';
      const kind = trackKind(track, timeline.clips.filter(lieOnIt));
      return { id: track.id, name: track.name, isSound, kind };
    });
  return { clips, tracks };
}

/** Copied clips as text. */
export const textOfCopied = ({ clips, tracks }: CopiedClips): string =>
  JSON.stringify({ patchbay: MARK, version: 1, clips, tracks });

/** Reads clips from text; null for any other text. */
export function copiedOfText(text: string): CopiedClips | null {
  if (!text.startsWith(`{"patchbay":"${MARK}"`)) return null;
  const read = parseJson(text, {
    limits: DEFAULT_LIMITS,
    label: 'What was copied',
    hint: 'Copy the clips again.',
  });
  const checked = read.ok ? CopiedText.safeParse(read.value) : null;
  return checked?.success ? { clips: checked.data.clips, tracks: checked.data.tracks } : null;
}
