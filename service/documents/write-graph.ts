import { MAX_NODES, type PatchOperation } from '#shared/api/index.ts';
import {
  applyWithInverse,
  diff,
  targetOf,
  textsOf,
  validateGraphInSlices,
  type Graph,
  type GraphNode,
} from '#shared/graph/index.ts';
import { isStorable, drain } from '#shared/reading/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { unstorable, ValidationProblem } from '#service/problems/validation-problem.ts';
import { inSlices, yieldToEventLoop } from '#service/http/slices.ts';
import { transaction } from '#service/storage/database.ts';
import { prepareTexts } from './document-responses.ts';
import { writeGraph, hasNodeOfType, nodeTypesOf } from '#service/graphs/rows.ts';
import { writeChanges, type GraphWrite } from '#service/graphs/change-rows.ts';
import { loadGraph } from '#service/graphs/load-graph.ts';
import { planWrite } from '#service/graphs/plan-write.ts';
import { recordUndo } from '#service/graphs/history.ts';
import { cacheGraph } from '#service/graphs/graph-cache.ts';
import {
  findProject,
  requireProject,
  requireVersion,
  saveProject,
  type ProjectChanges,
  type ProjectRow,
} from '#service/projects/rows.ts';

/** Writing the graph of a stored project. */

const UNSTORABLE = 'Ids, types, titles and pin names hold no NUL characters or broken surrogate pairs.';

const isStorableNode = ({ id, type, title }: GraphNode): boolean => [id, type, title ?? ''].every(isStorable);

export interface PatchRequest {
  accountId: string;
  projectId: string;
  expectedVersion: number;
  operations: readonly PatchOperation[];
  /** Written in the same version. */
  changes?: ProjectChanges;
}

export interface PatchResult {
  project: ProjectRow;
  graph: Graph;
}

/**
 * Applies operations to a stored project: all of them, or none. Joins an open transaction, so that a caller can make
 * its own rows part of it. Costs the rows it touches, whatever the size of the project.
 * @throws Problem PROJECT_NOT_FOUND, VERSION_CONFLICT, or INVALID_PATCH_OPERATION with `operationIndex`.
 */
export function applyPatch(ctx: ServiceContext, request: PatchRequest): Promise<PatchResult> {
  return transaction(ctx.db, async () => {
    const project = await requireProject(ctx, request.accountId, request.projectId);
    requireVersion(project, request.expectedVersion);
    const ahead = appliedAhead.get(request.operations);
    const { write, applied } =
      ahead?.version === versionKey(project)
        ? ahead
        : await applyOperations(ctx, project, request.operations);
    await writeChanges(ctx, write, applied.graph);
    const saved = await saveProject(ctx, project, {
      ...request.changes,
      nodeCount: applied.graph.nodes.length,
    });
    await recordUndo(ctx, saved, applied.inverse);
    cacheGraph(ctx, project.id, saved.version, applied.graph);
    return { project: saved, graph: applied.graph };
  });
}

interface Applied {
  write: GraphWrite;
  applied: Extract<ReturnType<typeof applyWithInverse>, { ok: true }>;
}

/** @throws Problem INVALID_PATCH_OPERATION, TOO_MANY_NODES */
async function applyOperations(
  ctx: ServiceContext,
  project: ProjectRow,
  operations: readonly PatchOperation[],
): Promise<Applied> {
  const before = await loadGraph(ctx, project.id, project.version);
  enforceNodeLimit(before, operations);
  await rejectUnknownTypes(ctx, project.id, operations);
  const write = planWrite(project.id, before, operations);
  const applied = applyWithInverse(before, operations, ctx.nodes);
  if (!applied.ok) throw operationError(applied.rejection.operationIndex ?? 0, applied.rejection);
  return { write, applied };
}

/** Operations that were applied before their transaction, and the version of the project for which that holds. */
const appliedAhead = new WeakMap<readonly PatchOperation[], Applied & { version: string }>();

/**
 * What of a large patch needs no transaction: it is applied, and others have their turn before it is written. A stale
 * version is left for the transaction to refuse.
 * @throws Problem INVALID_PATCH_OPERATION, TOO_MANY_NODES
 */
export async function preparePatch(
  ctx: ServiceContext,
  { accountId, projectId, expectedVersion, operations }: PatchRequest,
): Promise<void> {
  if (operations.length < LARGE_GRAPH) return;
  await ctx.db.snapshot(async () => {
    const project = await findProject(ctx, accountId, projectId);
    if (project?.version !== expectedVersion) return;
    const applied = await applyOperations(ctx, project, operations);
    appliedAhead.set(operations, { ...applied, version: versionKey(project) });
  });
  await yieldToEventLoop();
}

/** Counts before anything is applied: each operation adds or removes one node at most. */
function enforceNodeLimit(before: Graph, operations: readonly PatchOperation[]): void {
  let nodes = before.nodes.length;
  for (const operation of operations) {
    const target = targetOf(operation);
    if (target.kind === 'node') nodes += target.node ? 1 : -1;
  }
  if (nodes <= MAX_NODES) return;
  throw Problem.of('TOO_MANY_NODES', `A project may hold ${MAX_NODES} nodes.`);
}

const operationError = (operationIndex: number, problem: { code: string; reason: string }) =>
  Problem.of('INVALID_PATCH_OPERATION', `Operation ${operationIndex + 1}: ${problem.reason}`, {
    operationIndex,
    reason: problem.code,
  });

async function rejectUnknownTypes(
  ctx: ServiceContext,
  projectId: string,
  operations: readonly PatchOperation[],
): Promise<void> {
  for (const [index, operation] of operations.entries()) {
    if (!textsOf(operation).every(isStorable)) {
      throw operationError(index, { code: 'UNSTORABLE_TEXT', reason: UNSTORABLE });
    }
    const target = targetOf(operation);
    if (target.kind !== 'node' || !target.node || ctx.nodes.get(target.node.type)) continue;
    const { type } = target.node;
    if (await hasNodeOfType(ctx.db, projectId, type)) continue;
    throw operationError(index, {
      code: 'UNKNOWN_NODE_TYPE',
      reason: `This service has no node type "${type}".`,
    });
  }
}

export interface ReplaceRequest {
  accountId: string;
  projectId: string;
  expectedVersion: number;
  graph: Graph;
  changes?: ProjectChanges;
}

/**
 * Replaces the whole graph of a project. Joins an open transaction.
 * @throws Problem PROJECT_NOT_FOUND, VERSION_CONFLICT; ValidationProblem when the graph is not sound.
 */
export function replaceGraph(ctx: ServiceContext, request: ReplaceRequest): Promise<PatchResult> {
  return transaction(ctx.db, async () => {
    const project = await requireProject(ctx, request.accountId, request.projectId);
    requireVersion(project, request.expectedVersion);
    // A graph of this very version was checked before, in slices; a small one is checked here.
    if (soundFor.get(request.graph) !== versionKey(project)) {
      drain(checkGraph(ctx, request.graph, await nodeTypesOf(ctx.db, project.id)));
    }
    const before = await loadGraph(ctx, project.id, project.version);
    await writeGraph(ctx, project.id, request.graph);
    const saved = await saveProject(ctx, project, {
      ...request.changes,
      nodeCount: request.graph.nodes.length,
    });
    const ahead = undoAhead.get(request.graph);
    await recordUndo(
      ctx,
      saved,
      ahead?.version === versionKey(project) ? ahead.undo : diff(request.graph, before),
    );
    cacheGraph(ctx, project.id, saved.version, request.graph);
    return { project: saved, graph: request.graph };
  });
}

/** Nodes and wires from which on a graph is worth the detour. */
const LARGE_GRAPH = 2000;

/** Graphs that were found sound, and the version of the project for which that holds. */
const soundFor = new WeakMap<Graph, string>();
const versionKey = ({ id, version }: Pick<ProjectRow, 'id' | 'version'>): string => `${id} ${version}`;

/**
 * What of replacing a large graph needs no transaction: it is checked, and written out for the response. Other requests
 * have their turn meanwhile. A stale version is left for the transaction to refuse.
 * @throws ValidationProblem when the graph is not sound.
 */
export async function prepareReplacement(ctx: ServiceContext, request: ReplaceRequest): Promise<void> {
  const { graph } = request;
  if (graph.nodes.length + graph.connections.length < LARGE_GRAPH) return;
  const { project, types } = await ctx.db.snapshot(async () => {
    const project = await findProject(ctx, request.accountId, request.projectId);
    return { project, types: project && (await nodeTypesOf(ctx.db, project.id)) };
  });
  if (project === null || types === null || project.version !== request.expectedVersion) return;
  await inSlices(checkGraph(ctx, graph, types));
  soundFor.set(graph, versionKey(project));
  await inSlices(prepareTexts(graph));
  await yieldToEventLoop();
  await ctx.db.snapshot(async () => {
    // Others may have written meanwhile; then the transaction refuses the version.
    const current = await findProject(ctx, request.accountId, request.projectId);
    if (current?.version !== project.version) return;
    undoAhead.set(graph, {
      undo: diff(graph, await loadGraph(ctx, project.id, current.version)),
      version: versionKey(project),
    });
  });
  await yieldToEventLoop();
}

/** What takes a new graph back to the one of a version. */
const undoAhead = new WeakMap<Graph, { undo: readonly PatchOperation[]; version: string }>();

/** @throws ValidationProblem when the graph is not sound. */
function* checkGraph(
  ctx: ServiceContext,
  graph: Graph,
  tolerateUnknown: ReadonlySet<string>,
): Generator<void, void, void> {
  const loc = ['body', 'document', 'graph'];
  if (graph.nodes.length > MAX_NODES) {
    throw new ValidationProblem([
      { loc: [...loc, 'nodes'], msg: `A project may hold ${MAX_NODES} nodes.`, type: 'too_long' },
    ]);
  }
  for (const [index, node] of graph.nodes.entries()) {
    yield;
    if (isStorableNode(node)) continue;
    throw unstorable([...loc, 'nodes', index], UNSTORABLE);
  }
  for (const [index, wire] of graph.connections.entries()) {
    yield;
    if ([...wire.from, ...wire.to].every(isStorable)) continue;
    throw unstorable([...loc, 'connections', index], UNSTORABLE);
  }
  const problems = yield* validateGraphInSlices(graph, ctx.nodes, { tolerateUnknown });
  if (problems.length === 0) return;
  throw new ValidationProblem(
    problems.slice(0, 20).map((problem) => ({ loc, msg: problem.reason, type: problem.code.toLowerCase() })),
  );
}
