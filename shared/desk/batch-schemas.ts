import { z } from 'zod';
import { EditableInputValue, InlineGraph, RunInputValue } from '../api/schemas/index.ts';

/**
 * Batches: many runs of one graph or template that differ in the values of some inputs. A grid varies one to three
 * inputs of a graph; a table brings a row of values for each run.
 */

/** Runs that one batch may hold. */
export const MAX_GRID_ITEMS = 10_000;
export const MAX_TABLE_ITEMS = 100_000;
/** Items in one request that adds, reads or changes some. */
export const MAX_ITEMS_IN_REQUEST = 1000;
/** Inputs that a batch may set. */
export const MAX_BATCH_FIELDS = 64;
/** Runs of one batch at the same time. */
const MAX_IN_FLIGHT = 16;
export const DEFAULT_IN_FLIGHT = 3;

/** Chosen by the page, so that creating it twice makes one. */
export const BatchId = z.string().regex(/^batch_[A-Za-z0-9-]{8,60}$/, 'This is not the id of a batch.');

/** A template and one of its endpoints, as it was when the batch was made. */
const TemplateSource = z.object({
  kind: z.literal('template'),
  templateId: z.string().min(1),
  endpointId: z.string().min(1),
});

const graphFields = {
  kind: z.literal('graph'),
  /** The project whose graph this is; its runs are found with it. */
  projectId: z.string().nullable(),
  projectVersion: z.int().nullable(),
  targetNodeIds: z.array(z.string()).max(1000),
};

/** What each item runs. A graph is recorded with the batch, so later edits of the project change no item. */
export const BatchSource = z.discriminatedUnion('kind', [
  z.object({ ...graphFields, graph: InlineGraph }),
  TemplateSource,
]);
export type BatchSource = z.infer<typeof BatchSource>;

/** A source without its graph. */
const BatchOrigin = z.discriminatedUnion('kind', [z.object(graphFields), TemplateSource]);
export type BatchOrigin = z.infer<typeof BatchOrigin>;

/** An input that the items set: of a node of the graph, or a field of the template. */
export const BatchField = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('node'),
    nodeId: z.string(),
    input: z.string(),
    label: z.string().max(300),
    type: z.string().nullable(),
  }),
  z.object({
    of: z.literal('template'),
    fieldName: z.string(),
    label: z.string().max(300),
    type: z.string().nullable(),
  }),
  /** Instead of the graph of the batch, each item runs the one that made an earlier output: its value is a `RecordedOutput`. */
  z.object({ of: z.literal('output'), label: z.string().max(300), type: z.string().nullable() }),
]);
export type BatchField = z.infer<typeof BatchField>;

/** An output whose graph an item runs once more, toward the node that made it. */
export const RecordedOutput = z.object({
  outputId: z.string().max(40),
  runId: z.string().max(300),
  /** Its name among the outputs of its run. */
  key: z.string().max(20_000),
  nodeId: z.string().max(300),
  title: z.string().max(1000),
});
export type RecordedOutput = z.infer<typeof RecordedOutput>;

/** A value of an input in one item; null leaves the input as it is. */
export const BatchValue = z.union([RunInputValue, EditableInputValue]).nullable();
export type BatchValue = z.infer<typeof BatchValue>;

/** An axis of a grid: the field it varies, and what its values are called. */
const GridAxis = z.object({
  field: z.int().min(0),
  labels: z.array(z.string().max(300)).min(1).max(MAX_GRID_ITEMS),
});

/** Which axis lies where; null for a direction that shows one place only. */
const GridLayout = z.object({
  axes: z.array(GridAxis).min(1).max(3),
  columns: z.int().min(0).max(2).nullable(),
  rows: z.int().min(0).max(2).nullable(),
  pages: z.int().min(0).max(2).nullable(),
});
export type GridLayout = z.infer<typeof GridLayout>;

const Microcredits = z.string().regex(/^\d{1,30}$/, 'An amount is a whole number.');

export const BatchLimits = z.object({
  /** Runs that may be started in all, each try counted; null: no ceiling. */
  maxRuns: z.int().min(1).max(1_000_000).nullable(),
  /** What all runs may cost together; null: no ceiling. */
  maxMicrocredits: Microcredits.nullable(),
  inFlight: z.int().min(1).max(MAX_IN_FLIGHT),
});
export type BatchLimits = z.infer<typeof BatchLimits>;

export const BatchDraft = z.object({
  id: BatchId,
  connectionId: z.string(),
  kind: z.enum(['grid', 'table']),
  name: z.string().trim().min(1, 'Give it a name.').max(200),
  source: BatchSource,
  fields: z.array(BatchField).min(1, 'Choose an input first.').max(MAX_BATCH_FIELDS),
  layout: GridLayout.nullable(),
  limits: BatchLimits,
});
export type BatchDraft = z.infer<typeof BatchDraft>;

export const BatchState = z.enum([
  'draft', // items may be added; nothing runs yet
  'running',
  'paused', // by a person, by a ceiling or by something a person has to look at
  'canceled',
  'done',
]);
export type BatchState = z.infer<typeof BatchState>;

export const BatchItemState = z.enum(['waiting', 'submitted', 'done', 'failed', 'canceled', 'skipped']);
export type BatchItemState = z.infer<typeof BatchItemState>;

/** Which items of a batch are asked about: those that wait, or of those that did not work, that surely or perhaps charged. */
export const EstimatedItems = z.enum(['next', 'failed', 'perhapsCharged']);
export type EstimatedItems = z.infer<typeof EstimatedItems>;

/** Items of each state, and those that a person has marked. */
export const BatchCounts = z.object({
  total: z.int(),
  waiting: z.int(),
  submitted: z.int(),
  done: z.int(),
  failed: z.int(),
  canceled: z.int(),
  skipped: z.int(),
  starred: z.int(),
  hidden: z.int(),
  /** Of those that failed, those that a model may have charged. */
  perhapsCharged: z.int().optional(),
});
export type BatchCounts = z.infer<typeof BatchCounts>;

export const Batch = z.object({
  id: z.string(),
  connectionId: z.string(),
  kind: z.enum(['grid', 'table']),
  name: z.string(),
  origin: BatchOrigin,
  fields: z.array(BatchField),
  layout: GridLayout.nullable(),
  limits: BatchLimits,
  state: BatchState,
  /** The highest of those that run is served first; 0 for one that was never moved. */
  movedToFront: z.int(),
  /** Why it is paused or waits, as a sentence with the next step; null otherwise. */
  reason: z.string().nullable(),
  counts: BatchCounts,
  /** Runs started so far, each try counted. */
  runsStarted: z.int(),
  /** What the ended runs cost, as far as the service said it. */
  spentMicrocredits: z.string(),
  /** Ended runs whose cost is known. */
  pricedRuns: z.int(),
  /** The most that one of them cost; null while none is known. */
  highestMicrocredits: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Batch = z.infer<typeof Batch>;

/** An output of an item's run. Of a value, the text as far as it is held here. */
export const BatchOutput = z.object({
  key: z.string(),
  /** What people call it: the title of its node. */
  label: z.string().optional(),
  /** False of one that no input of the batch reaches: it is equal in every item. */
  isVaried: z.boolean().optional(),
  type: z.string(),
  fileId: z.string().optional(),
  filename: z.string().optional(),
  contentType: z.string().optional(),
  sizeBytes: z.int().optional(),
  text: z.string().optional(),
  /** The text is only the beginning of the value; the run has all of it. */
  isCut: z.boolean().optional(),
});
export type BatchOutput = z.infer<typeof BatchOutput>;

export const BatchItem = z.object({
  index: z.int(),
  /** Place on each axis of a grid; empty for a table. */
  place: z.array(z.int()),
  /** One value a field, in their order. */
  values: z.array(BatchValue),
  state: BatchItemState,
  starred: z.boolean(),
  hidden: z.boolean(),
  /** Tries begun so far. */
  attempt: z.int(),
  runId: z.string().nullable(),
  /** Why it failed or is skipped, as a sentence. */
  error: z.string().nullable(),
  /** Set on one that failed though a model may have charged, in microcredits: only a person asks again. */
  perhapsCharged: z.string().nullable().optional(),
  outputs: z.array(BatchOutput),
  /** Names of the files among its values, by their ids, as far as they are known. */
  fileNames: z.record(z.string(), z.string()).optional(),
  microcredits: z.string().nullable(),
  executionTimeMs: z.int().nullable(),
});
export type BatchItem = z.infer<typeof BatchItem>;

/** An item as a page adds it. */
export const NewBatchItem = z.object({
  place: z.array(z.int().min(0)).max(3),
  values: z.array(BatchValue).max(MAX_BATCH_FIELDS),
  skipped: z.boolean().optional(),
  /** Why it is skipped, as a sentence. */
  reason: z.string().max(2000).optional(),
});
export type NewBatchItem = z.infer<typeof NewBatchItem>;

/** An item of a table, which has no axes. */
export const tableItem = (values: NewBatchItem['values']): NewBatchItem => ({ place: [], values });

export const BatchItemsAppend = z.object({
  /** Index of the first; those that are there already are left as they are. */
  from: z.int().min(0),
  items: z.array(NewBatchItem).min(1).max(MAX_ITEMS_IN_REQUEST),
});

/** What a person marks on items. `skipped` counts for items that have not run. */
export const BatchItemsChange = z.object({
  items: z.array(z.int().min(0)).min(1).max(MAX_ITEMS_IN_REQUEST),
  starred: z.boolean().optional(),
  hidden: z.boolean().optional(),
  skipped: z.boolean().optional(),
});
export type BatchItemsChange = z.infer<typeof BatchItemsChange>;

/** New values of an item that has no result: it waits then, whatever became of it before. */
export const BatchItemValues = z.object({
  item: z.int().min(0),
  values: z.array(BatchValue).max(MAX_BATCH_FIELDS),
});
export type BatchItemValues = z.infer<typeof BatchItemValues>;

export const BatchChange = z
  .object({ name: z.string().trim().min(1).max(200), layout: GridLayout, limits: BatchLimits })
  .partial();
export type BatchChange = z.infer<typeof BatchChange>;

export const BatchItemsQuery = z.object({
  from: z
    .string()
    .regex(/^\d{1,7}$/)
    .optional(),
  limit: z
    .string()
    .regex(/^\d{1,4}$/)
    .optional(),
  state: BatchItemState.optional(),
});

/** The output that an item makes again; null of an item of any other batch. */
export function recordedOutputOf(
  fields: readonly BatchField[],
  values: readonly BatchValue[],
): RecordedOutput | null {
  const at = fields.findIndex((field) => field.of === 'output');
  const value = at < 0 ? null : (values[at] ?? null);
  const stored = value !== null && 'value' in value ? value.value : null;
  return RecordedOutput.safeParse(stored).data ?? null;
}

export const BatchList = z.object({ batches: z.array(Batch) });
export const BatchItemPage = z.object({ items: z.array(BatchItem) });
