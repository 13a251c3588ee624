import { z } from 'zod';
import { listUpTo, recordUpTo } from '../../reading/counts.ts';
import { externalIds, listOf, Microcredits, optionalNullable, OptionalString, Point } from './common.ts';
import {
  MAX_CONNECTIONS,
  MAX_JSON_ENTRIES,
  MAX_LIST_ITEMS,
  MAX_NODE_INPUTS,
  MAX_NODES,
  MAX_OUTPUT_KEYS,
  MAX_TRACE_NAMES,
} from './counts.ts';
import { EditableInputValue, NodeId, PinName, PinRef } from './documents.ts';

export const RunStatus = z.enum(['accepted', 'queued', 'running', 'succeeded', 'failed', 'canceled']);
export type RunStatus = z.infer<typeof RunStatus>;

export const TERMINAL_RUN_STATUSES: readonly RunStatus[] = ['succeeded', 'failed', 'canceled'];

/** True when nothing more happens to a run. Statuses of servers newer than this client count as running. */
export const isTerminalRunStatus = (status: string): boolean =>
  TERMINAL_RUN_STATUSES.some((terminal) => terminal === status);

/** A status as this client has it: one of a newer server is a run that goes on. */
export const runStatusOf = (status: string): RunStatus => RunStatus.safeParse(status).data ?? 'running';

export const RunEventType = z.enum([
  'run.accepted',
  'run.queued',
  'run.started',
  'node.started',
  'node.progress',
  'node.succeeded',
  'node.cached',
  'node.failed',
  'log',
  'run.cancel_requested',
  'run.succeeded',
  'run.failed',
  'run.canceled',
]);
export type RunEventType = z.infer<typeof RunEventType>;

/**
 * The code in the data of a `log` event of a node that was not run, as nothing took what it makes. There is no type for it among the
 * events that clients know.
 */
export const NODE_SKIPPED = 'NODE_SKIPPED';

/** Whether an event says that its node was not run, as nothing took what it makes. */
export const isSkipOfNode = ({
  type,
  data,
}: {
  type: string;
  data?: Record<string, unknown> | undefined;
}): boolean => type === 'log' && data?.['code'] === NODE_SKIPPED;

export const RunInputValue = z
  .union([
    z.object({ type: z.literal('file'), fileId: z.string() }),
    z.object({ type: z.literal('string'), value: z.string() }),
    z.object({ type: z.literal('boolean'), value: z.boolean() }),
    z.object({ type: z.literal('number'), value: z.number() }),
    z.object({
      type: z.literal('json'),
      value: z.union([recordUpTo(MAX_JSON_ENTRIES, z.unknown()), listUpTo(MAX_JSON_ENTRIES, z.unknown())]),
    }),
    z.object({ type: z.literal('null'), value: z.null() }),
  ])
  .meta({ id: 'PublicRunInputValue' });
export type RunInputValue = z.infer<typeof RunInputValue>;

/** An override or inline input: a typed run value, or the editable form that documents use. */
const AnyRunInputValue = z.union([RunInputValue, EditableInputValue]);

const InlineEnd = z.union([PinRef, z.object({ nodeId: NodeId, pin: PinName })]);

export const InlineGraph = z
  .object({
    nodes: listUpTo(
      MAX_NODES,
      z.object({
        id: NodeId,
        type: z.string().min(1).max(200),
        title: OptionalString,
        position: optionalNullable(Point),
        inputs: recordUpTo(MAX_NODE_INPUTS, AnyRunInputValue).optional(),
      }),
    ),
    connections: listUpTo(MAX_CONNECTIONS, z.object({ from: InlineEnd, to: InlineEnd })).optional(),
  })
  .meta({ id: 'PublicInlineGraph' });
export type InlineGraph = z.infer<typeof InlineGraph>;

export const PublicRunCreateRequest = z
  .object({
    projectId: OptionalString,
    graph: optionalNullable(InlineGraph),
    targetNodeIds: listUpTo(MAX_NODES, z.string()).optional(),
    inputOverrides: recordUpTo(MAX_NODES, recordUpTo(MAX_NODE_INPUTS, AnyRunInputValue)).optional(),
    persistInputOverrides: z.boolean().optional(),
    ...externalIds,
  })
  .meta({ id: 'PublicRunCreateRequest' });
export type PublicRunCreateRequest = z.infer<typeof PublicRunCreateRequest>;

export const RunFileOutput = z
  .object({
    type: z.string(),
    fileId: z.string(),
    filename: z.string(),
    contentType: z.string(),
    sizeBytes: z.int(),
    downloadUrl: OptionalString,
    previewUrl: OptionalString,
    expiresAt: OptionalString,
    previewExpiresAt: OptionalString,
    /** Of a list that is too long for a response and lies in this file, as JSON: how many items it has. */
    count: z.int().optional(),
    /** How many of them are missing. */
    failed: z.int().optional(),
  })
  .meta({ id: 'PublicRunFileOutput' });
export type RunFileOutput = z.infer<typeof RunFileOutput>;

const RunPrimitiveOutput = z
  .object({ type: z.string(), value: z.unknown() })
  .meta({ id: 'PublicRunPrimitiveOutput' });
type RunPrimitiveOutput = z.infer<typeof RunPrimitiveOutput>;

/** Where an item of a list comes from, outermost first: `row 7`, `color 2`. */
const Trace = listUpTo(MAX_TRACE_NAMES, z.string()).optional();

/** An item that is not there, and why. */
const RunMissingItem = z
  .object({
    type: z.literal('missing'),
    error: z.object({ code: z.string(), message: z.string() }),
    trace: Trace,
  })
  .meta({ id: 'PublicRunMissingItem' });

/** An item of a list: a file, a value, a list of its own (`type` `list`, its items in `value`), or why it is missing. */
export const RunListItem = z.union([
  RunMissingItem,
  RunFileOutput.extend({ trace: Trace }).meta({ id: 'PublicRunFileItem' }),
  RunPrimitiveOutput.extend({ trace: Trace }).meta({ id: 'PublicRunPrimitiveItem' }),
]);
export type RunListItem = z.infer<typeof RunListItem>;

/** A list in its order; what is missing has its place. `truncated` where an event carries the first items only. */
export const RunListOutput = z
  .object({
    type: z.literal('list'),
    value: listUpTo(MAX_LIST_ITEMS, RunListItem),
    count: z.int(),
    failed: z.int(),
    truncated: z.boolean().optional(),
  })
  .meta({ id: 'PublicRunListOutput' });
export type RunListOutput = z.infer<typeof RunListOutput>;

export const RunOutput = z.union([RunFileOutput, RunListOutput, RunPrimitiveOutput]);
export type RunOutput = z.infer<typeof RunOutput>;

export const isFileOutput = (output: RunOutput): output is RunFileOutput => 'fileId' in output;

export const isListOutput = (output: RunOutput): output is RunListOutput =>
  !isFileOutput(output) && output.type === 'list' && 'count' in output && Array.isArray(output.value);

export const RunFileInputReference = z
  .object({
    inputName: z.string(),
    nodeId: z.string(),
    fileId: z.string(),
    filename: z.string(),
    contentType: z.string(),
    sizeBytes: z.int(),
    ...externalIds,
  })
  .meta({ id: 'PublicFileInputReference' });
export type RunFileInputReference = z.infer<typeof RunFileInputReference>;

export const RunSpendSummary = z
  .object({
    totalCredits: z.int(),
    totalMicrocredits: optionalNullable(Microcredits),
    byChargeType: z.record(z.string(), z.int()).optional(),
    byChargeTypeMicrocredits: z.record(z.string(), Microcredits).optional(),
    byProvider: z.record(z.string(), z.int()).optional(),
    byProviderMicrocredits: z.record(z.string(), Microcredits).optional(),
    byNode: z
      .array(
        z.object({
          nodeId: z.string(),
          nodeTitle: z.string(),
          billedRuns: z.int(),
          credits: z.int(),
          microcredits: optionalNullable(Microcredits),
          nodeType: OptionalString,
        }),
      )
      .optional(),
  })
  .meta({ id: 'PublicRunSpendSummary' });
export type RunSpendSummary = z.infer<typeof RunSpendSummary>;

/**
 * Run error. Ours carries `code`, `message` and, when a node failed, `nodeId`, `nodeTitle`, `nodeType`;
 * the document shows only "an object", so readers must do without any of them.
 */
export const RunError = z.record(z.string(), z.unknown());

export const PublicRunDetail = z
  .object({
    id: z.string(),
    status: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    sourceType: z.string().optional(),
    projectId: OptionalString,
    projectVersion: optionalNullable(z.int()),
    targetNodeIds: z.array(z.string()).optional(),
    cancelRequested: z.boolean().optional(),
    creditsUsed: optionalNullable(z.int()),
    creditsUsedMicrocredits: optionalNullable(Microcredits),
    executionTimeMs: optionalNullable(z.int()),
    error: optionalNullable(RunError),
    outputs: z.record(z.string(), RunOutput).optional(),
    inputFiles: z.array(RunFileInputReference).optional(),
    spend: optionalNullable(RunSpendSummary),
    ...externalIds,
  })
  .meta({ id: 'PublicRunDetail' });
export type PublicRunDetail = z.infer<typeof PublicRunDetail>;

export const PublicRunApplyOutputsRequest = z
  .object({ expectedVersion: z.int(), outputKeys: optionalNullable(listUpTo(MAX_OUTPUT_KEYS, z.string())) })
  .meta({ id: 'PublicRunApplyOutputsRequest' });
export type PublicRunApplyOutputsRequest = z.infer<typeof PublicRunApplyOutputsRequest>;

export const PublicRunApplyOutputsResponse = z
  .object({
    runId: z.string(),
    projectId: z.string(),
    version: z.int(),
    appliedOutputs: z.int(),
    outputKeys: z.array(z.string()),
  })
  .meta({ id: 'PublicRunApplyOutputsResponse' });
export type PublicRunApplyOutputsResponse = z.infer<typeof PublicRunApplyOutputsResponse>;

export const PublicRunEvent = z
  .object({
    id: z.string(),
    runId: z.string(),
    type: z.string(),
    createdAt: z.string(),
    message: OptionalString,
    nodeId: OptionalString,
    progress: optionalNullable(z.number()),
    data: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'PublicRunEvent' });
export type PublicRunEvent = z.infer<typeof PublicRunEvent>;
export const PublicRunEventList = listOf(PublicRunEvent, 'PublicRunEvent');
