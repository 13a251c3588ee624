import type { EditableInputValue } from '#shared/api/index.ts';
import { isLiveRun } from '#shared/desk/run-origin.ts';
import type { NodeKeys } from '#shared/graph/node-keys.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { ServiceContext } from '#service/context.ts';
import {
  isFileValue,
  type FileValue,
  type JsonValue,
  type NodeDefinition,
  type NodeValue,
} from '#service/nodes/definition.ts';
import { findFiles, type FileRow } from '#service/files/rows.ts';
import { providersFor } from '#service/spend/spend.ts';
import type { Provider } from '#service/providers/rows.ts';
import { fileIdOf, isFileLike } from '#service/rules/file-values.ts';
import { fitToPin, type Mismatch } from './input-values.ts';
import { keysOfPlan } from './plan-keys.ts';
import type { Claim } from './run-claim-rows.ts';
import { planRun, type RunStep, type RunPlan } from './plan.ts';
import { fileValueOf, RunFiles } from './run-files.ts';
import type { RunFailure, RunRow } from './run-rows.ts';
import type { Lane, RunningTask } from './task.ts';

/** A node whose inputs are there and whose result is not in the cache: it waits for a thread. */
export interface ReadyTask {
  step: RunStep;
  definition: NodeDefinition;
  inputs: Record<string, NodeValue | undefined>;
  cacheKey: string | null;
  /** By how much the pictures of this task are smaller than they will be; null at full size. */
  scale: number | null;
  /** Who answers a node that asks a provider. */
  modelSource: { provider: Provider; model: string } | null;
  /** What its execution costs, in microcredits. */
  price: bigint;
  /** Where the file lies that an equal call was answered and that could not be fetched. */
  paidFile?: string;
}

export type ResolvedInputs =
  /** @property notes sentences about values that became others. */
  | { ok: true; inputs: Record<string, NodeValue | undefined>; notes: readonly string[] }
  | { ok: false; mismatch: { code: string; reason: string } };

/** How a node failed, as it is shown. */
export type NodeFailed = Pick<RunFailure, 'code' | 'message' | 'perhapsCharged' | 'paidFile'>;

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
  /** Nodes whose start by a worker is written down. */
  readonly begun = new Set<string>();
  readonly running = new Map<string, RunningNode>();
  /** Nodes whose result was looked for once more as they were about to begin. */
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
  readonly #missing: Map<string, number>;
  readonly #results = new Map<string, Record<string, NodeValue>>();
  readonly #finished = new Set<string>();

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
    this.#missing = new Map(this.plan.order.map((entry) => [entry.node.id, entry.dependsOn.length]));
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
    return this.preparing === 0 && this.running.size === 0 && this.pending.size === 0 && !ready;
  }

  /** What waits for a thread will not get one any more. */
  dropReady(): void {
    for (const tasks of Object.values(this.ready)) tasks.length = 0;
    this.pending.clear();
  }

  titleOf(step: RunStep): string {
    const title = step.node.title?.trim();
    if (title !== undefined && title !== '') return title;
    return this.#ctx.nodes.get(step.node.type)?.title ?? step.node.type;
  }

  /** Nodes without anything to wait for that are not finished, in plan order. */
  startable(): RunStep[] {
    return this.plan.order.filter(
      ({ node }) => this.#missing.get(node.id) === 0 && !this.#finished.has(node.id),
    );
  }

  /** Keeps a node's result. @returns nodes that waited for it alone. */
  succeed(nodeId: string, outputs: Record<string, NodeValue>): RunStep[] {
    this.#results.set(nodeId, outputs);
    this.#finished.add(nodeId);
    const released: RunStep[] = [];
    for (const id of this.plan.byId.get(nodeId)?.dependants ?? []) {
      const left = (this.#missing.get(id) ?? 0) - 1;
      this.#missing.set(id, left);
      if (left === 0 && !this.#finished.has(id)) released.push(this.plan.byId.get(id)!);
    }
    return released;
  }

  /** A failed node releases nobody: what depends on it never starts. */
  fail(step: RunStep, failure: NodeFailed): void {
    this.#finished.add(step.node.id);
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
    return this.#results.get(nodeId);
  }

  /** The values of a node's inputs: from wires, else as set, else the default; each fitted to its pin. */
  async resolveInputs(step: RunStep, definition: NodeDefinition): Promise<ResolvedInputs> {
    const files = await filesOfInputs(this.#ctx, this.row.accountId, step.node.inputs);
    const inputs: Record<string, NodeValue | undefined> = {};
    const notes: string[] = [];
    for (const pin of definition.inputs) {
      const wire = step.wires.get(pin.name);
      let value: NodeValue | undefined;
      if (wire !== undefined) {
        value = this.#results.get(wire[0])?.[wire[1]];
      } else {
        const literal = readLiteral(files, step.node.inputs?.[pin.name]);
        if (!literal.ok) return literal;
        if (literal.fileId !== null) this.files.register(literal.value, literal.fileId);
        value = literal.value;
      }
      const result = fitToPin(value, pin, wire === undefined ? 'set' : 'wire');
      if (!result.ok) return result;
      if (result.note !== undefined) notes.push(result.note);
      inputs[pin.name] = result.value;
    }
    return { ok: true, inputs, notes };
  }
}

export type Literal =
  | { ok: true; value: NodeValue | undefined; fileId: null }
  | { ok: true; value: FileValue; fileId: string }
  | { ok: false; mismatch: Mismatch | { code: 'FILE_NOT_FOUND'; reason: string } };

/** The files of the account that inputs of a document name, by id. */
export const filesOfInputs = (
  ctx: ServiceContext,
  accountId: string,
  inputs: Readonly<Record<string, EditableInputValue>> | null | undefined,
): Promise<ReadonlyMap<string, FileRow>> =>
  findFiles(
    ctx,
    accountId,
    Object.values(inputs ?? {}).flatMap((input) => fileIdOf(input) ?? []),
  );

/**
 * The value that an input holds in the document. Null and nothing mean: not set.
 * @param files of the account, those that are named and there.
 */
export function readLiteral(
  files: ReadonlyMap<string, FileRow>,
  input: EditableInputValue | undefined,
): Literal {
  const fileId = input === undefined ? null : fileIdOf(input);
  if (fileId !== null) {
    const file = files.get(fileId);
    if (file !== undefined) return { ok: true, value: fileValueOf(file), fileId };
    const reason = `The file ${fileId} is no longer stored. Choose another file.`;
    return { ok: false, mismatch: { code: 'FILE_NOT_FOUND', reason } };
  }
  if (input === undefined || isFileLike(input) || input.value === null || input.value === undefined) {
    return { ok: true, value: undefined, fileId: null };
  }
  if (isFileValue(input.value)) {
    // JSON in the shape of a file value would reach bytes that the account may not own.
    const reason = 'JSON with the keys kind and blob cannot be used here. Refer to a file by its id.';
    return { ok: false, mismatch: { code: 'INPUT_INVALID', reason } };
  }
  return { ok: true, value: input.value as JsonValue, fileId: null };
}
