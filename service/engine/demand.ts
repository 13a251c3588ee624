import { ItemNeeds, type Needs } from './item-needs.ts';
import type { RunPlan, RunStep } from './plan.ts';

/** What the plan alone says of node types. */
export interface DemandRules {
  /** The inputs of a step of which it takes one only, as it decides; empty for most. */
  branchesOf(step: RunStep): ReadonlySet<string>;
  /** Whether an item at a place of an input becomes the item at that place of the outputs. */
  keepsPositions(step: RunStep, pin: string): boolean;
}

/** What became of a decision. */
export interface Resolution {
  /** Steps that are to run now. */
  demanded: readonly RunStep[];
  /** Steps that nothing of the run takes any more. */
  skipped: readonly RunStep[];
}

/**
 * Which nodes of a run are to be executed. What leads to a target or to the end of the graph is; of the inputs of which a node takes
 * one only, no source is before the node has decided.
 */
export class Demand {
  readonly #plan: RunPlan;
  readonly #rules: DemandRules;
  readonly #roots: ReadonlySet<string>;
  readonly #demanded = new Map<string, Needs>();
  /** By node: how many that it feeds may still take it. */
  readonly #open = new Map<string, number>();
  readonly #resolved = new Set<string>();
  readonly #skipped = new Set<string>();
  readonly #rank: ReadonlyMap<string, number>;

  /** O(nodes + wires). @param targetNodeIds empty for the whole graph. */
  constructor(plan: RunPlan, targetNodeIds: readonly string[], rules: DemandRules) {
    this.#plan = plan;
    this.#rules = rules;
    this.#rank = new Map(plan.order.map(({ node }, at) => [node.id, at]));
    for (const { node, dependants } of plan.order) this.#open.set(node.id, dependants.length);
    const ends = plan.order.filter(({ dependants }) => dependants.length === 0).map(({ node }) => node.id);
    this.#roots = new Set([...targetNodeIds, ...(targetNodeIds.length === 0 ? ends : [])]);
    for (const id of this.#reach(this.#roots)) this.#demanded.set(id, null);
  }

  has(nodeId: string): boolean {
    return this.#demanded.has(nodeId);
  }

  isSkipped(nodeId: string): boolean {
    return this.#skipped.has(nodeId);
  }

  /** Which items of a demanded step are to be made. */
  needsOf(nodeId: string): Needs {
    return this.#demanded.get(nodeId) ?? null;
  }

  isResolved(nodeId: string): boolean {
    return this.#resolved.has(nodeId);
  }

  /** The steps that one waits for before it decides; all of them where there is nothing to decide. */
  firstSourcesOf(step: RunStep): readonly string[] {
    const branches = this.#rules.branchesOf(step);
    if (branches.size === 0) return step.dependsOn;
    return [...new Set([...step.wires].flatMap(([pin, [source]]) => (branches.has(pin) ? [] : [source])))];
  }

  /** Takes a decision. @param selected inputs that the step takes, with the items of each. */
  resolve(step: RunStep, selected: ReadonlyMap<string, Needs>): Resolution {
    this.#resolved.add(step.node.id);
    const contributions = new Map<string, Needs>();
    for (const [pin, needs] of selected) {
      const source = step.wires.get(pin)?.[0];
      if (source !== undefined && this.#plan.byId.has(source)) contribute(contributions, source, needs);
    }
    const demanded = this.#demandFrom(step, contributions);
    const skipped: RunStep[] = [];
    const first = new Set(this.firstSourcesOf(step));
    for (const source of step.dependsOn)
      if (!first.has(source) && !contributions.has(source)) this.#release(source, skipped);
    return { demanded, skipped };
  }

  /** One that nothing takes any more is skipped, and what feeds it alone. */
  #release(nodeId: string, skipped: RunStep[]): void {
    const open = [nodeId];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const left = (this.#open.get(id) ?? 0) - 1;
      this.#open.set(id, left);
      if (left > 0 || this.#demanded.has(id) || this.#skipped.has(id)) continue;
      const step = this.#plan.byId.get(id);
      if (step === undefined) continue;
      this.#skipped.add(id);
      skipped.push(step);
      open.push(...step.dependsOn);
    }
  }

  #demandFrom(selector: RunStep, contributions: Map<string, Needs>): RunStep[] {
    const region = this.#reach(new Set(contributions.keys()));
    // Those that are fed come before those that feed them.
    const steps = [...region]
      .map((id) => this.#plan.byId.get(id)!)
      .sort((a, b) => this.#rank.get(b.node.id)! - this.#rank.get(a.node.id)!);
    for (const { node, dependants } of steps) {
      const isShared = dependants.some(
        (id) => id !== selector.node.id && !region.has(id) && !this.#hasDeclined(id),
      );
      this.#demanded.set(node.id, isShared ? null : (contributions.get(node.id) ?? null));
      this.#contributeOf(node.id, contributions, region);
    }
    return steps;
  }

  /** Whether a dependant takes nothing more of what it has not taken yet. */
  #hasDeclined(stepId: string): boolean {
    return this.#skipped.has(stepId) || this.#resolved.has(stepId);
  }

  #contributeOf(nodeId: string, contributions: Map<string, Needs>, region: ReadonlySet<string>): void {
    const step = this.#plan.byId.get(nodeId)!;
    const branches = this.#rules.branchesOf(step);
    const needs = this.needsOf(nodeId);
    for (const [pin, [source]] of step.wires) {
      if (!region.has(source)) continue;
      // A branch of a node in the region: it has not decided yet and may take all.
      const isMapped = !branches.has(pin) && this.#rules.keepsPositions(step, pin);
      contribute(contributions, source, isMapped ? needs : null);
    }
  }

  /** What feeds some steps and is not demanded yet, themselves included. */
  #reach(from: ReadonlySet<string>): Set<string> {
    const found = new Set([...from].filter((id) => this.#plan.byId.has(id) && !this.#demanded.has(id)));
    // A Set is walked in insertion order, including what is added on the way.
    for (const id of found)
      for (const source of this.firstSourcesOf(this.#plan.byId.get(id)!))
        if (this.#plan.byId.has(source) && !this.#demanded.has(source)) found.add(source);
    return found;
  }
}

function contribute(contributions: Map<string, Needs>, source: string, needs: Needs): void {
  const before = contributions.get(source);
  contributions.set(source, before === undefined ? needs : ItemNeeds.union(before, needs));
}
