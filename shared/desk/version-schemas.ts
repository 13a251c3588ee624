import { z } from 'zod';
import { externalIds, Metadata } from '../api/schemas/common.ts';
import { EditableGraph } from '../api/schemas/documents.ts';
import { CanvasItems } from '../canvas/items.ts';
import { GraphSketch } from '../graph/sketch.ts';

/** Versions of projects that are stored on this computer. */

/** What a project is besides its graph, as far as it was seen on this computer. */
export const ProjectDetails = z.object({ name: z.string(), ...externalIds, metadata: Metadata.optional() });
export type ProjectDetails = z.infer<typeof ProjectDetails>;

/** With the documents that stand beside the graph; null where there are none. */
export const KnownProject = z.object({
  details: ProjectDetails,
  storyboard: z.record(z.string(), z.unknown()).nullable(),
  timeline: z.record(z.string(), z.unknown()).nullable(),
});
export type KnownProject = z.infer<typeof KnownProject>;

/** Why a version was saved. */
export const VersionReason = z.enum([
  'saved', // made here and taken by the service
  'elsewhere', // made by somebody else, or by this person on another computer
  'opened', // how the project was found when it was opened
  'merge', // how it was here, unsaved changes included, before somebody else's change was merged in
  'imported', // brought in from a file
]);
export type VersionReason = z.infer<typeof VersionReason>;

export const ProjectVersion = z.object({
  id: z.string(),
  connectionId: z.string(),
  projectId: z.string(),
  /** The service's number; of a state that the service never had, the one it was made on. */
  version: z.int(),
  reason: VersionReason,
  /** What the person calls it. */
  name: z.string().nullable(),
  /** Never removed to make room; a named one never is either. */
  keep: z.boolean(),
  at: z.string(),
  nodeCount: z.int(),
  /** Against the version saved before; null for the first. */
  changes: z
    .object({ added: z.int(), removed: z.int(), changed: z.int(), moved: z.int(), wires: z.int() })
    .nullable(),
  sketch: GraphSketch,
  /** Its document was found damaged and cannot be shown. */
  damaged: z.boolean(),
});
export type ProjectVersion = z.infer<typeof ProjectVersion>;

export const VersionListQuery = z.object({
  /** Of the page before. */
  cursor: z.string().max(200).optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .optional(),
  /** Only those with a name, or kept on purpose. */
  named: z.enum(['true', 'false']).optional(),
});

/** Newest first. */
export const VersionPage = z.object({
  versions: z.array(ProjectVersion),
  nextCursor: z.string().nullable(),
  /** Bytes that all versions of all projects take on this disk, and how many they may. */
  usedBytes: z.int(),
  limitBytes: z.int(),
});
export type VersionPage = z.infer<typeof VersionPage>;

/** The canvas items of a version. Its type is named, so that the schemas of routes stay small. */
const Canvas: z.ZodType<CanvasItems> = CanvasItems;

export const VersionDocument = z.object({
  version: ProjectVersion,
  graph: EditableGraph,
  /** Left out by versions that were saved without any. */
  canvas: Canvas.optional(),
});
export type VersionDocument = z.infer<typeof VersionDocument>;

/** Asks to keep a state that only the page knows. */
export const VersionKeepRequest = z.object({
  version: z.int(),
  reason: VersionReason,
  name: z.string().trim().min(1).max(200).nullable().optional(),
  graph: EditableGraph,
  canvas: Canvas.optional(),
});
export type VersionKeepRequest = z.infer<typeof VersionKeepRequest>;

/** A name of null takes the name away. */
export const VersionChange = z.strictObject({
  name: z.string().trim().min(1, 'Give the version a name.').max(200).nullable().optional(),
  keep: z.boolean().optional(),
});
export type VersionChange = z.infer<typeof VersionChange>;
