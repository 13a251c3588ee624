import { z } from 'zod';
import { listUpTo, recordUpTo } from '../reading/counts.ts';

/**
 * Timeline Document v1. All times are seconds. `duration` is the visible length of a clip; the medium behind it is
 * `trimStart + duration + trimEnd` long. `tracks[0]` is the bottom layer, as in OpenTimelineIO. What a field leaves out
 * gets the default given here; `ext` is the place for a program's own data.
 */

/** Far beyond any film (30 years), and small enough that sums and frames stay exact. */
export const MAX_SECONDS = 1_000_000_000;
const Seconds = z.number().min(0).max(MAX_SECONDS);
const Id = z.string().min(1).max(200);
/** A program's own data in one place. */
const Ext = recordUpTo(1000, z.unknown());

export const TIMELINE_VERSION = 1;
export const DEFAULT_FRAME_RATE = 24;
export const MAX_CLIPS = 50_000;
export const MAX_TRACKS = 1000;
const CLIP_TYPES = ['video', 'image', 'audio', 'text'] as const;

const ClipTransform = z.strictObject({
  rotation: z.number().default(0).describe('Degrees, clockwise.'),
  scale: z.number().default(1),
  x: z.number().default(0),
  y: z.number().default(0),
});

export const TimelineClip = z.strictObject({
  id: Id,
  trackId: Id,
  name: z.string().default(''),
  filename: z
    .string()
    .default('')
    .describe('Name of the medium in the file library; empty for a placeholder.'),
  type: z.enum(CLIP_TYPES).default('video'),
  storageType: z
    .string()
    .min(1)
    .max(50)
    .default('library')
    .describe('`library`: a file of the account. `placeholder`: the medium is missing.'),
  startTime: Seconds,
  duration: Seconds.describe('Visible length.'),
  trimStart: Seconds.default(0).describe('What is cut off the head of the medium.'),
  trimEnd: Seconds.default(0).describe('What is cut off the tail of the medium.'),
  opacity: z.number().min(0).max(1).default(1),
  volume: z.number().min(0).max(100).default(1).describe('A factor; 1 leaves the sound as it is.'),
  transform: ClipTransform.default({ rotation: 0, scale: 1, x: 0, y: 0 }),
  ext: Ext.optional(),
});
export type TimelineClip = z.infer<typeof TimelineClip>;

export const TimelineTrack = z.strictObject({
  id: Id,
  name: z.string().default(''),
  height: z.number().min(0).max(10_000).default(64).describe('Pixels on screen.'),
  volume: z.number().min(0).max(100).default(1),
  locked: z.boolean().default(false),
  mutedAudio: z.boolean().default(false),
  mutedVideo: z.boolean().default(false),
  ext: Ext.optional(),
});
export type TimelineTrack = z.infer<typeof TimelineTrack>;

export const ProjectResolution = z.strictObject({
  width: z.number().min(1).max(65_536).default(1920),
  height: z.number().min(1).max(65_536).default(1080),
  isAutoDetected: z.boolean().default(false),
});
export type ProjectResolution = z.infer<typeof ProjectResolution>;

export const TimelineBody = z.strictObject({
  clips: z.array(TimelineClip).max(MAX_CLIPS),
  tracks: z.array(TimelineTrack).max(MAX_TRACKS),
  currentTime: Seconds.default(0),
  playheadPosition: Seconds.default(0),
  projectDuration: Seconds.default(0),
  frameRate: z.number().min(1).max(240).default(DEFAULT_FRAME_RATE),
  zoom: z.number().gt(0).default(1),
  selectedClipIds: listUpTo(MAX_CLIPS, z.string()).default([]),
  selectedTrackId: z.string().nullable().default(null),
  projectResolution: ProjectResolution.default({ width: 1920, height: 1080, isAutoDetected: true }),
  ext: Ext.optional(),
});
export type TimelineBody = z.infer<typeof TimelineBody>;

export const TimelineDocument = z.strictObject({
  serviceType: z.literal('timeline'),
  name: z.string().default('Timeline'),
  version: z.literal(TIMELINE_VERSION),
  timeline: TimelineBody,
});
export type TimelineDocument = z.infer<typeof TimelineDocument>;

/** The JSON Schema (2020-12) of what may be sent. */
export function timelineJsonSchema(): Record<string, unknown> {
  return {
    ...z.toJSONSchema(TimelineDocument, { io: 'input' }),
    $id: 'service-timeline-document.v1',
    title: 'Timeline Document v1',
  };
}
