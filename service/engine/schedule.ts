import type { NodeValue } from '#service/nodes/definition.ts';
import type { NodeRegistry } from '#service/nodes/registry.ts';
import type { Resolution, Demand } from './demand.ts';
import type { Needs } from './item-needs.ts';
import { demandOfPlan } from './plan-demand.ts';
import type { RunPlan, RunStep } from './plan.ts';

/** What is done of a plan, and what waits for what: of a run, or of one turn of a loop. */
export class Schedule {
  /** Which of its nodes are to be executed. */
  readonly demand: Demand;
  readonly #plan: RunPlan;
  readonly #missing: Map<string, number>;
  /** What a node that decides waits for: first for what decides, then for what it takes. */
  readonly #awaited = new Map<string, Set<string>>();
  readonly #succeeded = new Set<string>();
  readonly #finished = new Set<string>();
  readonly #results = new Map<string, Record<string, NodeValue>>();

  /** @param targetNodeIds empty for all of the plan. */
  constructor(nodes: NodeRegistry, plan: RunPlan, targetNodeIds: readonly string[]) {
    this.#plan = plan;
    this.#missing = new Map(plan.order.map((entry) => [entry.node.id, entry.dependsOn.length]));
    this.demand = demandOfPlan(nodes, plan, targetNodeIds);
    for (const step of plan.order) {
      const first = this.demand.firstSourcesOf(step);
      if (first !== step.dependsOn) this.#awaited.set(step.node.id, new Set(first));
    }
  }

  /** Nodes without anything to wait for that are not finished, in plan order. */
  startable(): RunStep[] {
    return this.#plan.order.filter((step) => this.#isStartable(step));
  }

  #isStartable({ node }: RunStep): boolean {
    const awaited = this.#awaited.get(node.id);
    const isBlocked = awaited === undefined ? this.#missing.get(node.id) !== 0 : awaited.size > 0;
    return !isBlocked && !this.#finished.has(node.id) && this.demand.has(node.id);
  }

  /**
   * Takes the decision of a node which of its inputs it takes.
   * @returns the nodes that can begin now, itself among them where it waits for nothing more; and those that nothing takes.
   */
  resolve(
    step: RunStep,
    selected: ReadonlyMap<string, Needs>,
  ): { released: RunStep[]; skipped: Resolution['skipped'] } {
    const { demanded, skipped } = this.demand.resolve(step, selected);
    const awaited = this.#awaited.get(step.node.id);
    for (const pin of selected.keys()) {
      const source = step.wires.get(pin)?.[0];
      if (source !== undefined && this.#plan.byId.has(source) && !this.#succeeded.has(source))
        awaited?.add(source);
    }
    return { released: [...demanded, step].filter((entry) => this.#isStartable(entry)), skipped };
  }

  /** Keeps a node's result. @returns nodes that waited for it alone. */
  succeed(nodeId: string, outputs: Record<string, NodeValue>): RunStep[] {
    this.#results.set(nodeId, outputs);
    this.#finished.add(nodeId);
    this.#succeeded.add(nodeId);
    const released: RunStep[] = [];
    for (const id of this.#plan.byId.get(nodeId)?.dependants ?? []) {
      const awaited = this.#awaited.get(id);
      if (awaited !== undefined && !awaited.delete(nodeId)) continue;
      this.#missing.set(id, (this.#missing.get(id) ?? 0) - 1);
      const step = this.#plan.byId.get(id)!;
      if (this.#isStartable(step)) released.push(step);
    }
    return released;
  }

  /** Says that a node is through and releases nobody. @param outputs what it gave nevertheless, such as why items are missing. */
  finish(nodeId: string, outputs?: Record<string, NodeValue>): void {
    this.#finished.add(nodeId);
    if (outputs !== undefined) this.#results.set(nodeId, outputs);
  }

  /** Keeps what another node than those of the plan gave, for those that take it. */
  addResult(nodeId: string, outputs: Record<string, NodeValue>): void {
    this.#results.set(nodeId, outputs);
  }

  resultOf(nodeId: string): Readonly<Record<string, NodeValue>> | undefined {
    return this.#results.get(nodeId);
  }
}
