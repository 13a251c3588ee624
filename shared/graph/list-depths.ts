import { isListsPin } from './list-pairing.ts';
import { parsePinType } from './pin-type.ts';
import type { PublicNodeTypePin } from '../api/schemas/node-types.ts';
import type { Graph, GraphNode, NodeTypePins } from './types.ts';

/** Which wires of a graph carry lists, as far as the types of pins and the values of inputs tell before anything ran. */
export interface ListDepths {
  /** Lists around what an output gives: 1 for a list, 2 for a list of lists; 0 for one thing, or where nothing says more. */
  ofOutput(nodeId: string, pin: string): number;
  /** Inputs of a node for whose lists it runs, in the order of its pins. */
  spreadInputs(nodeId: string): readonly string[];
}

const NONE: readonly string[] = [];

/** What a node that runs for its items adds to the lists of its outputs, and for which inputs. */
interface Spread {
  depth: number;
  inputs: readonly string[];
}

/** Whether anything in a graph can make a list: only then its wires are looked at. */
export function mayHaveLists(graph: Graph, pinsOf: (type: string) => NodeTypePins | undefined): boolean {
  const makesList = new Map<string, boolean>();
  return graph.nodes.some(({ type, inputs }) => {
    let makes = makesList.get(type);
    if (makes === undefined) {
      makes = pinsOf(type)?.outputs.some((pin) => (parsePinType(pin.type).list ?? 0) > 0) ?? false;
      makesList.set(type, makes);
    }
    return makes || Object.values(inputs ?? {}).some((input) => input.type === 'list');
  });
}

/** The wires of a graph by the nodes they lead to, and an order in which each node comes after those that feed it. */
interface WiredGraph {
  order: readonly GraphNode[];
  sourceOf: (nodeId: string, pin: string) => readonly [string, string] | undefined;
}

function wiredGraph(graph: Graph): WiredGraph {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const sources = new Map<string, Map<string, readonly [string, string]>>();
  const targets = new Map<string, string[]>();
  const open = new Map(graph.nodes.map(({ id }) => [id, 0]));
  for (const { from, to } of graph.connections) {
    if (!nodes.has(from[0]) || !nodes.has(to[0])) continue;
    const inputs = sources.get(to[0]) ?? new Map<string, readonly [string, string]>();
    sources.set(to[0], inputs.set(to[1], from));
    const wired = targets.get(from[0]) ?? [];
    wired.push(to[0]);
    targets.set(from[0], wired);
    open.set(to[0], (open.get(to[0]) ?? 0) + 1);
  }
  const order: GraphNode[] = [];
  const ready = graph.nodes.filter(({ id }) => open.get(id) === 0);
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    order.push(node);
    for (const target of targets.get(node.id) ?? []) {
      const count = (open.get(target) ?? 0) - 1;
      open.set(target, count);
      if (count === 0) ready.push(nodes.get(target)!);
    }
  }
  return { order, sourceOf: (nodeId, pin) => sources.get(nodeId)?.get(pin) };
}

/** One look at each node and wire. Wires in a circle count as wires that carry one thing. */
export function listDepths(graph: Graph, pinsOf: (type: string) => NodeTypePins | undefined): ListDepths {
  const types = new Map(graph.nodes.map(({ id, type }) => [id, type]));
  const spreads = new Map<string, Spread>();
  const ofOutput = (nodeId: string, pin: string): number => {
    const type = types.get(nodeId);
    const declared = type === undefined ? undefined : pinsOf(type)?.outputs.find(({ name }) => name === pin);
    return (parsePinType(declared?.type).list ?? 0) + (spreads.get(nodeId)?.depth ?? 0);
  };
  const { order, sourceOf } = wiredGraph(graph);
  for (const node of order) {
    // Output nodes take whatever comes.
    if (node.type.startsWith('output/')) continue;
    const spread = (pinsOf(node.type)?.inputs ?? []).flatMap((pin) => {
      const source = sourceOf(node.id, pin.name);
      const depth = source ? ofOutput(...source) : node.inputs?.[pin.name]?.type === 'list' ? 1 : 0;
      const extraDepth = depth - acceptedDepth(pin);
      return extraDepth > 0 ? [{ name: pin.name, extraDepth }] : [];
    });
    if (spread.length === 0) continue;
    const depth = Math.max(...spread.map(({ extraDepth }) => extraDepth));
    spreads.set(node.id, { depth, inputs: spread.map(({ name }) => name) });
  }
  return { ofOutput, spreadInputs: (nodeId) => spreads.get(nodeId)?.inputs ?? NONE };
}

/** Lists that a pin takes as one value. */
function acceptedDepth(pin: PublicNodeTypePin): number {
  const { list = 0, acceptsLists } = parsePinType(pin.type);
  return acceptsLists === true || isListsPin(pin) ? Infinity : list;
}
