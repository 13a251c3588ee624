import { asRecord } from '#shared/document/problems.ts';
import type { TimelineClip, TimelineTrack } from '#shared/timeline/index.ts';

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
  'storageType',
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
