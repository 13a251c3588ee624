import type { RunInputValue } from '#shared/api/index.ts';
import {
  DEFAULT_IN_FLIGHT,
  MAX_ITEMS_IN_REQUEST,
  tableItem,
  type BatchField,
  type LibraryOutput,
  type NewBatchItem,
  type OutputInput,
  type RecordedOutput,
  type RunEstimate,
  type RunSource,
} from '#shared/desk/index.ts';
import { inputConnection, inputsBehind } from '#shared/graph/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { untouchedInputs } from './use-made-from.ts';
import { inputKey } from './again-change.ts';
import type { NodeTypes } from './node-types.ts';

/** Earlier outputs made again from their own graphs, with one input changed in all of them. */

/** Outputs that are made again at a time: each is a run. */
export const MAX_REMADE = 200;

/** An output with what its run was asked to do. */
export interface RemadeOutput {
  output: LibraryOutput;
  source: RunSource;
}

/** An input that some of the outputs have, with the value of the newest of them. */
export interface SharedInput extends OutputInput {
  /** How many of the outputs have it. */
  count: number;
}

/** @returns inputs with values of their own above any of the outputs, those that most have first */
export function sharedInputs(outputs: readonly RemadeOutput[], types: NodeTypes): SharedInput[] {
  const found = new Map<string, SharedInput>();
  for (const { output, source } of outputs) {
    const { graph } = source;
    if (graph === null || output.nodeId === null) continue;
    const inputs = [...inputsBehind(graph, output.nodeId), ...untouchedInputs(graph, output.nodeId, types)];
    for (const input of inputs) {
      if (input.value.type === 'file' || input.value.type === 'list') continue;
      const key = inputKey(input);
      const existing = found.get(key);
      found.set(
        key,
        existing === undefined ? { ...input, count: 1 } : { ...existing, count: existing.count + 1 },
      );
    }
  }
  return [...found.values()].toSorted((first, second) => second.count - first.count);
}

/** Whether a change of this input reaches an output: its graph has the node above it, and no wire in the input. */
export function isReached(
  { output, source }: RemadeOutput,
  { nodeId, name, nodeType }: OutputInput,
): boolean {
  const { graph } = source;
  if (graph === null || output.nodeId === null) return false;
  const node = graph.nodes.find(({ id }) => id === nodeId);
  return node?.type === nodeType && !inputConnection(graph, nodeId, name);
}

/** What several runs take together, one after the other. @returns null where nothing is known of any */
export function sumEstimates(estimates: readonly (RunEstimate | null)[]): RunEstimate | null {
  let total: RunEstimate | null = null;
  for (const estimate of estimates) {
    if (estimate === null) continue;
    total = total === null ? estimate : addEstimates(total, estimate);
  }
  return total;
}

function addEstimates(total: RunEstimate, estimate: RunEstimate): RunEstimate {
  const add = <Key extends 'duration' | 'microcredits'>(key: Key): RunEstimate[Key] => {
    const [sum, added] = [total[key], estimate[key]];
    if (sum === null || added === null) return sum ?? added;
    return { p50: sum.p50 + added.p50, p90: sum.p90 + added.p90 };
  };
  return {
    nodes: total.nodes + estimate.nodes,
    unknown: total.unknown + estimate.unknown,
    samples: Math.min(total.samples, estimate.samples),
    duration: add('duration'),
    microcredits: add('microcredits'),
    unpriced: total.unpriced + estimate.unpriced,
    ...((total.optional ?? estimate.optional) === undefined
      ? {}
      : { optional: (total.optional ?? 0) + (estimate.optional ?? 0) }),
  };
}

interface Remake {
  connectionId: string;
  name: string;
  outputs: readonly RemadeOutput[];
  input: OutputInput;
  label: string;
  type: string | null;
  value: RunInputValue;
  /** What all runs may cost together; null: no ceiling. */
  maxMicrocredits: string | null;
  /** What the column of earlier outputs is called. */
  outputLabel: string;
}

function itemOf({ output }: RemadeOutput, value: RunInputValue): NewBatchItem {
  const recorded: RecordedOutput = {
    outputId: output.id,
    runId: output.runId,
    key: output.key,
    nodeId: output.nodeId ?? '',
    title: output.title.slice(0, 1000),
  };
  return tableItem([{ type: 'json', value: recorded }, value]);
}

/** Begins the runs as a batch. @returns its id. @throws ApiError, DeskError */
export async function startRemake(remake: Remake): Promise<string> {
  const { connectionId, outputs, input, value, maxMicrocredits } = remake;
  const batchId = `batch_${crypto.randomUUID()}`;
  const params = { batchId };
  const projects = new Set(outputs.map(({ output }) => output.projectId));
  const [projectId = null] = projects.size === 1 ? projects : [];
  const fields: BatchField[] = [
    { of: 'output', label: remake.outputLabel, type: null },
    {
      of: 'node',
      nodeId: input.nodeId,
      input: input.name,
      label: remake.label.slice(0, 300),
      type: remake.type,
    },
  ];
  const limits = { maxRuns: outputs.length, maxMicrocredits, inFlight: DEFAULT_IN_FLIGHT };
  await callDesk('createBatch', {
    body: {
      id: batchId,
      connectionId,
      kind: 'table',
      name: remake.name.slice(0, 200),
      source: {
        kind: 'graph',
        projectId,
        projectVersion: null,
        targetNodeIds: [],
        graph: { nodes: [], connections: [] },
      },
      fields,
      layout: null,
      limits,
    },
  });
  try {
    const items = outputs.map((output) => itemOf(output, value));
    for (let from = 0; from < items.length; from += MAX_ITEMS_IN_REQUEST) {
      const page = items.slice(from, from + MAX_ITEMS_IN_REQUEST);
      await callDesk('appendBatchItems', { params, body: { from, items: page } });
    }
  } catch (error) {
    await callDesk('deleteBatch', { params }).catch(() => undefined);
    throw error;
  }
  await callDesk('resumeBatch', { params, body: { limits } });
  return batchId;
}
