import { LOOP_END, LOOP_PIN, LOOP_START } from '#shared/graph/loops.ts';
import type { PinRef } from '#shared/graph/types.ts';
import type { RunPlan, RunStep } from './plan.ts';

/** A part of a plan that is run turn by turn: from a start to an end, with all that lies between. */
export interface LoopPlan {
  start: RunStep;
  end: RunStep;
  /** What lies between, each after what feeds it. */
  body: readonly RunStep[];
  /** One turn: start, body and end, without what comes from outside. */
  iteration: RunPlan;
}

/** Why loops of a graph cannot be run. */
export class LoopProblem extends Error {
  readonly nodeId: string;
  constructor(nodeId: string, reason: string) {
    super(reason);
    this.nodeId = nodeId;
  }
}

/**
 * The loops of a plan, by their end. One whose end is not planned is none: its start gives the first turn.
 * O(nodes + wires) for each loop. @throws LoopProblem
 */
export function findLoops(plan: RunPlan): ReadonlyMap<string, LoopPlan> {
  const loops = new Map<string, LoopPlan>();
  const ownerOf = new Map<string, string>();
  for (const end of plan.order) {
    if (end.node.type !== LOOP_END) continue;
    const start = plan.byId.get(end.wires.get(LOOP_PIN)?.[0] ?? '');
    if (start === undefined) continue;
    if (start.node.type !== LOOP_START)
      throw new LoopProblem(end.node.id, 'Loop end has something else than a Loop start in its input Loop.');
    const between = nodesBetween(plan, start, end);
    for (const id of [start.node.id, ...between]) {
      if (ownerOf.has(id) || (id !== start.node.id && isLoopNode(plan.byId.get(id)!)))
        throw new LoopProblem(
          id,
          'A loop lies in another one, or shares nodes with it, which cannot be run. Put one loop after the other.',
        );
      ownerOf.set(id, end.node.id);
    }
    const body = plan.order.filter(({ node }) => between.has(node.id));
    loops.set(end.node.id, { start, end, body, iteration: iterationPlan([start, ...body, end]) });
  }
  return loops;
}

const isLoopNode = ({ node }: RunStep): boolean => node.type === LOOP_START || node.type === LOOP_END;

function nodesBetween(plan: RunPlan, start: RunStep, end: RunStep): Set<string> {
  const below = walk(start.node.id, (id) => plan.byId.get(id)?.dependants ?? []);
  const above = walk(end.node.id, (id) => plan.byId.get(id)?.dependsOn ?? []);
  return new Set([...below].filter((id) => above.has(id) && id !== start.node.id && id !== end.node.id));
}

function walk(from: string, next: (id: string) => readonly string[]): Set<string> {
  const found = new Set([from]);
  // A Set is walked in insertion order, including what is added on the way.
  for (const id of found) for (const further of next(id)) found.add(further);
  return found;
}

function iterationPlan(steps: readonly RunStep[]): RunPlan {
  const inside = new Set(steps.map(({ node }) => node.id));
  const isInside = (id: string): boolean => inside.has(id);
  const order = steps.map((step) => ({
    ...step,
    dependsOn: step.dependsOn.filter(isInside),
    dependants: step.dependants.filter(isInside),
  }));
  return { order, byId: new Map(order.map((step) => [step.node.id, step])), outputs: [] };
}

/** A plan in which each loop is one step, its end, which waits for all that comes into the loop from outside. */
export function withLoopsAsSteps(plan: RunPlan, loops: ReadonlyMap<string, LoopPlan>): RunPlan {
  if (loops.size === 0) return plan;
  const endOf = new Map<string, string>();
  for (const [endId, { start, body }] of loops)
    for (const { node } of [start, ...body]) endOf.set(node.id, endId);
  const mapped = (id: string): string => endOf.get(id) ?? id;
  const byId = new Map<string, RunStep & { dependants: string[] }>();
  for (const step of plan.order) {
    const { node } = step;
    if (endOf.has(node.id)) continue;
    const loop = loops.get(node.id);
    const inside = loop === undefined ? [step] : [loop.start, ...loop.body, step];
    const wires = new Map<string, PinRef>();
    for (const member of inside)
      for (const [pin, [source, output]] of member.wires) {
        if (mapped(source) === node.id) continue;
        wires.set(member === step ? pin : `${member.node.id} ${pin}`, [mapped(source), output]);
      }
    const dependsOn = [...new Set([...wires.values()].map(([source]) => source))];
    byId.set(node.id, { node, wires, dependsOn, dependants: [] });
  }
  for (const { node, dependsOn } of byId.values())
    for (const source of dependsOn) byId.get(source)?.dependants.push(node.id);
  return { order: inOrder(byId), byId, outputs: plan.outputs };
}

/** Kahn's algorithm. */
function inOrder(byId: ReadonlyMap<string, RunStep>): RunStep[] {
  const missing = new Map([...byId].map(([id, { dependsOn }]) => [id, dependsOn.length]));
  const order = [...byId.values()].filter(({ dependsOn }) => dependsOn.length === 0);
  // The list grows while it is walked.
  for (const { dependants } of order)
    for (const id of dependants) {
      missing.set(id, missing.get(id)! - 1);
      if (missing.get(id) === 0) order.push(byId.get(id)!);
    }
  // What takes something out of a loop and leads back into it from outside would wait for itself.
  if (order.length < byId.size) throw new Error('The graph has a cycle.');
  return order;
}
