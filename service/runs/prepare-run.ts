import type {
  EditableInputValue,
  InlineGraph,
  PatchOperation,
  PublicRunCreateRequest,
  RunFileInputReference,
} from '#shared/api/index.ts';
import { LOOP_START } from '#shared/graph/loops.ts';
import { validateGraph, type Graph, type GraphNode, type PinRef } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { readLiteral } from '#service/engine/active-run.ts';
import type { Engine } from '#service/engine/engine.ts';
import { fitToPin } from '#service/engine/input-values.ts';
import { depthOf } from '#service/engine/item-plan.ts';
import { depthOfPin } from '#service/engine/step-items.ts';
import { demandOfPlan } from '#service/engine/plan-demand.ts';
import { findLoops, LoopProblem } from '#service/engine/loop-plan.ts';
import { planRun, type RunPlan, type RunStep } from '#service/engine/plan.ts';
import { expectedPrice, providersFor } from '#service/spend/spend.ts';
import { Problem } from '#service/problems/problem.ts';
import type { NodeDefinition } from '#service/nodes/definition.ts';
import { findFiles, type FileRow } from '#service/files/rows.ts';
import { fileIdOf, fileIdsOfValue, isFileLike } from '#service/rules/file-values.ts';
import { loadGraph } from '#service/graphs/load-graph.ts';
import { requireRunCredits, type RunPayer } from './require-credits.ts';
import { requireProject, type ProjectRow } from '#service/projects/rows.ts';

/** Files of the account by id. */
type Files = ReadonlyMap<string, FileRow>;

/** What a request to run asks for, checked through: nothing of it can be refused any more. */
export interface PreparedRun {
  project: ProjectRow | null;
  /** The graph to execute, overrides merged in. */
  graph: Graph;
  targetNodeIds: string[];
  inputFiles: RunFileInputReference[];
  /** Writes the overrides into the project; empty unless the request says so. */
  persist: PatchOperation[];
}

/** @throws Problem RUN_NOT_DISPATCHED when too many runs wait already. */
export async function requireQueueCapacity(
  engine: Pick<Engine, 'hasCapacity'>,
  accountId: string,
): Promise<void> {
  if (await engine.hasCapacity(accountId)) return;
  throw Problem.of('RUN_NOT_DISPATCHED', 'Too many runs are waiting. Try again in a moment.');
}

/**
 * Checks a request to run and takes the snapshot of its graph. Reads only.
 * @throws Problem naming node and pin, or the project or file that is missing.
 */
export async function prepareRun(
  ctx: ServiceContext,
  { accountId, personId }: RunPayer,
  body: PublicRunCreateRequest,
): Promise<PreparedRun> {
  const { project, base } = await readSource(ctx, accountId, body);
  const overrides = readOverrides(ctx, base, body.inputOverrides ?? {});
  const graph = mergeOverrides(base, overrides);
  const targetNodeIds = [...new Set(body.targetNodeIds ?? [])];
  for (const nodeId of targetNodeIds) {
    if (!base.nodes.some((node) => node.id === nodeId)) {
      throw Problem.of('UNKNOWN_TARGET', `The graph has no node ${nodeId} to run to.`, { nodeId });
    }
  }
  if (graph.nodes.length === 0)
    throw Problem.of('EMPTY_GRAPH', 'The graph has no nodes. Add some and run again.', {});
  if (project === null) checkInlineGraph(ctx, graph);
  const plan = planRun(graph, targetNodeIds, ctx.nodes);
  requireClosedLoops(plan, targetNodeIds);
  const inputFiles: RunFileInputReference[] = [];
  const connected = await providersFor(ctx, graph);
  const files = await namedFiles(ctx, accountId, [
    ...plan.order.flatMap(({ node }) => Object.values(node.inputs ?? {})),
    ...overrides.map(({ value }) => value),
  ]);
  const demand = demandOfPlan(ctx.nodes, plan, targetNodeIds);
  let cost = 0n;
  for (const step of plan.order) {
    checkNode(ctx, files, step, inputFiles);
    // What a switch may not take is refused when its turn has come, not before.
    if (demand.has(step.node.id)) cost += expectedPrice(ctx, connected, step.node);
  }
  for (const { node, input, value } of overrides) {
    // Overrides outside the plan are checked as well: they may be written into the project.
    if (!plan.byId.has(node.id)) checkInput(ctx, files, node, input, value, []);
  }
  await requireRunCredits(ctx, { accountId, personId }, cost);
  const persist: PatchOperation[] =
    project !== null && body.persistInputOverrides === true
      ? overrides.map(({ node, input, value }) => ({ op: 'setNodeInput', nodeId: node.id, input, value }))
      : [];
  return { project, graph, targetNodeIds, inputFiles, persist };
}

/** @throws Problem naming the node of a loop that cannot be run */
function requireClosedLoops(plan: RunPlan, targetNodeIds: readonly string[]): void {
  try {
    const starts = new Set([...findLoops(plan).values()].map(({ start }) => start.node.id));
    const open = plan.order.find(({ node }) => node.type === LOOP_START && !starts.has(node.id));
    if (open !== undefined && targetNodeIds.length === 0)
      throw new LoopProblem(
        open.node.id,
        'A Loop start has no Loop end. Add one, and plug the Loop of the start into it.',
      );
  } catch (error) {
    if (!(error instanceof LoopProblem)) throw error;
    throw Problem.of('INVALID_GRAPH', error.message, { reason: 'LOOP' });
  }
}

/**
 * A graph whose inputs hold given values, checked as those of a run are; nothing else of the graph is.
 * @param initial values by node and input. @throws Problem naming node and pin, or the file that is missing.
 */
export async function withInputs(
  ctx: ServiceContext,
  accountId: string,
  graph: Graph,
  initial: NonNullable<PublicRunCreateRequest['inputOverrides']>,
): Promise<Graph> {
  const overrides = readOverrides(ctx, graph, initial);
  const files = await namedFiles(
    ctx,
    accountId,
    overrides.map(({ value }) => value),
  );
  for (const { node, input, value } of overrides) checkInput(ctx, files, node, input, value, []);
  return mergeOverrides(graph, overrides);
}

/** The files of the account that values name, by id, as far as they are there. */
const namedFiles = (
  ctx: ServiceContext,
  accountId: string,
  values: readonly EditableInputValue[],
): Promise<Files> => findFiles(ctx, accountId, values.flatMap(fileIdsOfValue));

async function readSource(
  ctx: ServiceContext,
  accountId: string,
  body: PublicRunCreateRequest,
): Promise<{ project: ProjectRow | null; base: Graph }> {
  const { projectId, graph } = body;
  if (projectId != null && graph != null) {
    throw Problem.of('INVALID_RUN_SOURCE', 'Give either projectId or graph, not both.', {});
  }
  if (projectId != null) {
    const project = await requireProject(ctx, accountId, projectId);
    return { project, base: await loadGraph(ctx, project.id, project.version) };
  }
  if (graph == null) throw Problem.of('INVALID_RUN_SOURCE', 'Give a projectId or a graph to run.', {});
  return { project: null, base: readInlineGraph(graph) };
}

function readInlineGraph(graph: InlineGraph): Graph {
  const end = (input: PinRef | { nodeId: string; pin: string }): PinRef =>
    Array.isArray(input) ? input : [input.nodeId, input.pin];
  return {
    nodes: graph.nodes.map((node) => ({
      id: node.id,
      type: node.type,
      title: node.title ?? null,
      position: node.position ?? null,
      inputs: Object.fromEntries(
        Object.entries(node.inputs ?? {}).map(([name, value]) => [name, toEditable(value)]),
      ),
    })),
    connections: (graph.connections ?? []).map(({ from, to }) => ({ from: end(from), to: end(to) })),
  };
}

/** Files have two spellings: `fileId` in run values, `value` in documents. The document's is kept. */
function toEditable(value: EditableInputValue | { type: 'file'; fileId: string }): EditableInputValue {
  const fileId = fileIdOf(value);
  return fileId === null ? value : { type: 'file', value: fileId };
}

interface Override {
  node: GraphNode;
  input: string;
  value: EditableInputValue;
}

function readOverrides(
  ctx: ServiceContext,
  graph: Graph,
  initial: NonNullable<PublicRunCreateRequest['inputOverrides']>,
): Override[] {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  return Object.entries(initial).flatMap(([nodeId, inputs]) => {
    const node = byId.get(nodeId);
    if (node === undefined) {
      throw Problem.of(
        'UNKNOWN_NODE',
        `The graph has no node ${nodeId}, so its inputs cannot be overridden.`,
        {
          nodeId,
        },
      );
    }
    const definition = requireDefinition(ctx, node);
    return Object.entries(inputs).map(([input, value]) => {
      requirePin(node, definition, input);
      return { node, input, value: toEditable(value) };
    });
  });
}

/** An overridden input holds the given value whatever is plugged into it: its wire does not count in this run. */
function mergeOverrides(graph: Graph, overrides: readonly Override[]): Graph {
  if (overrides.length === 0) return graph;
  const byNode = new Map<string, Record<string, EditableInputValue>>();
  for (const { node, input, value } of overrides) {
    byNode.set(node.id, { ...byNode.get(node.id), [input]: value });
  }
  return {
    nodes: graph.nodes.map((node) => {
      const inputs = byNode.get(node.id);
      return inputs === undefined ? node : { ...node, inputs: { ...node.inputs, ...inputs } };
    }),
    connections: graph.connections.filter(({ to }) => {
      const inputs = byNode.get(to[0]);
      return inputs === undefined || !Object.hasOwn(inputs, to[1]);
    }),
  };
}

/** A graph that no document write has checked before. */
function checkInlineGraph(ctx: ServiceContext, graph: Graph): void {
  for (const node of graph.nodes) {
    const definition = requireDefinition(ctx, node);
    for (const input of Object.keys(node.inputs ?? {})) requirePin(node, definition, input);
  }
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  for (const { from, to } of graph.connections) {
    const target = byId.get(to[0]);
    if (target !== undefined) requirePin(target, requireDefinition(ctx, target), to[1]);
    const source = byId.get(from[0]);
    if (source === undefined) continue;
    const definition = requireDefinition(ctx, source);
    if (definition.outputs.every((pin) => pin.name !== from[1])) {
      throw Problem.of('UNKNOWN_OUTPUT', `${titleOf(source, definition)} has no output ${from[1]}.`, {
        nodeId: source.id,
        nodeType: source.type,
        pin: from[1],
      });
    }
  }
  const [problem] = validateGraph(graph, ctx.nodes);
  if (problem !== undefined) throw Problem.of('INVALID_GRAPH', problem.reason, { reason: problem.code });
}

function requireDefinition(ctx: ServiceContext, node: GraphNode): NodeDefinition {
  const definition = ctx.nodes.get(node.type);
  if (definition !== undefined) return definition;
  throw Problem.of('UNKNOWN_NODE_TYPE', `This service has no node type ${node.type} (node ${node.id}).`, {
    nodeId: node.id,
    nodeType: node.type,
  });
}

function requirePin(node: GraphNode, definition: NodeDefinition, input: string): void {
  if (definition.inputs.some((pin) => pin.name === input)) return;
  throw Problem.of('UNKNOWN_INPUT', `${titleOf(node, definition)} has no input ${input}.`, {
    nodeId: node.id,
    nodeType: node.type,
    pin: input,
  });
}

const titleOf = (node: GraphNode, definition: NodeDefinition): string =>
  node.title?.trim() || definition.title;

function checkNode(
  ctx: ServiceContext,
  files: Files,
  step: RunStep,
  inputFiles: RunFileInputReference[],
): void {
  const { node, wires } = step;
  const definition = requireDefinition(ctx, node);
  for (const pin of definition.inputs) {
    if (!wires.has(pin.name)) checkInput(ctx, files, node, pin.name, node.inputs?.[pin.name], inputFiles);
  }
}

/** Checks what an input holds while nothing is plugged in; notes the file it refers to. */
function checkInput(
  ctx: ServiceContext,
  files: Files,
  node: GraphNode,
  input: string,
  value: EditableInputValue | undefined,
  inputFiles: RunFileInputReference[],
): void {
  const definition = requireDefinition(ctx, node);
  const pin = definition.inputs.find((candidate) => candidate.name === input);
  if (pin === undefined) return;
  const details = { nodeId: node.id, nodeType: node.type, pin: input };
  const title = titleOf(node, definition);
  const fileId = value === undefined ? null : fileIdOf(value);
  if (
    value !== undefined &&
    fileId === null &&
    isFileLike(value) &&
    (value.value ?? value['fileId']) != null
  ) {
    throw Problem.of(
      'INVALID_FILE_REFERENCE',
      `${title}: ${pin.label} refers to no file. Give the id of an uploaded file.`,
      details,
    );
  }
  const literal = readLiteral(files, value);
  if (!literal.ok) {
    if (literal.mismatch.code === 'FILE_NOT_FOUND') {
      throw Problem.of('FILE_NOT_FOUND', `${title}: ${literal.mismatch.reason}`, {
        ...details,
        fileId:
          fileId ?? (value === undefined ? [] : fileIdsOfValue(value)).find((id) => !files.has(id)) ?? null,
      });
    }
    throw Problem.of(literal.mismatch.code, `${title}: ${literal.mismatch.reason}`, details);
  }
  // A list where one thing is taken: the node runs for each item.
  const values = depthOf(literal.value) > depthOfPin(node.type, pin) ? [] : [literal.value];
  for (const value of values) {
    const fitted = fitToPin(value, pin);
    if (!fitted.ok) throw Problem.of(fitted.mismatch.code, `${title}: ${fitted.mismatch.reason}`, details);
  }
  for (const file of literal.files) inputFiles.push(fileReference(node.id, input, file));
}

function fileReference(nodeId: string, inputName: string, file: FileRow): RunFileInputReference {
  const {
    id: fileId,
    filename,
    contentType,
    sizeBytes,
    externalId,
    externalUserId,
    externalWorkspaceId,
  } = file;
  return {
    inputName,
    nodeId,
    fileId,
    filename,
    contentType,
    sizeBytes,
    externalId,
    externalUserId,
    externalWorkspaceId,
  };
}
