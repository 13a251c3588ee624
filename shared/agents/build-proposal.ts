import type { EditableInputValue, PatchOperation } from '../api/schemas/documents.ts';
import { coalesce } from '../graph/coalesce.ts';
import { findNode } from '../graph/graph.ts';
import { spaceForNode } from '../graph/node-size.ts';
import { OccupiedAreas } from '../graph/occupied-areas.ts';
import { applyLenient, applyOperations } from '../graph/operations.ts';
import { parsePinType, pinTypeName, type PinType } from '../graph/pin-type.ts';
import type { Graph, GraphNode, NodeCatalog, PinRef } from '../graph/types.ts';
import { valueFits } from '../graph/value-fits.ts';
import type { ProposedChange } from './proposed-change.ts';

/** Space between nodes that are placed, in canvas units. */
const GAP = { x: 80, y: 48 };

/** A change that cannot be proposed. The message says which one and what to do next. */
export class ProposalError extends Error {
  override name = 'ProposalError';
}

/** The ends of a wire, `node.pin`: what stands behind the last dot is the pin. */
export function endOf(text: string): PinRef {
  const dot = text.lastIndexOf('.');
  return [text.slice(0, dot), text.slice(dot + 1)];
}

const isFileValue = (value: unknown): value is { file: string } =>
  typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string';

/** What a document or a run holds of a plain value. Lists hold their items in the same way. */
export function inputOf(value: unknown, type: PinType | undefined): EditableInputValue {
  if (isFileValue(value)) return { type: 'file', value: value.file };
  if (Array.isArray(value) && (type?.list !== undefined || value.some(isFileValue))) {
    return { type: 'list', value: value.map((item: unknown) => inputOf(item, undefined)) };
  }
  if (type?.base === 'json' || (typeof value === 'object' && value !== null)) return { type: 'json', value };
  if (typeof value === 'string') return { type: 'string', value };
  if (typeof value === 'number' || typeof value === 'boolean') return { type: typeof value, value };
  return { type: 'null', value: null };
}

const limitsOf = ({ min, max, choices }: PinType): string => {
  if (choices !== undefined) return `, one of ${choices.slice(0, 30).join(', ')}`;
  if (min === undefined && max === undefined) return '';
  return ` from ${min ?? '…'} to ${max ?? '…'}`;
};

/**
 * The value of an input.
 * @throws ProposalError label the input cannot hold it. @param label the change, for people
 */
function checkedInput(catalog: NodeCatalog, node: GraphNode, pin: string, value: unknown, label: string) {
  const found = catalog.pinsOf(node.type)?.inputs.find(({ name }) => name === pin);
  const type = found ? parsePinType(found.type) : undefined;
  const input = inputOf(value, type);
  if (type !== undefined && !valueFits(input, undefined, type)) {
    throw new ProposalError(
      `${label}: ${node.type} takes ${pinTypeName(type)}${limitsOf(type)} for ${pin}, not ${JSON.stringify(value).slice(0, 100)}. Give another value.`,
    );
  }
  return input;
}

/**
 * Reads an agent's changes as operations on a graph. New nodes get ids that no graph has yet.
 * @param random a word that no other proposal has. @returns operations that all apply, at most one a field
 * @throws ProposalError with the number of the first change that cannot be, and why.
 */
export function buildProposal(
  graph: Graph,
  changes: readonly ProposedChange[],
  catalog: NodeCatalog,
  random: string,
): { operations: PatchOperation[]; graph: Graph } {
  const ids = new Map<string, string>();
  const unplaced: string[] = [];
  const idOf = (name: string): string => ids.get(name) ?? name;
  const pinOf = (text: string): PinRef => {
    const [node, pin] = endOf(text);
    return [idOf(node), pin];
  };
  let current = graph;
  const operations: PatchOperation[] = [];
  for (const [index, change] of changes.entries()) {
    const label = `Change ${index + 1} (${change.op})`;
    if (change.op === 'add') {
      if (ids.has(change.node))
        throw new ProposalError(
          `${label}: "${change.node}" was added by an earlier change. Give it another name.`,
        );
      ids.set(change.node, `${change.node.slice(0, 80)}-${random}-${ids.size + 1}`);
      if (change.x === undefined || change.y === undefined) unplaced.push(idOf(change.node));
    }
    const operation = operationOf(change, { idOf, pinOf, catalog, graph: current, label });
    const applied = applyOperations(current, [operation], catalog, { rejectUnknownTypes: true });
    if (!applied.ok)
      throw new ProposalError(
        `${label}: ${applied.rejection.reason} Read the graph again and correct this change.`,
      );
    current = applied.graph;
    operations.push(operation);
  }
  const moves = layoutNodes(current, unplaced, catalog);
  const merged = coalesce([...operations, ...moves]);
  const result = applyLenient(graph, merged, catalog);
  return { operations: result.applied, graph: result.graph };
}

interface Reading {
  idOf: (name: string) => string;
  pinOf: (end: string) => PinRef;
  catalog: NodeCatalog;
  graph: Graph;
  label: string;
}

function operationOf(change: ProposedChange, reading: Reading): PatchOperation {
  const { idOf, pinOf, catalog, label } = reading;
  switch (change.op) {
    case 'add':
      return addOperation(change, reading);
    case 'remove':
      return { op: 'removeNode', nodeId: idOf(change.node) };
    case 'set': {
      const nodeId = idOf(change.node);
      const node = findNode(reading.graph, nodeId);
      if (!node)
        throw new ProposalError(
          `${label}: There is no node "${change.node}". It may have been deleted. Read the graph again.`,
        );
      const value = checkedInput(catalog, node, change.pin, change.value, label);
      return { op: 'setNodeInput', nodeId, input: change.pin, value };
    }
    case 'unset':
      return { op: 'removeNodeInput', nodeId: idOf(change.node), input: change.pin };
    case 'title':
      return { op: 'setNodeTitle', nodeId: idOf(change.node), title: change.title };
    case 'move':
      return { op: 'moveNode', nodeId: idOf(change.node), position: { x: change.x, y: change.y } };
    case 'connect':
    case 'disconnect':
      return { op: change.op, from: pinOf(change.from), to: pinOf(change.to) };
    default:
      return change satisfies never;
  }
}

function addOperation(
  change: Extract<ProposedChange, { op: 'add' }>,
  { idOf, catalog, label }: Reading,
): PatchOperation {
  const { type, title, inputs = {}, x, y } = change;
  if (!catalog.pinsOf(type)) {
    throw new ProposalError(`${label}: There is no node type "${type}". Find one with search_node_types.`);
  }
  const node: GraphNode = { id: idOf(change.node), type };
  const values = Object.entries(inputs).map(
    ([pin, value]) => [pin, checkedInput(catalog, node, pin, value, label)] as const,
  );
  return {
    op: 'addNode',
    node: {
      ...node,
      ...(title === undefined ? {} : { title }),
      position: x === undefined || y === undefined ? null : { x, y },
      inputs: Object.fromEntries(values),
    },
  };
}

/** Puts new nodes right of what feeds them, label nothing stands. */
function layoutNodes(graph: Graph, ids: readonly string[], catalog: NodeCatalog): PatchOperation[] {
  if (ids.length === 0) return [];
  const pending = new Set(ids);
  const sizeOf = (node: GraphNode) => spaceForNode(node, catalog.pinsOf(node.type));
  const positions = new Map<string, { x: number; y: number }>();
  const occupied = new OccupiedAreas();
  const occupy = (node: GraphNode, { x, y }: { x: number; y: number }): void => {
    const { width, height } = sizeOf(node);
    positions.set(node.id, { x, y });
    occupied.add({
      left: x - GAP.x / 2,
      right: x + width + GAP.x / 2,
      top: y - GAP.y / 2,
      bottom: y + height + GAP.y / 2,
    });
  };
  for (const node of graph.nodes) if (!pending.has(node.id)) occupy(node, node.position ?? { x: 0, y: 0 });
  const sources = new Map<string, string[]>();
  for (const { from, to } of graph.connections) {
    if (pending.has(to[0])) sources.set(to[0], [...(sources.get(to[0]) ?? []), from[0]]);
  }
  const operations: PatchOperation[] = [];
  // A graph has no cycles: each round places at least one.
  while (pending.size > 0) {
    const ready = [...pending].filter((id) => (sources.get(id) ?? []).every((from) => !pending.has(from)));
    for (const id of ready.length > 0 ? ready : [...pending]) {
      const node = findNode(graph, id);
      pending.delete(id);
      if (!node) continue;
      const size = sizeOf(node);
      const corners = (sources.get(id) ?? []).flatMap((from) => {
        const source = findNode(graph, from);
        const at = positions.get(from);
        return source && at ? [{ x: at.x + sizeOf(source).width + GAP.x, y: at.y }] : [];
      });
      const x = corners.length === 0 ? 0 : corners.reduce((most, at) => Math.max(most, at.x), -Infinity);
      const position = { x, y: occupied.freeBelow({ x, y: corners[0]?.y ?? 0 }, size) };
      occupy(node, position);
      operations.push({ op: 'moveNode', nodeId: id, position });
    }
  }
  return operations;
}
