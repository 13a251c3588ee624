import { z } from 'zod';
import { externalIds, Metadata } from '../api/schemas/common.ts';
import { EditableGraph } from '../api/schemas/documents.ts';
import { CanvasItems } from '../canvas/items.ts';
import { GraphSketch } from '../graph/sketch.ts';
import { recordUpTo } from '../reading/index.ts';
import { StoryboardSketch } from '../storyboard/sketch.ts';
import { TimelineSketch } from '../timeline/sketch.ts';
import { MediaDocumentKind } from './document-journal.ts';

/** Versions of graphs, storyboards and timelines that are stored on this computer. */

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
  'found', // a storyboard or timeline as the service had it, made elsewhere or before
  'before', // as it was before a step that changed much of it at once, which its name says
]);
export type VersionReason = z.infer<typeof VersionReason>;

/** Which document of a project. */
export const VersionKind = z.enum(['graph', ...MediaDocumentKind.options]);
export type VersionKind = z.infer<typeof VersionKind>;

/** What is known of every version. */
const common = {
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
  /** ISO, when it was saved or found. */
  at: z.string(),
  /** Its document was found damaged and cannot be shown. */
  damaged: z.boolean(),
};

/** What was done in the stretch of work that it ends, as undo calls it, in order; absent where that is not known. */
const steps = z.array(z.string()).optional();

/** The schemas of routes stay small by naming their types. */
const SketchOfStoryboard: z.ZodType<StoryboardSketch> = StoryboardSketch;
const SketchOfTimeline: z.ZodType<TimelineSketch> = TimelineSketch;

const GraphVersion = z.object({
  kind: z.literal('graph'),
  ...common,
  nodeCount: z.int(),
  /** Against the version saved before; null for the first. */
  changes: z
    .object({ added: z.int(), removed: z.int(), changed: z.int(), moved: z.int(), wires: z.int() })
    .nullable(),
  sketch: GraphSketch,
});
export type GraphVersion = z.infer<typeof GraphVersion>;

/** Of storyboards and timelines. */
export const MediaVersion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('storyboard'), ...common, steps, sketch: SketchOfStoryboard }),
  z.object({ kind: z.literal('timeline'), ...common, steps, sketch: SketchOfTimeline }),
]);
export type MediaVersion = z.infer<typeof MediaVersion>;

/** A saved state of one document of a project. */
export const ProjectVersion = z.discriminatedUnion('kind', [GraphVersion, MediaVersion]);
export type ProjectVersion = z.infer<typeof ProjectVersion>;

export const VersionListQuery = z.object({
  /** Of this document alone; of all that the project has without it. */
  kind: VersionKind.optional(),
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
  /** Bytes that all versions of all projects take on this disk, and how many they may: those of the kinds that were asked for. */
  usedBytes: z.int(),
  limitBytes: z.int(),
});
export type VersionPage = z.infer<typeof VersionPage>;

/** The canvas items of a version. Its type is named, so that the schemas of routes stay small. */
const Canvas: z.ZodType<CanvasItems> = CanvasItems;

export const GraphVersionDocument = z.object({
  version: GraphVersion,
  graph: EditableGraph,
  /** Left out by versions that were saved without any. */
  canvas: Canvas.optional(),
});
export type GraphVersionDocument = z.infer<typeof GraphVersionDocument>;

/** A storyboard or timeline as it was stored, unchecked. */
export const MediaVersionDocument = z.object({
  version: MediaVersion,
  document: z.record(z.string(), z.unknown()),
});
export type MediaVersionDocument = z.infer<typeof MediaVersionDocument>;

export const VersionDocument = z.union([GraphVersionDocument, MediaVersionDocument]);

/** Fields of a document, at its top. */
const MAX_DOCUMENT_FIELDS = 1000;

const VersionName = z.string().trim().min(1, 'Give the version a name.').max(200);

const GraphKeepRequest = z.object({
  kind: z.literal('graph'),
  version: z.int(),
  reason: VersionReason,
  name: VersionName.nullable().optional(),
  graph: EditableGraph,
  canvas: Canvas.optional(),
});
export type GraphKeepRequest = z.infer<typeof GraphKeepRequest>;

/** Asks to keep a graph that only the page knows, or a storyboard or timeline as it is before a step that changes much of it at once. */
export const VersionKeepRequest = z.discriminatedUnion('kind', [
  GraphKeepRequest,
  z.strictObject({
    kind: MediaDocumentKind,
    version: z.int(),
    name: VersionName,
    document: recordUpTo(MAX_DOCUMENT_FIELDS, z.unknown()),
  }),
]);

/** A name of null takes the name away. */
export const VersionChange = z.strictObject({
  name: VersionName.nullable().optional(),
  keep: z.boolean().optional(),
});
export type VersionChange = z.infer<typeof VersionChange>;
