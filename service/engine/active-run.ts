import type { EditableInputValue } from '#shared/api/index.ts';
import { listItemsOf } from '#shared/graph/held-value.ts';
import { isLiveRun } from '#shared/desk/run-origin.ts';
import type { NodeKeys } from '#shared/graph/node-keys.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { ServiceContext } from '#service/context.ts';
import {
  isAnyList,
  isFileValue,
  LIST_KIND,
  type FileValue,
  type JsonValue,
  type ListItem,
  type NodeDefinition,
  type NodeValue,
} from '#service/nodes/definition.ts';
import { tracesOfFiles } from '#service/nodes/list-traces.ts';
import { findFiles, type FileRow } from '#service/files/rows.ts';
import { providersFor } from '#service/spend/spend.ts';
import type { Provider, ProviderModelRow } from '#service/providers/rows.ts';
import { fileIdOf, fileIdsOfValue, isFileLike } from '#service/rules/file-values.ts';
import { fitToPin, type Mismatch } from './input-values.ts';
import { ActiveLoop } from './active-loop.ts';
import type { Demand } from './demand.ts';
import { findLoops, withLoopsAsSteps } from './loop-plan.ts';
import { Schedule } from './schedule.ts';
import type { Needs } from './item-needs.ts';
import { keysOfPlan } from './plan-keys.ts';
import type { Claim } from './run-claim-rows.ts';
import { planRun, type RunStep, type RunPlan } from './plan.ts';
import { fileValueOf, RunFiles } from './run-files.ts';
import type { NodeRunRow } from './run-node-rows.ts';
import type { NodeFailed, RunFailure, RunRow } from './run-rows.ts';
import type { StepItems } from './step-items.ts';
import type { Lane, RunningTask } from './task.ts';

/** A node whose inputs are there and whose result is not in the cache: it waits for a thread. */
export interface ReadyTask {
  step: RunStep;
  /** Its place, where the node runs for each item of a list; else empty. */
  item: string;
  /** Where the item comes from. */
  trace: readonly string[];
  definition: NodeDefinition;
  inputs: Record<string, NodeValue | undefined>;
  cacheKey: string | null;
  /** By how much the pictures of this task are smaller than they will be; null at full size. */
  scale: number | null;
  /** Who answers a node that asks a provider. */
  modelSource: { provider: Provider; model: string; rate: ProviderModelRow } | null;
  /** What its execution costs, in microcredits. */
  price: bigint;
  /** Where the file lies that an equal call was answered and that could not be fetched. */
  paidFile?: string;
  /** What an equal call was answered whose result is not there yet. */
  job?: string;
}

type Values = Readonly<Record<string, NodeValue | undefined>>;

/** What the inputs of a node were given, before it is fitted to them. */
type RawValues = { ok: true; values: Values } | { ok: false; mismatch: { code: string; reason: string } };

export type ResolvedInputs =
  /** @property notes sentences about values that became others. */
  | { ok: true; inputs: Record<string, NodeValue | undefined>; notes: readonly string[] }
  | { ok: false; mismatch: { code: string; reason: string } };

/** A node that is executing: `cancel` asks it to stop, unless what it does is paid and goes on. */
type RunningNode = Pick<RunningTask, 'result'> & { cancel: () => Promise<void> };

/** One run in memory: what is done, what runs, what waits for what. Decides nothing about time or threads. */
export class ActiveRun {
  readonly row: RunRow;
  /** That this process carries it on. */
  readonly claim: Claim;
  readonly plan: RunPlan;
  readonly files: RunFiles;
  /** From what each node's result follows, as a client computes it too. */
  readonly keys: NodeKeys;
  /** Nodes that are being looked up in the cache. */
  preparing = 0;
  readonly ready: Record<Lane | 'film' | 'suspect', ReadyTask[]> = {
    work: [],
    film: [],
    wait: [],
    suspect: [],
  };
  /** What is executed by a worker and whose start is written down; this and the next by `unitKey`. */
  readonly begun = new Set<string>();
  readonly running = new Map<string, RunningNode>();
  /** Nodes that run for each item of a list. */
  readonly items = new Map<string, StepItems>();
  /** Whether rows of items are to be cleared away when it is over. */
  hasItemRows = false;
  /** Outputs that lie in files because they are long lists, by key. */
  readonly listFiles = new Map<
    string,
    { file: FileValue; count: number; failed: number; itemFiles: readonly string[] }
  >();
  /** What an earlier process has written down of items, by node and place. */
  readonly restored = new Map<string, Map<string, NodeRunRow>>();
  /** What was looked for once more as it was about to begin. */
  readonly rechecked = new Set<string>();
  /** What waits for equal work that is under way. */
  readonly pending = new Set<ReadyTask>();
  /** The first failure; the run ends with it when nothing more can run. */
  failure: RunFailure | null = null;
  canceling: boolean;
  /** A preview while somebody edits: nothing that costs or takes long is executed for it. */
  readonly isLive: boolean;
  /** By how much its pictures are smaller; null at full size. */
  scale: number | null = null;
  /** True once the run has ended or was given up: late results change nothing. */
  over = false;
  readonly #ctx: ServiceContext;
  /** Nodes of which an earlier process has said that nothing takes them. */
  readonly reportedSkips = new Set<string>();
  /** Its loops, by their end. */
  readonly loops: ReadonlyMap<string, ActiveLoop>;
  /** The loop that a node lies in, its start included. */
  readonly #loopOf = new Map<string, ActiveLoop>();
  readonly #schedule: Schedule;

  private constructor(
    ctx: ServiceContext,
    row: RunRow,
    components: Pick<ActiveRun, 'claim' | 'plan' | 'files' | 'keys'>,
  ) {
    this.#ctx = ctx;
    this.row = row;
    this.canceling = row.cancelRequested;
    this.isLive = isLiveRun(row.externalId);
    this.claim = components.claim;
    this.plan = components.plan;
    this.files = components.files;
    this.keys = components.keys;
    const loops = findLoops(this.plan);
    this.loops = new Map([...loops].map(([id, loop]) => [id, new ActiveLoop(ctx.nodes, loop)]));
    for (const loop of this.loops.values())
      for (const { node } of [loop.plan.start, ...loop.plan.body]) this.#loopOf.set(node.id, loop);
    this.#schedule = new Schedule(ctx.nodes, withLoopsAsSteps(this.plan, loops), this.#targets());
  }

  /** @param graph of the run. @throws Error when it cannot be planned. */
  static async open(ctx: ServiceContext, row: RunRow, graph: Graph, claim: Claim): Promise<ActiveRun> {
    const plan = planRun(graph, row.targetNodeIds, ctx.nodes);
    const keys = keysOfPlan(ctx.nodes, await providersFor(ctx, graph), plan);
    return new ActiveRun(ctx, row, { claim, plan, files: await RunFiles.open(ctx, row), keys });
  }

  get id(): string {
    return this.row.id;
  }

  /** True when nothing is under way and nothing can begin. */
  get isIdle(): boolean {
    const ready = Object.values(this.ready).some((tasks) => tasks.length > 0);
    const isEmpty = this.running.size === 0 && this.pending.size === 0 && this.items.size === 0;
    return this.preparing === 0 && isEmpty && !ready;
  }

  /** What waits for a thread will not get one any more. */
  dropReady(): void {
    for (const tasks of Object.values(this.ready)) tasks.length = 0;
    this.pending.clear();
    for (const items of this.items.values()) items.end();
    this.items.clear();
  }

  titleOf(step: RunStep): string {
    const title = step.node.title?.trim();
    if (title !== undefined && title !== '') return title;
    return this.#ctx.nodes.get(step.node.type)?.title ?? step.node.type;
  }

  /** Targets, those in loops by the end of their loop. */
  #targets(): string[] {
    return this.row.targetNodeIds.map((id) => this.#loopOf.get(id)?.plan.end.node.id ?? id);
  }

  /** The loop that a node lies in, its start included; undefined for others. */
  loopOf(nodeId: string): ActiveLoop | undefined {
    return this.#loopOf.get(nodeId);
  }

  /** What is done of what a node belongs to: of the run, or of the turn of its loop. */
  #scheduleOf(nodeId: string): Schedule | null {
    const loop = this.#loopOf.get(nodeId);
    return loop === undefined ? this.#schedule : loop.schedule;
  }

  /** Which nodes are to be executed of what a node belongs to; null when the turn of its loop is over. */
  demandOf(nodeId: string): Demand | null {
    return this.#scheduleOf(nodeId)?.demand ?? null;
  }

  /** Nodes without anything to wait for that are not finished, in plan order. */
  startable(): RunStep[] {
    return this.#schedule.startable();
  }

  /** As `Schedule.resolve`. */
  resolve(step: RunStep, selected: ReadonlyMap<string, Needs>): ReturnType<Schedule['resolve']> {
    return this.#scheduleOf(step.node.id)?.resolve(step, selected) ?? { released: [], skipped: [] };
  }

  /** Keeps a node's result. @returns nodes that waited for it alone. */
  succeed(nodeId: string, outputs: Record<string, NodeValue>): RunStep[] {
    return this.#scheduleOf(nodeId)?.succeed(nodeId, outputs) ?? [];
  }

  /** Keeps what a node of a loop gave in all turns, for nodes outside of it. */
  keepResult(nodeId: string, outputs: Record<string, NodeValue>): void {
    this.#schedule.addResult(nodeId, outputs);
  }

  /** A failed node releases nobody: what depends on it never starts. */
  fail(step: RunStep, failure: NodeFailed): void {
    this.finish(step.node.id);
    const loop = this.#loopOf.get(step.node.id);
    if (loop !== undefined) loop.failure ??= { step, failure };
    this.noteFailure(step, failure);
  }

  /** Says that a node is through and releases nobody. @param outputs what it gave nevertheless, such as why items are missing. */
  finish(nodeId: string, outputs?: Record<string, NodeValue>): void {
    this.#scheduleOf(nodeId)?.finish(nodeId, outputs);
  }

  /** Something of a node failed; the run ends with that. */
  noteFailure(step: RunStep, failure: NodeFailed): void {
    // What cost something, or may have, is said first.
    const isCostly = ({ perhapsCharged, paidFile }: NodeFailed): boolean =>
      perhapsCharged !== undefined || paidFile !== undefined;
    if (this.failure !== null && (isCostly(this.failure) || !isCostly(failure))) return;
    this.failure = {
      ...failure,
      nodeId: step.node.id,
      nodeTitle: this.titleOf(step),
      nodeType: step.node.type,
    };
  }

  resultOf(nodeId: string): Readonly<Record<string, NodeValue>> | undefined {
    return this.#schedule.resultOf(nodeId);
  }

  /** What a node's inputs were given: from wires, else as set. */
  async rawValues(step: RunStep, definition: NodeDefinition): Promise<RawValues> {
    const files = await filesOfInputs(this.#ctx, this.row.accountId, step.node.inputs);
    const values: Record<string, NodeValue | undefined> = {};
    // A plan with loops has other wires than the graph; within a turn what that gave comes first.
    const { wires } = this.plan.byId.get(step.node.id) ?? step;
    const iteration = (this.loops.get(step.node.id) ?? this.#loopOf.get(step.node.id))?.schedule;
    for (const { name } of definition.inputs) {
      const wire = wires.get(name);
      if (wire !== undefined) {
        values[name] = (iteration?.resultOf(wire[0]) ?? this.#schedule.resultOf(wire[0]))?.[wire[1]];
        continue;
      }
      const literal = readLiteral(files, step.node.inputs?.[name]);
      if (!literal.ok) return literal;
      for (const file of literal.files) this.files.register(fileValueOf(file), file.id);
      values[name] = literal.value;
    }
    return { ok: true, values };
  }

  /** The values of a node's inputs, each fitted to its pin. */
  async resolveInputs(step: RunStep, definition: NodeDefinition): Promise<ResolvedInputs> {
    const raw = await this.rawValues(step, definition);
    return raw.ok ? fitInputs(step, definition, raw.values) : raw;
  }
}

/** Values as the inputs of a node take them; the default where there is none. */
export function fitInputs(step: RunStep, definition: NodeDefinition, values: Values): ResolvedInputs {
  const inputs: Record<string, NodeValue | undefined> = {};
  const notes: string[] = [];
  for (const pin of definition.inputs) {
    const result = fitToPin(values[pin.name], pin, step.wires.has(pin.name) ? 'wire' : 'set');
    if (!result.ok) return result;
    if (result.note !== undefined) notes.push(result.note);
    inputs[pin.name] = result.value;
  }
  return { ok: true, inputs, notes };
}

export type Literal =
  /** @property files those that it names. */
  | { ok: true; value: NodeValue | undefined; files: readonly FileRow[] }
  | { ok: false; mismatch: Mismatch | { code: 'FILE_NOT_FOUND'; reason: string } };

/** The files of the account that inputs of a document name, by id. */
export const filesOfInputs = (
  ctx: ServiceContext,
  accountId: string,
  inputs: Readonly<Record<string, EditableInputValue>> | null | undefined,
): Promise<ReadonlyMap<string, FileRow>> =>
  findFiles(ctx, accountId, Object.values(inputs ?? {}).flatMap(fileIdsOfValue));

/**
 * The value that an input holds in the document. Null and nothing mean: not set.
 * @param files of the account, those that are named and there.
 */
export function readLiteral(
  files: ReadonlyMap<string, FileRow>,
  input: EditableInputValue | undefined,
): Literal {
  const items = listItemsOf(input);
  if (items !== null) return readListLiteral(files, items);
  const fileId = input === undefined ? null : fileIdOf(input);
  if (fileId !== null) {
    const file = files.get(fileId);
    if (file !== undefined) return { ok: true, value: fileValueOf(file), files: [file] };
    const reason = `The file ${fileId} is no longer stored. Choose another file.`;
    return { ok: false, mismatch: { code: 'FILE_NOT_FOUND', reason } };
  }
  if (input === undefined || isFileLike(input) || input.value === null || input.value === undefined) {
    return { ok: true, value: undefined, files: [] };
  }
  if (isFileValue(input.value) || isAnyList(input.value)) {
    // JSON in the shape of a file value would reach bytes that the account may not own.
    const reason = 'JSON with the keys kind and blob cannot be used here. Refer to a file by its id.';
    return { ok: false, mismatch: { code: 'INPUT_INVALID', reason } };
  }
  return { ok: true, value: input.value as JsonValue, files: [] };
}

/** A list that an input holds; an item of nothing is null. */
function readListLiteral(
  files: ReadonlyMap<string, FileRow>,
  inputs: readonly EditableInputValue[],
): Literal {
  const items: ListItem[] = [];
  const named: FileRow[] = [];
  const values: NodeValue[] = [];
  for (const input of inputs) {
    const literal = readLiteral(files, input);
    if (!literal.ok) return literal;
    values.push(literal.value ?? null);
    named.push(...literal.files);
  }
  const names = tracesOfFiles(values.map((value) => (isFileValue(value) ? value.filename : '')));
  for (const [at, value] of values.entries())
    items.push({ value, trace: [isFileValue(value) ? names[at]! : `item ${at + 1}`] });
  return { ok: true, value: { kind: LIST_KIND, items }, files: named };
}
