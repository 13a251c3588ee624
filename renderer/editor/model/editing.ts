import type { EditableInputValue, PatchOperation } from '#shared/api/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { parsePinType, pinTypesFit, type PinBase } from '#shared/graph/pin-type.ts';
import { inputConnections, outputConnections } from '#shared/graph/graph.ts';
import { applyLenient } from '#shared/graph/operations.ts';
import { connectionError } from '#shared/graph/connect.ts';
import type { Graph, GraphConnection, NodeCatalog, PinRef } from '#shared/graph/types.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { XY } from '../geometry.ts';

/** Gestures as operations. Pure: they read a graph and return what to apply. */

export const GRID = 8;
export const snapped = (point: XY, snap: boolean): XY =>
  snap
    ? { x: Math.round(point.x / GRID) * GRID, y: Math.round(point.y / GRID) * GRID }
    : { x: Math.round(point.x), y: Math.round(point.y) };

/** An id for a frame or note that nobody else makes at the same time. */
export const newItemId = (): string => crypto.randomUUID().slice(0, 8);

/** An id nobody else makes at the same time; short enough to read in a run's output keys. */
export function newNodeId(type: string, isUsed: (id: string) => boolean): string {
  const stem = type.split('/').at(-1) ?? 'node';
  for (;;) {
    const id = `${stem}-${crypto.randomUUID().replaceAll('-', '').slice(0, 6)}`;
    if (!isUsed(id)) return id;
  }
}

/** The largest seed of an input without limits: what all models and random numbers here take. */
const MAX_SEED = 2_147_483_647;

/** Another seed within the limits of its input; never the one that stands for no choice, which is 0. */
export function randomSeed({
  min = 0,
  max = MAX_SEED,
}: {
  min?: number | undefined;
  max?: number | undefined;
}): number {
  const least = Math.ceil(Math.max(1, min));
  const most = Math.floor(Math.max(least, Math.min(max, MAX_SEED)));
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return least + (drawn % (most - least + 1));
}

/** The type names a document uses for a value of a pin. */
export function valueFor(base: PinBase, value: unknown): EditableInputValue {
  if (value === null) return { type: 'null', value: null };
  switch (base) {
    case 'number':
      return { type: 'number', value };
    case 'boolean':
      return { type: 'boolean', value };
    case 'json':
      return { type: 'json', value };
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return { type: 'file', value };
    case 'any':
      if (typeof value === 'number') return { type: 'number', value };
      if (typeof value === 'boolean') return { type: 'boolean', value };
      if (typeof value === 'string') return { type: 'string', value };
      return { type: 'json', value };
    case 'text':
    case 'color':
    case 'choice':
      return { type: 'string', value };
    default:
      return assertNever(base);
  }
}

/** The file an input holds, in any of the forms documents use. */
export function fileIdOf(value: EditableInputValue | undefined): string | null {
  if (!value) return null;
  if (typeof value.value === 'string' && (value.type === 'file' || value.type === undefined))
    return value.value;
  const fields: { fileId?: unknown; [name: string]: unknown } = value;
  if (typeof fields.fileId === 'string') return fields.fileId;
  if (typeof value.value === 'object' && value.value !== null && 'fileId' in value.value) {
    return typeof value.value.fileId === 'string' ? value.value.fileId : null;
  }
  return null;
}

/** Whether the two rows of pins hold a pair that fits; the first such pair. */
export function firstFit(
  catalog: NodeCatalog,
  from: { type: string; pin?: string },
  to: { type: string; pin?: string },
): { from: string; to: string } | null {
  const outputs = catalog.pinsOf(from.type)?.outputs ?? [];
  const inputs = catalog.pinsOf(to.type)?.inputs ?? [];
  let fallback: { from: string; to: string } | null = null;
  for (const output of outputs) {
    if (from.pin !== undefined && output.name !== from.pin) continue;
    for (const input of inputs) {
      if (input.exposed === false || (to.pin !== undefined && input.name !== to.pin)) continue;
      const source = parsePinType(output.type);
      const target = parsePinType(input.type);
      if (!pinTypesFit(source, target)) continue;
      if (source.base === target.base) return { from: output.name, to: input.name };
      fallback ??= { from: output.name, to: input.name };
    }
  }
  return fallback;
}

/**
 * Deletes nodes and wires. Where a single deleted node stood in a chain, what fed it is plugged into what it fed, when
 * the types fit.
 */
export function removeOperations(
  graph: Graph,
  nodeIds: ReadonlySet<string>,
  wires: readonly GraphConnection[],
  catalog: NodeCatalog,
): { operations: PatchOperation[]; rejoined: number } {
  const operations: PatchOperation[] = wires
    .filter((wire) => !nodeIds.has(wire.from[0]) && !nodeIds.has(wire.to[0]))
    .map((wire) => ({ op: 'disconnect', from: wire.from, to: wire.to }));
  const joins: { from: PinRef; to: PinRef }[] = [];
  for (const id of nodeIds) {
    const incoming = inputConnections(graph, id).filter((wire) => !nodeIds.has(wire.from[0]));
    const out = outputConnections(graph, id).filter((wire) => !nodeIds.has(wire.to[0]));
    // Only a node with one thing coming in is plainly "in a chain".
    const sources = new Set(incoming.map((wire) => joinKey(...wire.from)));
    const source = incoming[0];
    if (sources.size === 1 && source) for (const wire of out) joins.push({ from: source.from, to: wire.to });
    operations.push({ op: 'removeNode', nodeId: id });
  }
  if (joins.length === 0) return { operations, rejoined: 0 };
  const after = applyLenient(graph, operations).graph;
  let rejoined = 0;
  for (const { from, to } of joins) {
    if (connectionError(after, from, to, catalog) !== null) continue;
    operations.push({ op: 'connect', from, to });
    rejoined += 1;
  }
  return { operations, rejoined };
}

/**
 * The pins by which a new node of a type goes into a wire; null when it does not fit. A new node closes no circle, so the
 * types alone decide.
 * @param ends the node types at the two ends of the wire.
 */
export function insertionPins(
  catalog: NodeCatalog,
  wire: GraphConnection,
  ends: { from: string; to: string },
  type: string,
): { input: string; output: string } | null {
  const inputFit = firstFit(catalog, { type: ends.from, pin: wire.from[1] }, { type });
  const onward = inputFit && firstFit(catalog, { type }, { type: ends.to, pin: wire.to[1] });
  return inputFit && onward ? { input: inputFit.to, output: onward.from } : null;
}

/** Puts an existing node into a wire: source → node → target. Null when it does not fit. */
export function insertOperations(
  graph: Graph,
  wire: GraphConnection,
  nodeId: string,
  catalog: NodeCatalog,
): PatchOperation[] | null {
  const node = graph.nodes.find((candidate) => candidate.id === nodeId);
  const pins = node && catalog.pinsOf(node.type);
  if (!node || !pins) return null;
  const cut: PatchOperation = { op: 'disconnect', from: wire.from, to: wire.to };
  const open = applyLenient(graph, [cut]).graph;
  const usedInputs = new Set(
    graph.connections
      .filter((connection) => connection.to[0] === nodeId)
      .map((connection) => connection.to[1]),
  );
  const input = pins.inputs.find(
    (pin) =>
      pin.exposed !== false &&
      !usedInputs.has(pin.name) &&
      connectionError(open, wire.from, [nodeId, pin.name], catalog) === null,
  );
  const output = pins.outputs.find(
    (pin) => connectionError(open, [nodeId, pin.name], wire.to, catalog) === null,
  );
  if (!input || !output) return null;
  return [
    cut,
    { op: 'connect', from: wire.from, to: [nodeId, input.name] },
    { op: 'connect', from: [nodeId, output.name], to: wire.to },
  ];
}
