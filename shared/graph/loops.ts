import { indexOf } from './graph-index.ts';
import { downstreamOf, upstreamOf } from './topology.ts';
import type { Graph } from './types.ts';

/** The node types between which a part of a graph is run turn by turn, and the input by which an end knows its start. */
export const LOOP_START = 'control/loop-start';
export const LOOP_END = 'control/loop-end';
export const LOOP_PIN = 'loop';

/** Turns of one loop, at most, and where nobody set them. */
export const MAX_ITERATIONS = 1000;
export const DEFAULT_ITERATIONS = 5;

/** How often a node of a loop is executed. */
export interface Iterations {
  least: number;
  most: number;
  /** The end of the loop. */
  endId: string;
}

/** How often nodes between starts and ends of loops are executed; others are left out. O(nodes + wires) for each loop. */
export function loopIterations(graph: Graph): ReadonlyMap<string, Iterations> {
  const found = new Map<string, Iterations>();
  const ends = graph.nodes.filter(({ type }) => type === LOOP_END);
  if (ends.length === 0) return found;
  const index = indexOf(graph);
  for (const end of ends) {
    const wires = [...index.incomingWires(end.id)];
    const startId = wires.find(({ value }) => value.to[1] === LOOP_PIN)?.value.from[0];
    const start = startId === undefined ? undefined : index.node(startId)?.value;
    if (start === undefined) continue;
    const literal = start.inputs?.['iterations']?.value;
    const isComputed = [...index.incomingWires(start.id)].some(({ value }) => value.to[1] === 'iterations');
    const most = isComputed
      ? MAX_ITERATIONS
      : typeof literal === 'number'
        ? Math.min(MAX_ITERATIONS, Math.max(1, literal))
        : DEFAULT_ITERATIONS;
    const mayEndSooner = isComputed || wires.some(({ value }) => value.to[1] === 'stop');
    const above = upstreamOf(graph, [end.id]);
    for (const id of downstreamOf(graph, [start.id]))
      if (above.has(id) && id !== start.id && id !== end.id)
        found.set(id, { least: mayEndSooner ? 1 : most, most, endId: end.id });
  }
  return found;
}
