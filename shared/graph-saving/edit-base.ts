import type { PatchOperation } from '../api/schemas/documents.ts';
import { canvasBaseOf, canvasBefore } from '../canvas/base.ts';
import { emptyCanvas, type CanvasItems } from '../canvas/items.ts';
import { applyCanvasLenient, type CanvasOperation } from '../canvas/operations.ts';
import type { JournalEntry } from '../desk/journal.ts';
import { findNode, inputConnections, outputConnections } from '../graph/graph.ts';
import { inputKey } from '../graph/keys.ts';
import { nodesOf, targetOf } from '../graph/operation-table.ts';
import { applyLenient } from '../graph/operations.ts';
import type { Graph, GraphConnection } from '../graph/types.ts';

/**
 * The part of a document that an edit stands on. Stored with the edit, it lets a later start tell what this window did
 * from what others did meanwhile, without keeping whole documents.
 */

/** Nodes that operations look at or change; those they add are not among them. */
function touchedNodes(operations: readonly PatchOperation[]): Set<string> {
  const touched = new Set<string>();
  for (const operation of operations) {
    const target = targetOf(operation);
    if (target.kind === 'node' && target.node) continue;
    for (const id of nodesOf(target)) touched.add(id);
  }
  return touched;
}

/** The touched nodes as `graph` has them, all their wires, and the nodes at the other ends. */
export function baseOf(graph: Graph, operations: readonly PatchOperation[]): Graph {
  const ids = new Set<string>();
  const wires = new Map<string, GraphConnection>();
  for (const id of touchedNodes(operations)) {
    if (!findNode(graph, id)) continue;
    ids.add(id);
    for (const wire of [...inputConnections(graph, id), ...outputConnections(graph, id)]) {
      wires.set(inputKey(wire.to), wire);
      ids.add(wire.from[0]).add(wire.to[0]);
    }
  }
  return {
    nodes: [...ids].flatMap((id) => findNode(graph, id) ?? []),
    connections: [...wires.values()],
  };
}

/**
 * The document that journaled edits were made on, as far as they touch it: the server's document now, with the touched nodes
 * and their wires put back to what they were. What only others touched is as they have it.
 * @param entries in the order they were made; of two bases of one node the older counts.
 */
export function documentBefore(entries: readonly JournalEntry[], current: Graph): Graph {
  const touched = new Set<string>();
  const nodes = new Map<string, Graph['nodes'][number]>();
  const wires = new Map<string, GraphConnection>();
  const added = new Set<string>();
  for (const entry of entries) {
    for (const operation of entry.operations) {
      const target = targetOf(operation);
      if (target.kind === 'node' && target.node && !nodes.has(target.nodeId)) added.add(target.nodeId);
    }
    // An entry without a base stands on the document as it is.
    if (!entry.base) continue;
    const fresh = new Set([...touchedNodes(entry.operations)].filter((id) => !touched.has(id)));
    for (const node of entry.base.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node);
    for (const wire of entry.base.connections) {
      const settled = [wire.from[0], wire.to[0]].some((id) => touched.has(id));
      if (!settled && !wires.has(inputKey(wire.to))) wires.set(inputKey(wire.to), wire);
    }
    for (const id of fresh) touched.add(id);
  }
  const isAdded = (id: string): boolean => added.has(id) && !nodes.has(id);
  const remaining = current.nodes.filter((node) => !isAdded(node.id));
  const present = new Set(remaining.map((node) => node.id));
  const connections = current.connections.filter(
    (wire) =>
      ![wire.from[0], wire.to[0]].some((id) => isAdded(id) || (touched.has(id) && nodes.has(id))) &&
      !wires.has(inputKey(wire.to)),
  );
  return {
    nodes: [
      ...remaining.map((node) => (touched.has(node.id) ? (nodes.get(node.id) ?? node) : node)),
      ...[...nodes.values()].filter((node) => !present.has(node.id)),
    ],
    connections: [...connections, ...wires.values()],
  };
}

/**
 * Edits as they stand once the server has taken those before them: with the base they were made on they would seem to
 * clash with those.
 */
export function rebaseEntries<Entry extends JournalEntry>(
  used: readonly JournalEntry[],
  remaining: readonly Entry[],
): Entry[] {
  const before = documentBefore([...used, ...remaining], { nodes: [], connections: [] });
  const operations = used.flatMap((entry) => entry.operations);
  const after = applyLenient(before, operations).graph;
  const canvasStart = canvasBefore([...used, ...remaining], emptyCanvas());
  const canvasAfter = applyCanvasLenient(
    canvasStart,
    used.flatMap((entry) => entry.canvas ?? []),
  ).items;
  return remaining.map((entry) => ({
    ...entry,
    ...(entry.base && { base: baseOf(after, entry.operations) }),
    ...(entry.canvas && { canvasBase: canvasBaseOf(canvasAfter, entry.canvas) }),
  }));
}

/** An edit's bases on a document, and its canvas operations if it has any. */
export const basesOf = (
  document: { graph: Graph; items: CanvasItems },
  operations: readonly PatchOperation[],
  canvas: CanvasOperation[] | undefined,
): Pick<JournalEntry, 'base' | 'canvas' | 'canvasBase'> => ({
  base: baseOf(document.graph, operations),
  ...(canvas && canvas.length > 0 && { canvas, canvasBase: canvasBaseOf(document.items, canvas) }),
});
