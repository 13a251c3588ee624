import type { EditableInputValue, PatchOperation } from '../api/schemas/documents.ts';
import { assertNever } from './assert-never.ts';
import { connectRefusal, hasWire, isReservedName, lookUpPin, reservedRefusal } from './connect.ts';
import { indexOf, moveIndex, type GraphIndex } from './graph-index.ts';
import type { Entry } from './ordered-list.ts';
import type { Applied, Graph, GraphConnection, GraphNode, NodeCatalogue, Refusal } from './types.ts';

/**
 * Applying and inverting operations. Cost: each operation is about a microsecond beside the search for cycles of
 * `connect`; a call of `applyOperations` adds one copy of each list that changed (pointers only; nodes and wires that
 * did not change are shared). The index that makes this cheap is built once and moves along with the newest graph, so
 * an editor that applies to what the last call gave never pays for it again.
 */

export interface ApplyOptions {
  /** Refuse `addNode` of a type that the catalogue does not know, unless the graph has a node of it already. */
  refuseUnknownTypes?: boolean;
}

export type AppliedWithInverse =
  | {
      ok: true;
      graph: Graph;
      inverse: PatchOperation[];
      /** Nodes that came, went or changed, and those whose wires did. */
      touched: ReadonlySet<string>;
    }
  | { ok: false; refusal: Refusal };

/** What one operation did: the operations that undo it, and how to take it back in place. */
interface Step {
  inverse: PatchOperation[];
  /** In order of doing; taken back from the end. */
  undo: (() => void)[];
  nodes: boolean;
  wires: boolean;
}

const refuse = (code: string, reason: string): Refusal => ({ code, reason });
const missing = (id: string): Refusal =>
  refuse('NODE_MISSING', `There is no node "${id}". It may have been deleted.`);
const noStep = (): Step => ({ inverse: [], undo: [], nodes: false, wires: false });

/** The name of a node for people. */
const nameOf = (node: GraphNode): string => (node.title ? node.title : node.id);

function replaceNode(entry: Entry<GraphNode>, value: GraphNode, inverse: PatchOperation[]): Step {
  const old = entry.value;
  entry.value = value;
  return {
    inverse,
    undo: [
      () => {
        entry.value = old;
      },
    ],
    nodes: true,
    wires: false,
  };
}

function addNode(
  index: GraphIndex,
  operation: Extract<PatchOperation, { op: 'addNode' }>,
  catalogue: NodeCatalogue | undefined,
  unknownTypeRefused: ((type: string) => boolean) | undefined,
): Step | Refusal {
  const { node } = operation;
  if (isReservedName(node.id)) return reservedRefusal(node.id);
  if (index.node(node.id)) return refuse('NODE_EXISTS', `There is already a node with the id "${node.id}".`);
  if (unknownTypeRefused?.(node.type)) {
    return refuse('UNKNOWN_NODE_TYPE', `This service has no node type "${node.type}".`);
  }
  for (const input of Object.keys(node.inputs ?? {})) {
    if (isReservedName(input)) return reservedRefusal(input);
    if (!lookUpPin(catalogue, node.type, 'inputs', input)) {
      return refuse('INPUT_UNKNOWN', `"${nameOf(node)}" (${node.type}) has no input called ${input}.`);
    }
  }
  const entry: Entry<GraphNode> = { value: node, chunk: null };
  index.insertNode(entry, operation.index ?? index.nodeCount);
  return {
    inverse: [{ op: 'removeNode', nodeId: node.id }],
    undo: [() => void index.removeNode(entry)],
    nodes: true,
    wires: false,
  };
}

function removeNode(index: GraphIndex, nodeId: string): Step | Refusal {
  const entry = index.node(nodeId);
  if (!entry) return missing(nodeId);
  const step: Step = { ...noStep(), nodes: true };
  const touching = new Set([...index.wiresInto(nodeId), ...index.wiresOutOf(nodeId)]);
  const removed: { wire: GraphConnection; index: number }[] = [];
  for (const wire of touching) {
    const at = index.removeWire(wire);
    removed.unshift({ wire: wire.value, index: at });
    step.undo.push(() => index.insertWire(wire, at));
    step.wires = true;
  }
  const at = index.removeNode(entry);
  step.undo.push(() => index.insertNode(entry, at));
  // Each index was read after the removals before it, so putting back starts from the last one taken.
  step.inverse = [
    { op: 'addNode', node: entry.value, ...(at < index.nodeCount && { index: at }) },
    ...removed.map(({ wire, index: place }): PatchOperation => ({ op: 'connect', ...wire, index: place })),
  ];
  return step;
}

function connect(
  index: GraphIndex,
  operation: Extract<PatchOperation, { op: 'connect' }>,
  catalogue: NodeCatalogue | undefined,
): Step | Refusal {
  const { from, to } = operation;
  const why = connectRefusal(index, from, to, catalogue);
  if (why) {
    const end = ([id, pin]: readonly [string, string]) => {
      const node = index.node(id)?.value;
      return `"${node ? nameOf(node) : id}" ${pin}`;
    };
    return refuse(why.code, `Cannot connect ${end(from)} to ${end(to)}: ${why.reason}.`);
  }
  const step: Step = { ...noStep(), wires: true };
  const before = index.wireInto(to[0], to[1]);
  if (before && operation.index === undefined && hasWire(index, from, to)) return noStep();
  let place = operation.index ?? index.wireCount;
  if (before) {
    const at = index.removeWire(before);
    step.undo.push(() => index.insertWire(before, at));
    step.inverse = [{ op: 'connect', from: before.value.from, to: before.value.to, index: at }];
    // A wire that replaces another takes its place in the list.
    if (operation.index === undefined) place = at;
  } else {
    step.inverse = [{ op: 'disconnect', from, to }];
  }
  const entry: Entry<GraphConnection> = { value: { from, to }, chunk: null };
  index.insertWire(entry, place);
  step.undo.push(() => void index.removeWire(entry));
  return step;
}

function disconnect(
  index: GraphIndex,
  operation: Extract<PatchOperation, { op: 'disconnect' }>,
): Step | Refusal {
  const { from, to } = operation;
  for (const entry of index.wiresInto(to[0])) {
    const wire = entry.value;
    if (wire.to[1] !== to[1] || wire.from[0] !== from[0] || wire.from[1] !== from[1]) continue;
    const at = index.removeWire(entry);
    return {
      inverse: [{ op: 'connect', from: wire.from, to: wire.to, ...(at < index.wireCount && { index: at }) }],
      undo: [() => index.insertWire(entry, at)],
      nodes: false,
      wires: true,
    };
  }
  return refuse('WIRE_MISSING', `There is no wire from ${from.join('.')} to ${to.join('.')}.`);
}

/** The value an input holds, if one is set. */
export const inputValue = (node: GraphNode, input: string): EditableInputValue | undefined =>
  node.inputs && Object.hasOwn(node.inputs, input) ? node.inputs[input] : undefined;

function setNodeInput(
  index: GraphIndex,
  operation: Extract<PatchOperation, { op: 'setNodeInput' }>,
  catalogue: NodeCatalogue | undefined,
): Step | Refusal {
  const { nodeId, input, value } = operation;
  const entry = index.node(nodeId);
  if (!entry) return missing(nodeId);
  if (isReservedName(input)) return reservedRefusal(input);
  const node = entry.value;
  const old = inputValue(node, input);
  // An input the node holds already may be set even if the catalogue has lost it since.
  if (old === undefined && !lookUpPin(catalogue, node.type, 'inputs', input)) {
    return refuse('INPUT_UNKNOWN', `"${nameOf(node)}" (${node.type}) has no input called ${input}.`);
  }
  return replaceNode(entry, { ...node, inputs: { ...node.inputs, [input]: value } }, [
    old === undefined
      ? { op: 'removeNodeInput', nodeId, input }
      : { op: 'setNodeInput', nodeId, input, value: old },
  ]);
}

function removeNodeInput(index: GraphIndex, nodeId: string, input: string): Step | Refusal {
  const entry = index.node(nodeId);
  if (!entry) return missing(nodeId);
  const node = entry.value;
  const old = inputValue(node, input);
  if (old === undefined) return noStep();
  const inputs = Object.fromEntries(Object.entries(node.inputs ?? {}).filter(([name]) => name !== input));
  return replaceNode(entry, { ...node, inputs }, [{ op: 'setNodeInput', nodeId, input, value: old }]);
}

function applyToIndex(
  index: GraphIndex,
  operation: PatchOperation,
  catalogue: NodeCatalogue | undefined,
  unknownTypeRefused?: (type: string) => boolean,
): Step | Refusal {
  switch (operation.op) {
    case 'addNode':
      return addNode(index, operation, catalogue, unknownTypeRefused);
    case 'removeNode':
      return removeNode(index, operation.nodeId);
    case 'connect':
      return connect(index, operation, catalogue);
    case 'disconnect':
      return disconnect(index, operation);
    case 'setNodeInput':
      return setNodeInput(index, operation, catalogue);
    case 'removeNodeInput':
      return removeNodeInput(index, operation.nodeId, operation.input);
    case 'moveNode': {
      const entry = index.node(operation.nodeId);
      if (!entry) return missing(operation.nodeId);
      return replaceNode(entry, { ...entry.value, position: operation.position }, [
        { op: 'moveNode', nodeId: operation.nodeId, position: entry.value.position ?? null },
      ]);
    }
    case 'setNodeTitle': {
      const entry = index.node(operation.nodeId);
      if (!entry) return missing(operation.nodeId);
      return replaceNode(entry, { ...entry.value, title: operation.title }, [
        { op: 'setNodeTitle', nodeId: operation.nodeId, title: entry.value.title ?? null },
      ]);
    }
    default:
      return assertNever(operation);
  }
}

const isRefusal = (result: Step | Refusal): result is Refusal => 'code' in result;

function addNodesOf(operation: PatchOperation, ids: Set<string>): void {
  switch (operation.op) {
    case 'addNode':
      ids.add(operation.node.id);
      break;
    case 'connect':
    case 'disconnect':
      ids.add(operation.from[0]).add(operation.to[0]);
      break;
    default:
      ids.add(operation.nodeId);
  }
}

/** Operations tried in place on the index of a graph; nothing is decided until `keep` or `takeBack`. */
class Trial {
  readonly steps: Step[] = [];
  private readonly index: GraphIndex;
  private readonly graph: Graph;

  constructor(graph: Graph) {
    this.graph = graph;
    this.index = indexOf(graph);
  }

  /** @returns the refusal, and then nothing has changed; null when it was applied. */
  apply(
    operation: PatchOperation,
    catalogue: NodeCatalogue | undefined,
    unknownTypeRefused?: (type: string) => boolean,
  ): Refusal | null {
    const result = applyToIndex(this.index, operation, catalogue, unknownTypeRefused);
    if (isRefusal(result)) return result;
    this.steps.push(result);
    return null;
  }

  inverse(): PatchOperation[] {
    return this.steps.toReversed().flatMap((step) => step.inverse);
  }

  /** Every node that the steps may have changed: what they undo names all of them. */
  touched(): Set<string> {
    const touched = new Set<string>();
    for (const step of this.steps) for (const operation of step.inverse) addNodesOf(operation, touched);
    return touched;
  }

  takeBack(): void {
    for (const step of this.steps.toReversed()) for (const undo of step.undo.toReversed()) undo();
    this.steps.length = 0;
  }

  keep(): Graph {
    const nodes = this.steps.some((step) => step.nodes);
    const wires = this.steps.some((step) => step.wires);
    if (!nodes && !wires) return this.graph;
    const graph = this.index.toGraph(this.graph, { nodes, wires });
    moveIndex(this.graph, graph);
    return graph;
  }
}

/**
 * Applies operations in order, all or none.
 * @param catalogue checks pins of the types it knows; without it only the shape of the graph is checked.
 * @returns the new graph and the operations that undo it, or the first refusal with its `operationIndex`.
 */
export function applyWithInverse(
  graph: Graph,
  operations: readonly PatchOperation[],
  catalogue?: NodeCatalogue,
  options: ApplyOptions = {},
): AppliedWithInverse {
  const trial = new Trial(graph);
  let stored: Set<string> | undefined;
  const unknownTypeRefused =
    options.refuseUnknownTypes && catalogue
      ? (type: string) => {
          if (catalogue.pinsOf(type)) return false;
          stored ??= new Set(graph.nodes.map((node) => node.type));
          return !stored.has(type);
        }
      : undefined;
  for (const [operationIndex, operation] of operations.entries()) {
    const refusal = trial.apply(operation, catalogue, unknownTypeRefused);
    if (refusal) {
      trial.takeBack();
      return { ok: false, refusal: { ...refusal, operationIndex } };
    }
  }
  return { ok: true, inverse: trial.inverse(), touched: trial.touched(), graph: trial.keep() };
}

/** Applies operations in order, all or none. See `applyWithInverse`. */
export function applyOperations(
  graph: Graph,
  operations: readonly PatchOperation[],
  catalogue?: NodeCatalogue,
  options?: ApplyOptions,
): Applied {
  const applied = applyWithInverse(graph, operations, catalogue, options);
  return applied.ok ? { ok: true, graph: applied.graph } : applied;
}

/** Applies one operation. See `applyWithInverse`. */
export const applyOperation = (
  graph: Graph,
  operation: PatchOperation,
  catalogue?: NodeCatalogue,
  options?: ApplyOptions,
): Applied => applyOperations(graph, [operation], catalogue, options);

/**
 * The operations that undo `operations`, to be applied to their result.
 * @param graph the graph from before.
 * @throws Error when the operations do not apply to the graph.
 */
export function invert(graph: Graph, operations: readonly PatchOperation[]): PatchOperation[] {
  const trial = new Trial(graph);
  try {
    for (const operation of operations) {
      const refusal = trial.apply(operation, undefined);
      if (refusal) throw new Error(`Cannot invert what does not apply: ${refusal.reason}`);
    }
    return trial.inverse();
  } finally {
    trial.takeBack();
  }
}

/**
 * Applies those operations that can be applied, in order, and hands the others back with their refusals.
 * @returns the new graph, the operations that went in, and those that did not.
 */
export function applyWhatFits(
  graph: Graph,
  operations: readonly PatchOperation[],
  catalogue?: NodeCatalogue,
): {
  graph: Graph;
  applied: PatchOperation[];
  refused: { operation: PatchOperation; refusal: Refusal }[];
  /** Nodes that came, went or changed, and those whose wires did. */
  touched: ReadonlySet<string>;
} {
  const trial = new Trial(graph);
  const applied: PatchOperation[] = [];
  const refused: { operation: PatchOperation; refusal: Refusal }[] = [];
  for (const operation of operations) {
    const refusal = trial.apply(operation, catalogue);
    if (refusal) refused.push({ operation, refusal });
    else applied.push(operation);
  }
  return { touched: trial.touched(), graph: trial.keep(), applied, refused };
}
