import { LISTS_PIN, pairingOf } from '#shared/graph/list-pairing.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import type { GraphNode } from '#shared/graph/types.ts';
import type { NodeDefinition, NodeValue, PinDefinition } from '#service/nodes/definition.ts';
import { listsOfResults, type ItemPlan, type ItemResult, type ItemUnit } from './item-plan.ts';
import { outputPinOf, type RunStep } from './plan.ts';
import type { NodeFailed } from './run-rows.ts';
import { ProgressThrottle } from './progress-throttle.ts';
import { positionsOf } from './unit.ts';

/** Items of one node that are looked up or executed at the same time: enough for all threads and workers, and little in memory. */
const MAX_OPEN = 64;
/** Items that one event tells of. */
const MAX_REPORTED = 50;

/** Lists that a pin takes as one value. Output nodes take whatever comes. */
export function depthOfPin(nodeType: string, pin: PinDefinition): number {
  const { list = 0, acceptsLists } = parsePinType(pin.type);
  return acceptsLists === true || outputPinOf(nodeType) !== null ? Infinity : list;
}

/** Whether a node that runs for the items of one input gives the result of each at the same place, as far as its type says. */
export function keepsPositions(
  definition: NodeDefinition | undefined,
  node: GraphNode,
  name: string,
): boolean {
  const pin = definition?.inputs.find((candidate) => candidate.name === name);
  const pairing = pairingOf(node.inputs?.[LISTS_PIN]?.value);
  if (pin === undefined || name === LISTS_PIN || pairing === 'every pair' || pairing === 'repeat last')
    return false;
  return depthOfPin(node.type, pin) === 0;
}

const MISSING_RESULT: ItemResult = { error: { code: 'ITEM_MISSING', message: 'This item was not made.' } };

/** How an item ended, as events tell it. */
interface Settled {
  item: number[];
  trace: readonly string[];
  state: 'succeeded' | 'cached' | 'failed';
  outputs?: Record<string, unknown>;
  error?: NodeFailed;
}

/** What became of an item. */
export type ItemEnd =
  | {
      state: 'succeeded' | 'cached';
      outputs: Readonly<Record<string, NodeValue>>;
      /** As events have them. */
      display: Record<string, unknown>;
      isReusable: boolean;
    }
  | { state: 'failed'; error: NodeFailed };

/** A node that runs for each item of a list, in memory: what is done of it, what is under way, what comes next. */
export class StepItems {
  readonly step: RunStep;
  readonly definition: NodeDefinition;
  readonly plan: ItemPlan;
  /** When it began, as `performance.now()`. */
  readonly startedAt = performance.now();
  /** Whether an earlier process has said already how it ended. */
  isReported = false;
  /** Lines that its items have logged. */
  logLines = 0;
  readonly #throttle: ProgressThrottle;
  readonly #results: (ItemResult | undefined)[];
  readonly #failures = new Map<number, NodeFailed>();
  readonly #indexes: Map<string, number>;
  /** Of items under way, 0 to 1. */
  readonly #fractions = new Map<string, number>();
  #settled: Settled[] = [];
  #next = 0;
  #open = 0;
  #completed = 0;
  #failed = 0;
  #cached = 0;
  #isReusable = true;

  /** @param report told of progress, at most once an interval. */
  constructor(
    { step, definition, plan }: Pick<StepItems, 'step' | 'definition' | 'plan'>,
    intervalMs: number,
    report: (progress: { fraction: number; message: string; data: Record<string, unknown> }) => void,
  ) {
    this.step = step;
    this.definition = definition;
    this.plan = plan;
    this.#results = Array.from({ length: plan.units.length });
    this.#indexes = new Map(plan.units.map(({ item }, index) => [item, index]));
    this.#throttle = new ProgressThrottle(intervalMs, () =>
      report({ fraction: this.#fraction, message: this.#message, data: this.#drainReport() }),
    );
  }

  get total(): number {
    return this.plan.units.length;
  }

  /** How many of all items there are what. */
  get counts(): { total: number; completed: number; failed: number } {
    return { total: this.expectedTotal, completed: this.#completed, failed: this.#failed };
  }

  /** Items as progress tells them. */
  protected get expectedTotal(): number {
    return this.total;
  }

  get isComplete(): boolean {
    return this.#completed === this.total;
  }

  /** Whether every item was found made. */
  get isCached(): boolean {
    return this.total > 0 && this.#cached === this.total;
  }

  /** Whether the next run finds all of them made. */
  get isReusable(): boolean {
    return this.#isReusable && this.#failed === 0;
  }

  unitAt(item: string): ItemUnit | undefined {
    const index = this.#indexes.get(item);
    return index === undefined ? undefined : this.plan.units[index];
  }

  /** The next item to begin with; null where there is none, or enough are under way. */
  next(): ItemUnit | null {
    while (this.#next < this.total && this.#results[this.#next] !== undefined) this.#next += 1;
    const unit = this.plan.units[this.#next];
    if (unit === undefined || this.#open >= MAX_OPEN) return null;
    this.#next += 1;
    this.#open += 1;
    return unit;
  }

  /** Says how far an item is that is under way. */
  advance(item: string, fraction: number): void {
    this.#fractions.set(item, fraction);
    this.#report();
  }

  /** Takes the end of an item that `next` gave. */
  settle(item: string, end: ItemEnd): void {
    if (this.#store(item, end)) this.#open -= 1;
    this.#report();
  }

  /** Takes an item that an earlier process has brought to its end. */
  restore(item: string, end: ItemEnd): void {
    this.#store(item, end);
  }

  /** Adds executions to those of its plan. @param target the units of that */
  protected append(units: readonly ItemUnit[], target: ItemUnit[]): void {
    for (const unit of units) {
      this.#indexes.set(unit.item, target.length);
      target.push(unit);
      this.#results.push(undefined);
    }
  }

  /** What an execution gave; that it was not made where it did not end. */
  protected resultAt(index: number): ItemResult {
    return this.#results[index] ?? MISSING_RESULT;
  }

  #store(item: string, end: ItemEnd): boolean {
    const index = this.#indexes.get(item);
    if (index === undefined || this.#results[index] !== undefined) return false;
    this.#fractions.delete(item);
    this.#completed += 1;
    const entry: Settled = {
      item: positionsOf(item),
      trace: this.plan.units[index]!.trace,
      state: end.state,
    };
    if (end.state === 'failed') {
      this.#failed += 1;
      const { code, message } = end.error;
      this.#results[index] = { error: { code, message } };
      this.#failures.set(index, end.error);
      entry.error = end.error;
    } else {
      if (end.state === 'cached') this.#cached += 1;
      if (!end.isReusable) this.#isReusable = false;
      this.#results[index] = { outputs: end.outputs };
      entry.outputs = end.display;
    }
    if (this.#settled.length < MAX_REPORTED) this.#settled.push(entry);
    return true;
  }

  /** The first item that failed, in the order of the list. */
  firstFailure(): { trace: readonly string[]; error: NodeFailed } | null {
    if (this.#failures.size === 0) return null;
    const index = Math.min(...this.#failures.keys());
    return { trace: this.plan.units[index]!.trace, error: this.#failures.get(index)! };
  }

  /** The outputs of the node, once it is complete. */
  results(): Record<string, NodeValue> {
    const pins = this.definition.outputs.map(({ name }) => name);
    return listsOfResults(this.plan, pins, (index) => this.resultAt(index));
  }

  /** Nothing is told after this. */
  end(): void {
    this.#throttle.end();
  }

  get #fraction(): number {
    let sum = this.#completed;
    for (const fraction of this.#fractions.values()) sum += fraction;
    return this.expectedTotal === 0 ? 1 : Math.min(1, sum / this.expectedTotal);
  }

  get #message(): string {
    const { failed } = this.counts;
    return `${this.#completed} of ${this.expectedTotal}${failed === 0 ? '' : `, ${failed} failed`}`;
  }

  #report(): void {
    // What is told is read when it is entry.
    if (!this.isComplete) this.#throttle.report({ fraction: 0, message: null });
  }

  #drainReport(): Record<string, unknown> {
    const settled = this.#settled;
    this.#settled = [];
    const running = [...this.#fractions].slice(0, MAX_REPORTED).map(([item, progress]) => ({
      item: positionsOf(item),
      trace: this.unitAt(item)?.trace ?? [],
      progress,
    }));
    return { items: this.counts, settled, running };
  }
}
