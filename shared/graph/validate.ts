import { CYCLE, isReservedName, resolvePin, pinRejection, reservedRejection } from './connect.ts';
import { indexOf } from './graph-index.ts';
import { nodesInCycles } from './topology.ts';
import type { Graph, NodeCatalog, Rejection } from './types.ts';

/** Problems after which a graph is not looked at any further. */
const MAX_REJECTIONS = 100;

export interface ValidateOptions {
  /** Node types the catalog need not know, for example those that the stored document has already. */
  tolerateUnknown?: ReadonlySet<string>;
}

/**
 * The problems of a whole graph, the first hundred or so, for a document that arrives in one piece. A graph that only operations have changed
 * needs no second look: operations keep a sound graph sound. O(nodes + wires).
 * @param catalog without it types and pins are not checked.
 */
export function validateGraph(
  graph: Graph,
  catalog?: NodeCatalog,
  options: ValidateOptions = {},
): Rejection[] {
  const slices = validateGraphInSlices(graph, catalog, options);
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
  }
}

/** As `validateGraph`; pauses after every node and wire, so that the caller can let others go first. */
export function* validateGraphInSlices(
  graph: Graph,
  catalog?: NodeCatalog,
  options: ValidateOptions = {},
): Generator<void, Rejection[], void> {
  const problems: Rejection[] = [];
  // Only nodes are looked up; an index of the wires would be built in one go.
  const index = indexOf({ nodes: graph.nodes, connections: [] });
  yield;
  const ids = new Set<string>();
  for (const node of graph.nodes) {
    if (problems.length >= MAX_REJECTIONS) return problems;
    yield;
    if (isReservedName(node.id)) problems.push(reservedRejection(node.id));
    if (ids.has(node.id)) {
      problems.push({ code: 'NODE_EXISTS', reason: `Two nodes have the id "${node.id}".` });
    }
    ids.add(node.id);
    if (catalog && !catalog.pinsOf(node.type) && !options.tolerateUnknown?.has(node.type)) {
      problems.push({
        code: 'UNKNOWN_NODE_TYPE',
        reason: `There is no node type "${node.type}" (node "${node.id}").`,
      });
    }
    for (const input of Object.keys(node.inputs ?? {})) {
      if (isReservedName(input)) problems.push(reservedRejection(input));
      else if (!resolvePin(catalog, node.type, 'inputs', input)) {
        problems.push({
          code: 'INPUT_UNKNOWN',
          reason: `The node "${node.id}" (${node.type}) has no input called ${input}.`,
        });
      }
    }
  }
  const used = new Set<string>();
  for (const { from, to } of graph.connections) {
    if (problems.length >= MAX_REJECTIONS) return problems;
    yield;
    const name = `${from.join('.')} to ${to.join('.')}`;
    const reason = pinRejection(index, from, to, catalog);
    if (reason)
      problems.push({ code: reason.code, reason: `The wire from ${name} cannot be: ${reason.reason}.` });
    const path = JSON.stringify(to);
    if (used.has(path)) {
      problems.push({
        code: 'INPUT_TAKEN',
        reason: `The wire from ${name} cannot be: an input takes one wire, and this one has another.`,
      });
    }
    used.add(path);
  }
  const looped = nodesInCycles(graph);
  if (looped.length > 0) {
    const visible = looped.slice(0, 5).map((id) => `"${id}"`);
    problems.push({
      code: CYCLE.code,
      reason: `The graph has a cycle among ${visible.join(', ')}${looped.length > 5 ? ' and others' : ''}. Remove a wire of it.`,
    });
  }
  return problems;
}
