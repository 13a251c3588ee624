import { asRecord } from '../document/problems.ts';
import { TimelineBody, type TimelineClip, type TimelineTrack } from '../timeline/index.ts';

/** What an export writes about itself into OTIO metadata, under one key, so that its own import is exact. */
export const NAMESPACE = 'patchbay';

export const patchbayMetadata = (object: Record<string, unknown>): Record<string, unknown> | undefined => {
  const patchbay = asRecord(object['metadata'])[NAMESPACE];
  return typeof patchbay === 'object' && patchbay !== null ? asRecord(patchbay) : undefined;
};

/** The fields of a clip that OTIO has no place for, or holds only to whole frames. */
export const PATCHBAY_CLIP_FIELDS = [
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

export const PATCHBAY_TRACK_FIELDS = [
  'id',
  'name',
  'height',
  'volume',
  'locked',
  'mutedAudio',
  'mutedVideo',
] as const satisfies readonly (keyof TimelineTrack)[];

/** Where the person was, which OTIO has no place for. */
export const PATCHBAY_TIMELINE_FIELDS = [
  'currentTime',
  'playheadPosition',
  'zoom',
  'selectedClipIds',
  'selectedTrackId',
] as const satisfies readonly (keyof TimelineBody)[];

const TimelineRange = TimelineBody.pick({
  currentTime: true,
  playheadPosition: true,
  zoom: true,
  selectedClipIds: true,
  selectedTrackId: true,
} satisfies Record<(typeof PATCHBAY_TIMELINE_FIELDS)[number], true>);

type Patchbay = Record<string, unknown> | undefined;

/** Where the person was, as far as it is still there. */
export function timelineRange(
  patchbay: Record<string, unknown>,
  ids: { clips: ReadonlySet<string>; tracks: ReadonlySet<string> },
): Partial<TimelineBody> {
  const fields = PATCHBAY_TIMELINE_FIELDS.map((field) => [field, patchbay[field]] as const);
  const existing = TimelineRange.safeParse(Object.fromEntries(fields));
  if (!existing.success) return {};
  const { selectedClipIds, selectedTrackId, ...position } = existing.data;
  return {
    ...position,
    selectedClipIds: selectedClipIds.filter((id) => ids.clips.has(id)),
    selectedTrackId: selectedTrackId !== null && ids.tracks.has(selectedTrackId) ? selectedTrackId : null,
  };
}

/** How long our own export said the project is; 0 when it does not say. */
export function patchbayDuration(patchbay: Patchbay): number {
  const existing = TimelineBody.shape.projectDuration.safeParse(patchbay?.['projectDuration']);
  return existing.success ? existing.data : 0;
}

const NO_EXT = {};

/** The `ext` of an item: what our own export said of it, and what was kept of other programs. */
export function extOf(patchbay: Patchbay, otio: object | undefined): { ext?: Record<string, unknown> } {
  if (!patchbay) return otio ? { ext: { otio } } : NO_EXT;
  const ext = { ...asRecord(patchbay?.['ext']), ...(otio && { otio }) };
  return Object.keys(ext).length > 0 ? { ext } : {};
}
