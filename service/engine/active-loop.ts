import type { ListItem, NodeValue } from '#service/nodes/definition.ts';
import type { NodeRegistry } from '#service/nodes/registry.ts';
import type { LoopPlan } from './loop-plan.ts';
import type { RunStep } from './plan.ts';
import type { NodeFailed } from './run-rows.ts';
import { Schedule } from './schedule.ts';

/** Where a turn of a loop stands among the items of its nodes. */
export interface LoopPosition {
  path: readonly number[];
  trace: readonly string[];
}

/** A loop of a run, in memory: which turn it is in, what is done of that, and what the turns before gave. */
export class ActiveLoop {
  readonly plan: LoopPlan;
  /** Whether an earlier process has said already how it ended. */
  isReported = false;
  /** When it began, as `performance.now()`. */
  startedAt = 0;
  /** Turns that it has at most. */
  total = 0;
  /** What its turns gave so far, and what they began with. */
  readonly results: ListItem[] = [];
  readonly initial: ListItem[] = [];
  /** Nodes that no turn has run so far, with the node that took another branch. */
  readonly skipped = new Map<string, RunStep>();
  /** Why it cannot go on. */
  failure: { step: RunStep; failure: NodeFailed } | null = null;
  readonly #nodes: NodeRegistry;
  #schedule: Schedule | null = null;

  constructor(nodes: NodeRegistry, plan: LoopPlan) {
    this.#nodes = nodes;
    this.plan = plan;
  }

  /** What is done of the turn that is under way; null before the first and after the last. */
  get schedule(): Schedule | null {
    return this.#schedule;
  }

  get position(): LoopPosition {
    const at = this.results.length;
    return { path: [at], trace: [`turn ${at + 1}`] };
  }

  /** Begins a turn. @returns the nodes that can begin. */
  beginIteration(value: NodeValue): RunStep[] {
    const { start, end, iteration } = this.plan;
    const { trace } = this.position;
    this.initial.push({ value, trace });
    this.#schedule = new Schedule(this.#nodes, iteration, [end.node.id]);
    this.#schedule.succeed(start.node.id, { value, iteration: this.results.length + 1, loop: null });
    return this.#schedule.startable();
  }

  /** Ends a turn. */
  endIteration(value: NodeValue): void {
    this.results.push({ value, trace: this.position.trace });
    this.#schedule = null;
  }

  /** Nothing of it goes on. */
  end(): void {
    this.#schedule = null;
  }
}
