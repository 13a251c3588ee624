import { asRecord } from '../document/problems.ts';
import { TimelineBody, type TimelineClip, type TimelineTrack } from '../timeline/index.ts';

/** What an export writes about itself into OTIO metadata, under one key, so that its own import is exact. */
export const NAMESPACE = 'patchbay';

export const ownMetadata = (object: Record<string, unknown>): Record<string, unknown> | undefined => {
  const own = asRecord(object['metadata'])[NAMESPACE];
  return typeof own === 'object' && own !== null ? asRecord(own) : undefined;
};

/** The fields of a clip that OTIO has no place for, or holds only to whole frames. */
export const OWN_CLIP_FIELDS = [
  'id',
  'name',
  'type',
  'startTime',
  'duration',
  'trimStart',
  'trimEnd',
  'opacity',
  'volume',
  'transform',
] as const satisfies readonly (keyof TimelineClip)[];

export const OWN_TRACK_FIELDS = [
  'id',
  'name',
  'height',
  'volume',
  'locked',
  'mutedAudio',
  'mutedVideo',
] as const satisfies readonly (keyof TimelineTrack)[];

/** Where the person was, which OTIO has no place for. */
export const OWN_TIMELINE_FIELDS = [
  'currentTime',
  'playheadPosition',
  'zoom',
  'selectedClipIds',
  'selectedTrackId',
] as const satisfies readonly (keyof TimelineBody)[];

const OwnPlace = TimelineBody.pick({
  currentTime: true,
  playheadPosition: true,
  zoom: true,
  selectedClipIds: true,
  selectedTrackId: true,
} satisfies Record<(typeof OWN_TIMELINE_FIELDS)[number], true>);

type Own = Record<string, unknown> | undefined;

/** Where the person was, as far as it is still there. */
export function ownPlace(
  own: Record<string, unknown>,
  ids: { clips: ReadonlySet<string>; tracks: ReadonlySet<string> },
): Partial<TimelineBody> {
  const fields = OWN_TIMELINE_FIELDS.map((field) => [field, own[field]] as const);
  const known = OwnPlace.safeParse(Object.fromEntries(fields));
  if (!known.success) return {};
  const { selectedClipIds, selectedTrackId, ...place } = known.data;
  return {
    ...place,
    selectedClipIds: selectedClipIds.filter((id) => ids.clips.has(id)),
    selectedTrackId: selectedTrackId !== null && ids.tracks.has(selectedTrackId) ? selectedTrackId : null,
  };
}

/** How long our own export said the project is; 0 when it does not say. */
export function ownDuration(own: Own): number {
  const known = TimelineBody.shape.projectDuration.safeParse(own?.['projectDuration']);
  return known.success ? known.data : 0;
}

const NO_EXT = {};

/** The `ext` of an item: what our own export said of it, and what was kept of other programs. */
export function extOf(own: Own, otio: object | undefined): { ext?: Record<string, unknown> } {
  if (!own) return otio ? { ext: { otio } } : NO_EXT;
  const ext = { ...asRecord(own?.['ext']), ...(otio && { otio }) };
  return Object.keys(ext).length > 0 ? { ext } : {};
}
