import type { EditableInputValue } from '../api/schemas/documents.ts';
import type { RunOutput } from '../api/schemas/runs.ts';
import { linkedGraph } from './linked-graph.ts';
import type { LinkedGraph } from './node-keys.ts';
import { valueOfOutput } from './output-value.ts';
import { parsePinType, pinTypesFit } from './pin-type.ts';
import type { Graph, GraphConnection, GraphNode, NodeCatalog, NodeTypePins, PinRef } from './types.ts';

/**
 * The graph that a run executes where some nodes are muted or frozen. Muted ones are left out, and what comes into one
 * goes past it: an output passes on the one wired input that its type fits, of several the one that somebody chose. With
 * none nothing passes, and the inputs below lack a source. Frozen ones are left out too: what they made before stands as a
 * value where their wires end. A node that is both is muted.
 */

export interface RunStates {
  muted: ReadonlySet<string>;
  /** By muted node: the input that goes past it where several could. */
  passes: ReadonlyMap<string, string>;
  /** By frozen node: its outputs. */
  frozen: ReadonlyMap<string, Readonly<Record<string, RunOutput>>>;
}

export const NO_RUN_STATES: RunStates = { muted: new Set(), passes: new Map(), frozen: new Map() };

interface Sources {
  graph: LinkedGraph;
  catalog: NodeCatalog;
}
interface Stated extends Sources {
  states: RunStates;
}

const hasNone = ({ muted, frozen }: RunStates): boolean => muted.size + frozen.size === 0;

/** Whether a run leaves a node out. */
export const isLeftOut = ({ muted, frozen }: RunStates, nodeId: string): boolean =>
  muted.has(nodeId) || frozen.has(nodeId);

const typeOf = (pins: NodeTypePins['inputs'] | undefined, name: string) =>
  parsePinType(pins?.find((pin) => pin.name === name)?.type);

/** Inputs of a muted node whose wire could stand for one of its outputs. */
export function passingInputs({ graph, catalog }: Sources, [nodeId, pin]: PinRef): string[] {
  const pins = catalog.pinsOf(graph.node(nodeId)?.type ?? '');
  const output = pins?.outputs.find(({ name }) => name === pin);
  if (!pins || !output) return [];
  const wired = new Set(Array.from(graph.incomingWires(nodeId), ({ to }) => to[1]));
  return pins.inputs
    .filter(({ name, type }) => wired.has(name) && pinTypesFit(parsePinType(type), parsePinType(output.type)))
    .map(({ name }) => name);
}

/** The output that stands for another where muted nodes are passed; null where nothing passes. */
function sourceOf(stated: Stated, from: PinRef): PinRef | null {
  const { graph, states } = stated;
  const visited = new Set<string>();
  let source = from;
  while (states.muted.has(source[0])) {
    // A circle of muted nodes has no source.
    if (visited.has(source[0])) return null;
    visited.add(source[0]);
    const passing = passingInputs(stated, source);
    const selected = states.passes.get(source[0]);
    const pin = passing.find((name) => name === selected) ?? (passing.length === 1 ? passing[0] : undefined);
    const wire = Array.from(graph.incomingWires(source[0])).find(({ to }) => to[1] === pin);
    if (pin === undefined || !wire) return null;
    source = wire.from;
  }
  return source;
}

/** The source that a wire has past muted nodes; null where there is none that fits. */
function sourceThrough(stated: Stated, from: PinRef, to: PinRef): PinRef | null {
  if (!stated.states.muted.has(from[0])) return from;
  const source = sourceOf(stated, from);
  if (source === null) return null;
  const { graph, catalog } = stated;
  const outputs = catalog.pinsOf(graph.node(source[0])?.type ?? '')?.outputs;
  const inputs = catalog.pinsOf(graph.node(to[0])?.type ?? '')?.inputs;
  return pinTypesFit(typeOf(outputs, source[1]), typeOf(inputs, to[1])) ? source : null;
}

/** What a wire of the document is in a run: a wire, or the value that a frozen node gives. */
type Feed =
  | { kind: 'wire'; wire: GraphConnection }
  | { kind: 'value'; pin: string; value: EditableInputValue };

/** Null where nothing passes. */
function feedOf(stated: Stated, wire: GraphConnection): Feed | null {
  const from = sourceThrough(stated, wire.from, wire.to);
  if (from === null) return null;
  const outputs = stated.states.frozen.get(from[0]);
  if (outputs === undefined) return { kind: 'wire', wire: from === wire.from ? wire : { ...wire, from } };
  const output = Object.hasOwn(outputs, from[1]) ? outputs[from[1]] : undefined;
  return output === undefined ? null : { kind: 'value', pin: wire.to[1], value: valueOfOutput(output) };
}

/** A node with what frozen ones give it; the same value where they give nothing. */
const withValues = (
  node: GraphNode,
  values: readonly (readonly [pin: string, value: EditableInputValue])[],
): GraphNode =>
  values.length === 0 ? node : { ...node, inputs: { ...node.inputs, ...Object.fromEntries(values) } };

/** The nodes given, and those that are fed by muted or frozen ones among them: all whose sources may have become others. */
export function fedPast(graph: LinkedGraph, states: RunStates, nodeIds: Iterable<string>): Set<string> {
  const found = new Set(nodeIds);
  // A Set is walked in insertion order, including what is added on the way.
  for (const id of found)
    if (isLeftOut(states, id)) for (const { to } of graph.wiresOutOf(id)) found.add(to[0]);
  return found;
}

/** A graph with lookups as a run sees it. The states are asked for at each call. */
export function linkedAsRun(
  graph: LinkedGraph,
  currentStates: () => RunStates,
  catalog: NodeCatalog,
): LinkedGraph {
  const feedsInput = (id: string): Feed[] => {
    const stated = { graph, catalog, states: currentStates() };
    return Array.from(graph.incomingWires(id)).flatMap((wire) => feedOf(stated, wire) ?? []);
  };
  const incomingWires = (id: string): Iterable<GraphConnection> => {
    const states = currentStates();
    if (hasNone(states)) return graph.incomingWires(id);
    if (isLeftOut(states, id)) return [];
    return feedsInput(id).flatMap((feed) => (feed.kind === 'wire' ? [feed.wire] : []));
  };
  return {
    node(id) {
      const states = currentStates();
      const node = graph.node(id);
      if (node === undefined || hasNone(states)) return node;
      if (isLeftOut(states, id)) return undefined;
      if (states.frozen.size === 0) return node;
      const values = feedsInput(id).flatMap((feed) =>
        feed.kind === 'value' ? [[feed.pin, feed.value] as const] : [],
      );
      return withValues(node, values);
    },
    incomingWires,
    wiresOutOf(id) {
      const states = currentStates();
      if (hasNone(states)) return graph.wiresOutOf(id);
      if (isLeftOut(states, id)) return [];
      const below = Array.from(graph.wiresOutOf(id), ({ to }) => to[0]);
      const ids = [...fedPast(graph, states, below)];
      return ids.flatMap((candidate) =>
        Array.from(incomingWires(candidate)).filter(({ from }) => from[0] === id),
      );
    },
  };
}

/** The graph to run, as data; the same value where no node of it is muted or frozen. O(nodes + wires). */
export function graphAsRun(graph: Graph, states: RunStates, catalog: NodeCatalog): Graph {
  if (hasNone(states) || !graph.nodes.some(({ id }) => isLeftOut(states, id))) return graph;
  const stated = { graph: linkedGraph(graph), states, catalog };
  const connections: GraphConnection[] = [];
  const values = new Map<string, [string, EditableInputValue][]>();
  for (const wire of graph.connections) {
    const [nodeId] = wire.to;
    const feed = isLeftOut(states, nodeId) ? null : feedOf(stated, wire);
    if (feed?.kind === 'wire') connections.push(feed.wire);
    else if (feed) values.set(nodeId, [...(values.get(nodeId) ?? []), [feed.pin, feed.value]]);
  }
  const nodes = graph.nodes
    .filter(({ id }) => !isLeftOut(states, id))
    .map((node) => withValues(node, values.get(node.id) ?? []));
  return { nodes, connections };
}

/**
 * Nodes of a run that would feed frozen nodes and nothing else: it has no use for them.
 * @param ran the graph as it is run. O(nodes + wires).
 */
export function onlyForFrozen(
  graph: Graph,
  ran: Graph,
  states: RunStates,
  catalog: NodeCatalog,
): Set<string> {
  const found = new Set<string>();
  if (states.frozen.size === 0) return found;
  const stated = { graph: linkedGraph(graph), states, catalog };
  const fedByIt = new Map<string, number>();
  const sources = new Map<string, string[]>();
  for (const { from, to } of ran.connections) {
    fedByIt.set(from[0], (fedByIt.get(from[0]) ?? 0) + 1);
    sources.set(to[0], [...(sources.get(to[0]) ?? []), from[0]]);
  }
  const pending = graph.connections
    .filter(({ to }) => states.frozen.has(to[0]) && !states.muted.has(to[0]))
    .flatMap(({ from }) => sourceOf(stated, from)?.[0] ?? [])
    .filter((id) => !isLeftOut(states, id) && !fedByIt.has(id));
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    for (const source of sources.get(id) ?? []) {
      const left = (fedByIt.get(source) ?? 0) - 1;
      fedByIt.set(source, left);
      if (left === 0) pending.push(source);
    }
  }
  return found;
}
