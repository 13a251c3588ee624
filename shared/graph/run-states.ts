import { linkedGraph } from './linked-graph.ts';
import type { LinkedGraph } from './node-keys.ts';
import { parsePinType, pinTypesFit } from './pin-type.ts';
import type { Graph, NodeCatalog, NodeTypePins, PinRef } from './types.ts';

/**
 * The graph that a run executes where some nodes are muted: they are left out, and what comes into one goes past it.
 * An output of a muted node passes on the one wired input that its type fits. With none or several of these nothing
 * passes, and the inputs below lack a source.
 */

interface Muting {
  graph: LinkedGraph;
  muted: ReadonlySet<string>;
  catalog: NodeCatalog;
}

const typeOf = (pins: NodeTypePins['inputs'] | undefined, name: string) =>
  parsePinType(pins?.find((pin) => pin.name === name)?.type);

/** Inputs of a muted node whose wire could stand for one of its outputs. */
export function passingInputs({ graph, catalog }: Omit<Muting, 'muted'>, [nodeId, pin]: PinRef): string[] {
  const pins = catalog.pinsOf(graph.node(nodeId)?.type ?? '');
  const output = pins?.outputs.find(({ name }) => name === pin);
  if (!pins || !output) return [];
  const wired = new Set(Array.from(graph.wiresInto(nodeId), ({ to }) => to[1]));
  return pins.inputs
    .filter(({ name, type }) => wired.has(name) && pinTypesFit(parsePinType(type), parsePinType(output.type)))
    .map(({ name }) => name);
}

/** The output that stands for another where muted nodes are passed; null where nothing passes. */
function sourceOf(muting: Muting, from: PinRef): PinRef | null {
  const { graph, muted } = muting;
  const seen = new Set<string>();
  let source = from;
  while (muted.has(source[0])) {
    // A circle of muted nodes has no source.
    if (seen.has(source[0])) return null;
    seen.add(source[0]);
    const passing = passingInputs(muting, source);
    if (passing.length !== 1) return null;
    const wire = Array.from(graph.wiresInto(source[0])).find(({ to }) => to[1] === passing[0]);
    if (!wire) return null;
    source = wire.from;
  }
  return source;
}

/** The source that a wire has past muted nodes; null where there is none that fits. */
function passedSource(muting: Muting, from: PinRef, to: PinRef): PinRef | null {
  if (!muting.muted.has(from[0])) return from;
  const source = sourceOf(muting, from);
  if (source === null) return null;
  const { graph, catalog } = muting;
  const outputs = catalog.pinsOf(graph.node(source[0])?.type ?? '')?.outputs;
  const inputs = catalog.pinsOf(graph.node(to[0])?.type ?? '')?.inputs;
  return pinTypesFit(typeOf(outputs, source[1]), typeOf(inputs, to[1])) ? source : null;
}

/** The nodes given, and those that are fed by muted ones among them: all whose sources may have become others. */
export function fedPastMuted(
  graph: LinkedGraph,
  muted: ReadonlySet<string>,
  nodeIds: Iterable<string>,
): Set<string> {
  const found = new Set(nodeIds);
  // A Set is walked in insertion order, including what is added on the way.
  for (const id of found) if (muted.has(id)) for (const { to } of graph.wiresOutOf(id)) found.add(to[0]);
  return found;
}

/** A graph with lookups as a run sees it. `muted` is asked at each call. */
export function linkedPastMuted(
  graph: LinkedGraph,
  mutedNow: () => ReadonlySet<string>,
  catalog: NodeCatalog,
): LinkedGraph {
  const wiresInto = (id: string) => {
    const muted = mutedNow();
    if (muted.size === 0) return graph.wiresInto(id);
    if (muted.has(id)) return [];
    return Array.from(graph.wiresInto(id)).flatMap((wire) => {
      const from = passedSource({ graph, muted, catalog }, wire.from, wire.to);
      return from === null ? [] : [from === wire.from ? wire : { ...wire, from }];
    });
  };
  return {
    node: (id) => (mutedNow().has(id) ? undefined : graph.node(id)),
    wiresInto,
    wiresOutOf(id) {
      const muted = mutedNow();
      if (muted.size === 0) return graph.wiresOutOf(id);
      if (muted.has(id)) return [];
      const below = Array.from(graph.wiresOutOf(id), ({ to }) => to[0]);
      const ids = [...fedPastMuted(graph, muted, below)];
      return ids.flatMap((other) => Array.from(wiresInto(other)).filter(({ from }) => from[0] === id));
    },
  };
}

/** The graph to run, as data; the same value where no node of it is muted. O(nodes + wires). */
export function graphPastMuted(graph: Graph, muted: ReadonlySet<string>, catalog: NodeCatalog): Graph {
  if (muted.size === 0 || !graph.nodes.some(({ id }) => muted.has(id))) return graph;
  const linked = linkedGraph(graph);
  return {
    nodes: graph.nodes.filter(({ id }) => !muted.has(id)),
    connections: graph.connections.flatMap((wire) => {
      if (muted.has(wire.to[0])) return [];
      const from = passedSource({ graph: linked, muted, catalog }, wire.from, wire.to);
      return from === null ? [] : [{ ...wire, from }];
    }),
  };
}
