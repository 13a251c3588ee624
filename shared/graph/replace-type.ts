import type { EditableInputValue, PatchOperation } from '../api/schemas/documents.ts';
import type { PublicNodeTypePin } from '../api/schemas/node-types.ts';
import { diff } from './diff.ts';
import { findNode, inputConnections, outputConnections } from './graph.ts';
import { inputKey } from './keys.ts';
import { parsePinType, pinTypesFit } from './pin-type.ts';
import { jsonEqual } from '../language/json-equal.ts';
import type { Graph, GraphConnection, GraphNode, NodeCatalog, NodeTypePins, PinRef } from './types.ts';
import { valueFits } from './value-fits.ts';

/**
 * Other types for nodes that stay where they are: each keeps its id, and with it all that refers to it, its place in the
 * document, title and position. Values stay by the name of their field where they fit. Wires stay by the names of their
 * pins, else go to the one pin that fits.
 */

/** What becomes of nodes when they get another type. */
export interface Replacement {
  /** The nodes that change, by id. */
  nodes: ReadonlyMap<string, GraphNode>;
  /** A wire of now, and what it becomes. */
  rewired: { before: GraphConnection; after: GraphConnection }[];
  /** Wires that no pin takes. */
  droppedWires: GraphConnection[];
  /** Values that people set and no field takes. */
  droppedValues: { nodeId: string; input: string; value: EditableInputValue }[];
}

/** One wire with the pins that its two ends may go to. */
interface OpenWire {
  wire: GraphConnection;
  outputs: readonly PublicNodeTypePin[];
  inputs: readonly PublicNodeTypePin[];
}

const pinNamed = (pins: readonly PublicNodeTypePin[] | undefined, name: string) =>
  pins?.find((pin) => pin.name === name);
const canHaveWire = (pins: readonly PublicNodeTypePin[]) => pins.filter(({ exposed }) => exposed !== false);

/** The pins of an end that is not replaced: the one it is at; of a type that nobody knows, a pin of any type. */
const matchingPin = (
  pins: readonly PublicNodeTypePin[] | undefined,
  name: string,
): readonly PublicNodeTypePin[] =>
  pins === undefined ? [{ name, type: 'any' }] : canHaveWire(pins).filter((pin) => pin.name === name);

const fits = (output: PublicNodeTypePin, input: PublicNodeTypePin): boolean =>
  pinTypesFit(parsePinType(output.type), parsePinType(input.type));

/**
 * What becomes of nodes when they get another type. Cost: what is wired to them.
 * @param type one that the catalog has the pins of.
 * @returns null when it has not.
 */
export function planReplacement(
  graph: Graph,
  nodeIds: ReadonlySet<string>,
  type: string,
  catalog: NodeCatalog,
): Replacement | null {
  const pins = catalog.pinsOf(type);
  if (!pins) return null;
  const nodes = new Map<string, GraphNode>();
  const droppedValues: Replacement['droppedValues'] = [];
  for (const id of nodeIds) {
    const node = findNode(graph, id);
    if (!node || node.type === type) continue;
    nodes.set(id, retyped(node, type, pins, catalog.pinsOf(node.type), droppedValues));
  }
  const { rewired, droppedWires } = reconnect(graph, nodes, pins, catalog);
  return { nodes, rewired, droppedWires, droppedValues };
}

/** A node of another type with the values that it can hold. */
function retyped(
  node: GraphNode,
  type: string,
  pins: NodeTypePins,
  before: NodeTypePins | undefined,
  dropped: Replacement['droppedValues'],
): GraphNode {
  const inputs: Record<string, EditableInputValue> = {};
  for (const [input, value] of Object.entries(node.inputs ?? {})) {
    const from = pinNamed(before?.inputs, input);
    const to = pinNamed(pins.inputs, input);
    if (to && valueFits(value, from && parsePinType(from.type), parsePinType(to.type))) inputs[input] = value;
    // What only says the default, or nothing, is no loss.
    else if (!isEmpty(value) && !jsonEqual(value.value, from?.default)) {
      dropped.push({ nodeId: node.id, input, value });
    }
  }
  return { ...node, type, inputs };
}

const isEmpty = ({ value, ...remaining }: EditableInputValue): boolean =>
  (value === null || value === undefined || value === '') && !('fileId' in remaining);

/** Finds pins for all wires of the nodes: first by name, so that none takes the pin of another. */
function reconnect(
  graph: Graph,
  nodes: ReadonlyMap<string, GraphNode>,
  pins: NodeTypePins,
  catalog: NodeCatalog,
): Pick<Replacement, 'rewired' | 'droppedWires'> {
  const pinsOf = (id: string) => catalog.pinsOf(findNode(graph, id)?.type ?? '');
  const wires = new Set<GraphConnection>();
  for (const id of nodes.keys()) {
    for (const wire of [...inputConnections(graph, id), ...outputConnections(graph, id)]) wires.add(wire);
  }
  const rewired: Replacement['rewired'] = [];
  const droppedWires: GraphConnection[] = [];
  const used = new Set<string>();
  const left: OpenWire[] = [];
  for (const wire of wires) {
    const { from, to } = wire;
    const isSourceNew = nodes.has(from[0]);
    const isTargetNew = nodes.has(to[0]);
    const outputs = isSourceNew ? canHaveWire(pins.outputs) : matchingPin(pinsOf(from[0])?.outputs, from[1]);
    const inputs = isTargetNew ? canHaveWire(pins.inputs) : matchingPin(pinsOf(to[0])?.inputs, to[1]);
    const output = pinNamed(outputs, from[1]);
    const input = pinNamed(inputs, to[1]);
    if (output && input && fits(output, input)) {
      rewired.push({ before: wire, after: wire });
      used.add(inputKey(to));
    } else left.push({ wire, outputs, inputs });
  }
  for (const { wire, outputs, inputs } of left) {
    const after = byType(wire, outputs, inputs, used, {
      output: pinNamed(pinsOf(wire.from[0])?.outputs, wire.from[1]),
      input: pinNamed(pinsOf(wire.to[0])?.inputs, wire.to[1]),
    });
    if (after === null) droppedWires.push(wire);
    else {
      rewired.push({ before: wire, after });
      used.add(inputKey(after.to));
    }
  }
  return { rewired, droppedWires };
}

/** The one pair of pins that a wire can go between; null where there is none, or more than one. */
function byType(
  wire: GraphConnection,
  outputs: readonly PublicNodeTypePin[],
  inputs: readonly PublicNodeTypePin[],
  used: ReadonlySet<string>,
  before: { output: PublicNodeTypePin | undefined; input: PublicNodeTypePin | undefined },
): GraphConnection | null {
  const { from, to } = wire;
  let pairs = outputs.flatMap((output) =>
    inputs.flatMap((input) =>
      fits(output, input) && !used.has(inputKey([to[0], input.name])) ? [{ output, input }] : [],
    ),
  );
  const narrow = (isBetter: (pair: (typeof pairs)[number]) => boolean): void => {
    const better = pairs.filter(isBetter);
    if (better.length > 0) pairs = better;
  };
  const baseOf = (pin: PublicNodeTypePin | undefined) => pin && parsePinType(pin.type).base;
  narrow(({ output }) => output.name === from[1]);
  narrow(({ input }) => input.name === to[1]);
  narrow(({ output }) => baseOf(output) === baseOf(before.output));
  narrow(({ input }) => baseOf(input) === baseOf(before.input));
  const [pair] = pairs;
  if (pair === undefined || pairs.length > 1) return null;
  const source: PinRef = [from[0], pair.output.name];
  const target: PinRef = [to[0], pair.input.name];
  return { ...wire, from: source, to: target };
}

/** The operations of a replacement, with every node and wire in its place in the lists. O((nodes + wires) log). */
export function replacementOperations(graph: Graph, replacement: Replacement): PatchOperation[] {
  const { nodes, rewired, droppedWires } = replacement;
  const after = new Map<GraphConnection, GraphConnection | null>(
    rewired.map((wire) => [wire.before, wire.after]),
  );
  for (const wire of droppedWires) after.set(wire, null);
  return diff(graph, {
    ...graph,
    nodes: graph.nodes.map((node) => nodes.get(node.id) ?? node),
    connections: graph.connections.flatMap((wire) => {
      const next = after.get(wire);
      return next === undefined ? [wire] : next === null ? [] : [next];
    }),
  });
}
