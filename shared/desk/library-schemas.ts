import { z } from 'zod';
import { EditableGraph, EditableInputValue } from '../api/schemas/documents.ts';
import { RunInputValue } from '../api/schemas/runs.ts';
import { RunPurpose } from './run-occasion.ts';
import { GraphSketch } from '../graph/sketch.ts';
import { SOURCE_TYPES } from '../provenance/source-types.ts';
import { TimelineSketch } from '../timeline/sketch.ts';

/** Outputs that runs made, as far as this computer has seen them; the API lists them nowhere. */

export const LibraryOutputKind = z.enum([
  'image',
  'video',
  'audio',
  'file',
  'text',
  'number',
  'boolean',
  'json',
]);
export type LibraryOutputKind = z.infer<typeof LibraryOutputKind>;

/** The grid or batch whose run made an output, as it is called now. */
export const OutputBatch = z.object({
  id: z.string(),
  /** Null when it was deleted; its results stay. */
  kind: z.enum(['grid', 'table']).nullable(),
  name: z.string().nullable(),
  /** The values that make the result what it is, as in `Radius 30`; empty of a table. */
  place: z.string(),
  /** Its row in a table, from 1; null when that is not known. */
  row: z.int().nullable(),
});
export type OutputBatch = z.infer<typeof OutputBatch>;

const MAX_IDS = 10_000;
const OutputId = z.string().regex(/^\d{1,15}$/);
const OutputIds = z.array(OutputId).min(1).max(MAX_IDS);

export const LibraryOutput = z.object({
  id: z.string(),
  connectionId: z.string(),
  runId: z.string(),
  /** Its name among the outputs of the run. */
  key: z.string(),
  /** What a person calls it, as it was when the run ended. */
  title: z.string(),
  kind: LibraryOutputKind,
  nodeId: z.string().nullable(),
  nodeType: z.string().nullable(),
  projectId: z.string().nullable(),
  /** As far as it was seen on this computer. */
  projectName: z.string().nullable(),
  projectVersion: z.int().nullable(),
  templateId: z.string().nullable(),
  /** Null of a run that somebody started by itself. */
  batch: OutputBatch.nullable(),
  /** What its run was for, where that is not its project as it stands. */
  occasion: RunPurpose.optional(),
  /** Somebody else of the account started its run: who; null where their key belongs to no person. */
  startedBy: z.string().nullable().optional(),
  contentType: z.string().nullable(),
  filename: z.string().nullable(),
  fileId: z.string().nullable(),
  sizeBytes: z.int().nullable(),
  /** The first characters of a text or value. */
  excerpt: z.string().nullable(),
  /** When the run ended, ISO. */
  createdAt: z.string(),
  starred: z.boolean(),
  note: z.string().nullable(),
  hidden: z.boolean(),
  /** The service has no such file any more. */
  missing: z.boolean(),
  /** How many outputs of the search differ from this one in seeds alone, with itself. */
  stackSize: z.int(),
  /** How many outputs of a distinct search have the same content, with itself. */
  copyCount: z.int().optional(),
  /** Equal of outputs with the same content: one file, equal bytes, or the same value of the same output. Absent of values too long to be kept. */
  contentKey: z.string().optional(),
});
export type LibraryOutput = z.infer<typeof LibraryOutput>;

/** What is searched; every part that is given narrows it. */
export const OutputSearch = z.strictObject({
  connectionId: z.string(),
  projectId: z.string().optional(),
  templateId: z.string().optional(),
  collectionId: z.string().optional(),
  runId: z.string().optional(),
  nodeId: z.string().max(200).optional(),
  /** The output that is this file. */
  fileId: z.string().max(300).optional(),
  kind: LibraryOutputKind.optional(),
  /** Runs that were started by themselves, all grids, all batches of tables, or those that were deleted. */
  madeBy: z.enum(['runs', 'grids', 'tables', 'deleted']).optional(),
  batchId: z.string().max(80).optional(),
  /** ISO: from this time on, and before that. */
  from: z.string().max(40).optional(),
  to: z.string().max(40).optional(),
  starred: z.literal(true).optional(),
  /** Words of titles, notes, texts and prompts; the beginning of a word finds it. */
  text: z.string().max(10_000).optional(),
  /** Inputs that have just these values, or numbers within bounds that count. */
  inputs: z
    .array(
      z.strictObject({
        name: z.string().max(200),
        /** Of one node alone; empty: of a field of a form. */
        nodeId: z.string().max(400).optional(),
        value: z.string().max(400).optional(),
        from: z.number().optional(),
        to: z.number().optional(),
      }),
    )
    .max(8)
    .optional(),
  /** Of outputs that differ in seeds alone only the newest. */
  stacked: z.literal(true).optional(),
  /** Of outputs with equal bytes only one, of the newest run; of texts and values of one run that are the same only the first. */
  distinct: z.literal(true).optional(),
  /** All that differ from this output in seeds alone. */
  stackOf: OutputId.optional(),
  /** Only what a person has hidden; else nothing of it. */
  hidden: z.literal(true).optional(),
  cursor: z.string().max(400).optional(),
  limit: z.int().min(1).max(500).optional(),
});
export type OutputSearch = z.infer<typeof OutputSearch>;

/** Newest first. */
export const OutputPage = z.object({
  outputs: z.array(LibraryOutput),
  nextCursor: z.string().nullable(),
  /** Of the whole search; null but on its first page. */
  total: z.int().nullable(),
  /** Earlier runs whose outputs are still to be read from the service. */
  unreadRuns: z.int(),
});
export type OutputPage = z.infer<typeof OutputPage>;

/** What the newest outputs can be narrowed by, the most frequent first. */
export const OutputFacets = z.object({
  kinds: z.array(z.object({ kind: LibraryOutputKind, count: z.int() })),
  nodes: z.array(z.object({ nodeId: z.string(), title: z.string(), count: z.int() })),
  /** Grids and batches that made some of them, the newest first. */
  batches: z.array(OutputBatch.pick({ id: true, kind: true, name: true }).extend({ count: z.int() })),
  /** By node, then by name; their values by size, then by the alphabet. */
  inputs: z.array(
    z.object({
      /** Empty of a field of a form. */
      nodeId: z.string(),
      /** Empty of a field of a form, and where the newest output with it does not say. */
      nodeType: z.string(),
      nodeTitle: z.string(),
      name: z.string(),
      /** The least and the greatest number; null where there are not two. */
      range: z.object({ from: z.number(), to: z.number() }).nullable(),
      values: z.array(z.object({ value: z.string(), count: z.int() })),
    }),
  ),
});
export type OutputFacets = z.infer<typeof OutputFacets>;

export const OutputInput = z.object({
  nodeId: z.string(),
  nodeType: z.string(),
  nodeTitle: z.string().nullable(),
  name: z.string(),
  value: EditableInputValue,
});
export type OutputInput = z.infer<typeof OutputInput>;

/** What a run was asked to do. */
export const RunSource = z.object({
  connectionId: z.string(),
  runId: z.string(),
  projectId: z.string().nullable(),
  projectVersion: z.int().nullable(),
  /** The graph as it ran, overridden inputs included; null when it is not on this computer. */
  graph: EditableGraph.nullable(),
  /** Why there is no graph, a sentence; null when there is one. */
  graphProblem: z.string().nullable(),
  /** False where the run may have had other values in some inputs: its start was not seen on this computer. */
  isExact: z.boolean(),
  targetNodeIds: z.array(z.string()),
  /** Of a run of a template: what its form held. */
  template: z
    .object({
      templateId: z.string(),
      endpointId: z.string(),
      inputs: z.record(z.string(), RunInputValue),
    })
    .nullable(),
});
export type RunSource = z.infer<typeof RunSource>;

/** A project that was made to show a run as it was. */
export const RunCopy = z.object({
  projectId: z.string().max(200),
  runId: z.string().max(200),
  /** Of the project as it was made: with another it has been changed since. */
  version: z.int(),
  /** The project whose run it is; null where the run had none. */
  sourceProjectId: z.string().max(200).nullable(),
  sourceName: z.string().max(300).nullable(),
  /** ISO time of the run. */
  runAt: z.string().max(40),
});
export type RunCopy = z.infer<typeof RunCopy>;

export const OutputDetails = z.object({
  output: LibraryOutput,
  /** Of what is no file: the value, null when it is too long to be kept here. */
  value: z.unknown(),
  run: z
    .object({
      status: z.string(),
      createdAt: z.string(),
      executionTimeMs: z.int().nullable(),
      creditsUsedMicrocredits: z.string().nullable(),
    })
    .nullable(),
  inputs: z.array(OutputInput),
  /** All outputs of the project with its bytes, newest first, itself among them. */
  origins: z.array(LibraryOutput).optional(),
  /** Whether the graph or the form of the run can be opened. */
  canOpen: z.boolean(),
  /** Why it cannot, a sentence. */
  openProblem: z.string().nullable(),
  collectionIds: z.array(z.string()),
});
export type OutputDetails = z.infer<typeof OutputDetails>;

export const OutputsChange = z.strictObject({
  outputIds: OutputIds,
  starred: z.boolean().optional(),
  /** Null takes it away. */
  note: z.string().trim().max(4000, 'Write at most 4,000 characters.').nullable().optional(),
  hidden: z.boolean().optional(),
});
export type OutputsChange = z.infer<typeof OutputsChange>;

export const OutputCollection = z.object({
  id: z.string(),
  connectionId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  count: z.int(),
});
export type OutputCollection = z.infer<typeof OutputCollection>;

const CollectionName = z.string().trim().min(1, 'Give the collection a name.').max(200);

export const CollectionCreate = z.strictObject({
  connectionId: z.string(),
  name: CollectionName,
  outputIds: z.array(OutputId).max(MAX_IDS).optional(),
});
/** `deleted: false` brings one back that was deleted. */
export const CollectionChange = z.strictObject({
  name: CollectionName.optional(),
  deleted: z.boolean().optional(),
});
export const CollectionItems = z.strictObject({
  add: z.array(OutputId).max(MAX_IDS).optional(),
  remove: z.array(OutputId).max(MAX_IDS).optional(),
});

/** What stands for a project in a list. */
export const ProjectFace = z.object({
  projectId: z.string(),
  /** The picture: the chosen output's, else the latest. */
  coverFileId: z.string().nullable(),
  isChosen: z.boolean(),
  /** A drawing of its newest known graph. */
  sketch: GraphSketch.nullable(),
  /** A drawing of its newest known timeline; null where it has no clips. */
  film: TimelineSketch.nullable(),
  /** How many shots its newest known storyboard has. */
  shots: z.int().min(0).optional(),
  /** Which of its pages was saved last on this computer; null where none was. */
  lastPage: z.enum(['graph', 'timeline', 'storyboard']).nullable().optional(),
  /** The first file that its film shows, else its board, for where no run made a picture. */
  firstFileId: z.string().nullable().optional(),
  /** When it was last opened on this computer, ISO. */
  openedAt: z.string().nullable(),
});
export type ProjectFace = z.infer<typeof ProjectFace>;

export const ProjectFacesRequest = z.strictObject({
  connectionId: z.string(),
  projectIds: z.array(z.string().max(200)).max(500),
});

export const ArchiveRequest = z.strictObject({
  outputIds: OutputIds,
  /** Whether the settings that made each output go into its file, or beside it. */
  withSettings: z.boolean().optional(),
  /** Whether each file says how much of it came from models. */
  withMark: z.boolean().optional(),
});
export type ArchiveRequest = z.infer<typeof ArchiveRequest>;
/** A ZIP that is written while it is loaded from `url`, which works once and for ten minutes. */
export const ArchiveAnswer = z.object({
  url: z.string(),
  name: z.string(),
  /** Of `GET /desk/archives/{archiveId}/files/{index}`, which gives its files one by one. */
  id: z.string(),
  /** Its files, each name once. Each is loaded by itself from `url` with `/` and its place in this list behind it. */
  fileNames: z.array(z.string()),
  fileCount: z.int(),
  totalBytes: z.int(),
  /** How many were to have their settings, which are not on this computer. */
  withoutSettings: z.int(),
  /** How many were to say how much of them came from models, and are of a kind that has no place for it. */
  unmarked: z.int(),
});

/** One output that is saved with what goes along in its file. */
export const SavedOutputRequest = z.strictObject({
  connectionId: z.string(),
  runId: z.string(),
  /** What a person calls it. */
  title: z.string().max(1000),
  nodeId: z.string().nullable(),
  projectName: z.string().max(1000).nullable(),
  projectVersion: z.int().nullable(),
  withSettings: z.boolean(),
  /** Whether the file says how much of it came from models. */
  withMark: z.boolean(),
  /** The name that is proposed for it. */
  name: z.string().min(1).max(255),
  /** Null of a text or a value, which the page saves itself. */
  file: z
    .strictObject({ fileId: z.string(), contentType: z.string().max(200), sizeBytes: z.int().min(0) })
    .nullable(),
});
export type SavedOutputRequest = z.infer<typeof SavedOutputRequest>;

/** How much of an output came from models, as the graph of its run tells. */
export const OutputProvenance = z.object({
  /** `unknown`: a node of a service that is not known here made some of it, or it is not known which branch it took. */
  share: z.enum(['all', 'part', 'nothing', 'unknown']),
  /** What a file of it says, by the name of the IPTC; null where that would be a guess. */
  sourceType: z.enum(SOURCE_TYPES).nullable(),
  /** Models that made some of it, by name. */
  models: z.array(z.string()),
  /** Whether only some of them made it, and which is not known. */
  isAmbiguous: z.boolean(),
  /** Node types that are not known here. */
  unknownTypes: z.array(z.string()),
  /** Files in it that do not say where they came from. */
  silentFiles: z.int(),
  /** Why nothing is known, a sentence. */
  problem: z.string().nullable(),
});
export type OutputProvenance = z.infer<typeof OutputProvenance>;

/**
 * What a saved file says of it: `written`; `nothing`, as any source type would be a guess; or why it cannot: its kind has no place for it,
 * it is signed as it is, or too large.
 */
export const MarkState = z.enum(['written', 'nothing', 'format', 'signed', 'too-large']);
export type MarkState = z.infer<typeof MarkState>;

/** Addresses on the media origin; they work for ten minutes. */
export const SavedOutputResponse = z.object({
  /** The file with its settings in it; null where it is saved as the service has it. */
  url: z.string().nullable(),
  /** The settings as a file of their own, for what cannot carry them. */
  sidecar: z.object({ url: z.string(), name: z.string() }).nullable(),
  /** Why there are no settings, a sentence; null when there are. */
  problem: z.string().nullable(),
  /** Null where it was not asked for. */
  mark: MarkState.nullable(),
});
export type SavedOutputResponse = z.infer<typeof SavedOutputResponse>;
