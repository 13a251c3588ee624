import { z } from 'zod';
import { asRecord } from '../document/problems.ts';
import { assertNever } from '../language/assert-never.ts';
import { listUpTo } from '../reading/counts.ts';
import {
  byProperty,
  CLIP_FIELDS,
  KEYED_PROPERTIES,
  limited,
  type ClipField,
  type KeyedProperty,
} from './clip-fields.ts';
import { TextStyle } from './text-style.ts';
import { MAX_CLIPS, TimelineClip, type TimelineDocument, type TimelineTrack } from './document.ts';

/**
 * What Patchbay keeps of a timeline beyond the document's own fields: under `ext.patchbay` of the timeline, its tracks and its
 * clips, each with its version. All other keys of `ext` belong to others. Unknown fields are kept; what is
 * damaged or of a later version is ignored and never written over.
 */

/** The key in every `ext`. */
const EXT_KEY = 'patchbay';
const EXT_VERSION = 1;

/** How many keyframes a property of a clip may have, and how many markers a timeline. */
const MAX_KEYFRAMES = 1000;
export const MAX_MARKERS = 5000;
/** A hundred times as fast as recorded. */
export const MAX_SPEED = 100;

const Version = z.literal(EXT_VERSION);
const Seconds = z.number().min(0).max(1_000_000_000);
/** Before the visible beginning of a clip as well: what was trimmed off keeps its keyframes. */
const Offset = z.number().min(-1_000_000_000).max(1_000_000_000);

const EASES = ['linear', 'smooth', 'hold'] as const;

const Keyframe = z.object({
  at: Offset.describe('Seconds from the start of the clip.'),
  value: z.number(),
  ease: z.enum(EASES).default('linear').describe('How the value goes on to the next keyframe.'),
});
export type Keyframe = z.infer<typeof Keyframe>;

const Keyframes = listUpTo(MAX_KEYFRAMES, Keyframe).optional();

/** What of a fade lies in the clips before and after, where a clip was cut within it: the halves look as the whole did. */
const FadeExtent = z.object({ before: Seconds.default(0), after: Seconds.default(0) }).optional();

const ClipExt = z.looseObject({
  version: Version,
  fadeIn: Seconds.optional().describe('Seconds from the start within which picture and sound come up.'),
  dissolve: z
    .boolean()
    .optional()
    .describe('It comes up over the end of the clip right before it on its track, and not from nothing.'),
  fadeOut: Seconds.optional().describe('Seconds before the end within which picture and sound go down.'),
  fadeInPart: FadeExtent.describe('Seconds of a longer fade that lie before and after `fadeIn`.'),
  fadeOutPart: FadeExtent.describe('Seconds of a longer fade that lie before and after `fadeOut`.'),
  keyframes: z.looseObject(byProperty(KEYED_PROPERTIES, () => Keyframes)).optional(),
  linkId: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Clips with the same one are selected and moved together.'),
  fileId: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Which file it shows, of several with its name; else the newest.'),
  speed: z
    .number()
    .min(-MAX_SPEED)
    .max(MAX_SPEED)
    .optional()
    .describe(
      'How fast it plays: 1 as recorded, 0 a still frame, below 0 backwards; else as its effects say.',
    ),
  text: z.string().max(10_000).optional().describe('What a clip of type text shows; else its name.'),
  textStyle: TextStyle.optional().describe('How its words look, where not as its track says.'),
  shotId: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe("The shot of the project's storyboard it was made from: its id, or scene and id."),
});
export type ClipExt = z.infer<typeof ClipExt>;

export const TRACK_KINDS = ['picture', 'sound', 'captions'] as const;
export type TrackKind = (typeof TRACK_KINDS)[number];

const TrackExt = z.looseObject({
  version: Version,
  kind: z.enum(TRACK_KINDS).optional().describe('What the track is for, also while it is empty.'),
  solo: z.boolean().optional(),
  textStyle: TextStyle.optional().describe('How its captions look.'),
});
export type TrackExt = z.infer<typeof TrackExt>;

const Marker = z.looseObject({
  id: z.string().min(1).max(200),
  time: Seconds,
  duration: Seconds.default(0),
  name: z.string().max(200).default(''),
  color: z
    .string()
    .max(50)
    .default('blue')
    .describe('A color word as editing programs have them: red, blue, ...'),
  words: z.string().max(10_000).default(''),
});
export type Marker = z.infer<typeof Marker>;

const TimelineExt = z.looseObject({
  version: Version,
  markers: listUpTo(MAX_MARKERS, Marker).optional(),
  range: z
    .object({ from: Seconds, to: Seconds })
    .optional()
    .describe('The part that is played in a loop and exported, when there is one.'),
  board: z
    .looseObject({
      trackId: z.string().min(1).max(200),
      clips: listUpTo(MAX_CLIPS, TimelineClip),
      defaultDuration: Seconds.optional().describe('What shots without a length were given.'),
      sounds: listUpTo(MAX_CLIPS, TimelineClip)
        .optional()
        .describe('The sounds of shots as they were last made, without their times.'),
      soundTrackId: z.string().min(1).max(200).optional().describe('The track they were put on.'),
    })
    .optional()
    .describe('The clips as they were last made from the storyboard, in playing order.'),
});
export type TimelineExt = z.infer<typeof TimelineExt>;

type Ext = Record<string, unknown> | undefined;

/** Reading and writing our part of an `ext`. */
function accessor<S extends z.ZodType<{ version: typeof EXT_VERSION }>>(schema: S, empty: z.output<S>) {
  type Value = z.output<S>;
  /** Each object is parsed once: documents are never changed in place, and players ask many times a second. */
  const parsed = new WeakMap<object, { value: Value | null }>();
  const parse = (stored: unknown): Value | null => {
    if (stored === undefined) return empty;
    if (typeof stored !== 'object' || stored === null) return null;
    const existing = parsed.get(stored) ?? { value: schema.safeParse(stored).data ?? null };
    parsed.set(stored, existing);
    return existing.value;
  };
  return {
    read: ({ ext }: { ext?: Ext }): Value => parse(ext?.[EXT_KEY]) ?? empty,
    /**
     * The item with changed fields of ours; those that are undefined are removed, and so is what is empty then.
     * @returns null where what is stored is damaged or of a later version: that stays as it is.
     */
    write<I extends { ext?: Ext }>(item: I, change: Partial<Value>): I | null {
      if (parse(item.ext?.[EXT_KEY]) === null) return null;
      const { [EXT_KEY]: stored, ...remaining } = item.ext ?? {};
      const fields = Object.entries({ ...asRecord(stored), ...change, version: EXT_VERSION }).filter(
        ([, value]) => value !== undefined,
      );
      const ext = fields.length > 1 ? { ...remaining, [EXT_KEY]: Object.fromEntries(fields) } : remaining;
      if (Object.keys(ext).length > 0) return { ...item, ext };
      const bare = { ...item };
      delete bare.ext;
      return bare;
    },
  };
}

const ofClip = accessor(ClipExt, { version: EXT_VERSION });
const ofTrack = accessor(TrackExt, { version: EXT_VERSION });
const ofTimeline = accessor(TimelineExt, { version: EXT_VERSION });

/** What Patchbay keeps of a clip; nothing where that cannot be read. */
export const clipExt: (clip: Pick<TimelineClip, 'ext'>) => ClipExt = ofClip.read;
/** Under which a clip's medium is found: the id of its file where that is known, else its name. */
export const mediumKey = (clip: Pick<TimelineClip, 'ext' | 'filename'>): string =>
  clipExt(clip).fileId ?? clip.filename;

/** The medium of a clip among those that are found by id and by name; one whose file is gone is found by its name. */
export const mediumOf = <M>(
  clip: Pick<TimelineClip, 'ext' | 'filename'>,
  media: ReadonlyMap<string, M>,
): M | undefined => media.get(mediumKey(clip)) ?? media.get(clip.filename);

/** What Patchbay keeps of a track; nothing where that cannot be read. */
export const trackExt: (track: Pick<TimelineTrack, 'ext'>) => TrackExt = ofTrack.read;
/** What Patchbay keeps of a timeline; nothing where that cannot be read. */
export const timelineExt = ({ timeline }: { timeline: { ext?: Ext } }): TimelineExt =>
  ofTimeline.read(timeline);

/** A clip with changed fields of ours. @returns null where ours is damaged or of a later version. */
export const withClipExt = (clip: TimelineClip, change: Partial<ClipExt>): TimelineClip | null =>
  ofClip.write(clip, change);
/** A track with changed fields of ours. @returns null where ours is damaged or of a later version. */
export const withTrackExt = (track: TimelineTrack, change: Partial<TrackExt>): TimelineTrack | null =>
  ofTrack.write(track, change);
/** A timeline with changed fields of ours. @returns null where ours is damaged or of a later version. */
export function withTimelineExt<D extends { timeline: { ext?: Ext } }>(
  document: D,
  change: Partial<TimelineExt>,
): D | null {
  const timeline = ofTimeline.write(document.timeline, change);
  return timeline && { ...document, timeline };
}

/** A clip with its own fields, those of its transform or those in `ext` by name. */
type Numbers = Readonly<Record<string, unknown>>;

/**
 * The value that a clip itself has for a field, where no keyframes say otherwise.
 * @param name of the field. @param field where it is stored.
 */
export function fixedValue(clip: TimelineClip, name: string, field: ClipField): number {
  const numbers: Readonly<Record<ClipField['stored'], Numbers>> = {
    clip,
    transform: clip.transform,
    ext: clipExt(clip),
  };
  const value = numbers[field.stored][name];
  return typeof value === 'number' && Number.isFinite(value) ? limited(field, value) : field.neutral;
}

/**
 * A clip with another value for a field, within its limits.
 * @returns null where it would stand in what is damaged or of a later version.
 */
export function withFixedValue(
  clip: TimelineClip,
  name: string,
  { field, value }: { field: ClipField; value: number },
): TimelineClip | null {
  const allowed = limited(field, value);
  switch (field.stored) {
    case 'clip':
      return { ...clip, [name]: allowed };
    case 'transform':
      return { ...clip, transform: { ...clip.transform, [name]: allowed } };
    case 'ext':
      return withClipExt(clip, { [name]: allowed === field.neutral ? undefined : allowed });
    default:
      return assertNever(field.stored);
  }
}

/** The keyframes of a property from the earliest to the latest. */
export const keyframesOf = (clip: Pick<TimelineClip, 'ext'>, property: KeyedProperty): Keyframe[] =>
  (clipExt(clip).keyframes?.[property] ?? []).toSorted((a, b) => a.at - b.at);

/**
 * The value of a property by its keyframes, without fades; before the first and after the last it stays as that one says.
 * @param time seconds of the timeline.
 */
export function keyedValueAt(clip: TimelineClip, property: KeyedProperty, time: number): number {
  const frames = keyframesOf(clip, property);
  const at = time - clip.startTime;
  const next = frames.findIndex((frame) => frame.at > at);
  const before = frames.at(next === -1 ? -1 : next - 1);
  const after = frames[next];
  if (!before) return fixedValue(clip, property, CLIP_FIELDS[property]);
  if (next === 0) return frames[0]?.value ?? before.value;
  if (!after || before.ease === 'hold') return before.value;
  const fraction = (at - before.at) / (after.at - before.at);
  return (
    before.value + (after.value - before.value) * (before.ease === 'smooth' ? smooth(fraction) : fraction)
  );
}

/** From 0 to 1 with a slow beginning and end. */
const smooth = (fraction: number): number => fraction * fraction * (3 - 2 * fraction);

/** What a track is for: what it says, else what lies on it. Null: it is empty and says nothing. */
export function trackKind(track: TimelineTrack, clips: readonly TimelineClip[]): TrackKind | null {
  const { kind } = trackExt(track);
  if (kind) return kind;
  if (clips.length === 0) return null;
  return clips.every(({ type }) => type === 'audio') ? 'sound' : 'picture';
}

/** The tracks whose sound is played: those that are not muted, and when some are solo only these. */
export function soundingTracks({ timeline }: Pick<TimelineDocument, 'timeline'>): Set<string> {
  const open = timeline.tracks.filter(({ mutedAudio }) => !mutedAudio);
  const anySolo = timeline.tracks.some((track) => trackExt(track).solo);
  return new Set(open.filter((track) => !anySolo || trackExt(track).solo).map(({ id }) => id));
}
