import {
  findNode,
  inputConnection,
  inputKey,
  type Graph,
  type GraphConnection,
  type GraphNode,
  type PinRef,
} from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Database } from '#service/storage/database.ts';
import { queryRow, run } from '#service/storage/statements.ts';
import { deleteReferences, insertNode, insertWire, insertReferences, updateNode } from './rows.ts';

/** Writes the planned rows as they are in the graph after the operations; inside a transaction. */
export function writeChanges(ctx: ServiceContext, planned: PlannedWrite, after: Graph): void {
  writeNodes(ctx.db, planned, after);
  writeWires(ctx.db, planned, after);
}

function writeNodes(db: Database, touched: PlannedWrite, after: Graph): void {
  const { projectId } = touched;
  if (touched.nodes.size === 0) return;
  const inserted = new Map<string, GraphNode>();
  for (const id of touched.nodes) {
    const currentNode = findNode(after, id);
    const then = touched.nodesBefore.has(id);
    if (then) deleteReferences(db, projectId, id);
    if (currentNode && then && !touched.reorderedNodes.has(id)) {
      updateNode(db, projectId, currentNode);
      insertReferences(db, projectId, currentNode);
      continue;
    }
    if (then) run(db, 'DELETE FROM nodes WHERE project_id = ? AND node_id = ?', projectId, id);
    if (currentNode) inserted.set(id, currentNode);
  }
  if (inserted.size === 0) return;
  const ordinalOf = (node: GraphNode) =>
    Number(
      queryRow(db, 'SELECT place FROM nodes WHERE project_id = ? AND node_id = ?', projectId, node.id)?.[
        'place'
      ],
    );
  const last = () =>
    Number(
      queryRow(db, 'SELECT MAX(place) AS place FROM nodes WHERE project_id = ?', projectId)?.['place'] ?? 0,
    );
  insertInOrder(
    after.nodes,
    (node) => inserted.has(node.id),
    inserted.size,
    ordinalOf,
    last,
    (node, ordinal) => insertNode(db, projectId, node, ordinal),
    () =>
      after.nodes.forEach((node, index) => {
        run(
          db,
          'UPDATE nodes SET place = ? WHERE project_id = ? AND node_id = ?',
          index + 1,
          projectId,
          node.id,
        );
      }),
  );
  for (const node of inserted.values()) insertReferences(db, projectId, node);
}

function writeWires(db: Database, touched: PlannedWrite, after: Graph): void {
  const { projectId } = touched;
  if (touched.wires.size === 0) return;
  const inserted = new Set<string>();
  for (const [key, to] of touched.wires) {
    const currentWire = incomingWire(after, to);
    const then = touched.wiresBefore.has(key);
    if (currentWire && then && !touched.reorderedWires.has(key)) {
      run(
        db,
        'UPDATE connections SET from_node = ?, from_pin = ? WHERE project_id = ? AND to_node = ? AND to_pin = ?',
        ...currentWire.from,
        projectId,
        ...to,
      );
      continue;
    }
    if (then)
      run(
        db,
        'DELETE FROM connections WHERE project_id = ? AND to_node = ? AND to_pin = ?',
        projectId,
        ...to,
      );
    if (currentWire) inserted.add(key);
  }
  if (inserted.size === 0) return;
  insertInOrder(
    after.connections,
    (wire) => inserted.has(inputKey(wire.to)),
    inserted.size,
    (wire) =>
      Number(
        queryRow(
          db,
          'SELECT place FROM connections WHERE project_id = ? AND to_node = ? AND to_pin = ?',
          projectId,
          ...wire.to,
        )?.['place'],
      ),
    () =>
      Number(
        queryRow(db, 'SELECT MAX(place) AS place FROM connections WHERE project_id = ?', projectId)?.[
          'place'
        ] ?? 0,
      ),
    (wire, ordinal) => insertWire(db, projectId, wire, ordinal),
    () =>
      after.connections.forEach((wire, index) => {
        run(
          db,
          'UPDATE connections SET place = ? WHERE project_id = ? AND to_node = ? AND to_pin = ?',
          index + 1,
          projectId,
          ...wire.to,
        );
      }),
  );
}

/**
 * Inserts the new entries of a list, each at a place between its neighbors. New entries at the end, the usual case,
 * cost nothing by the length of the list. When halving a gap has used up the precision of a number, all are renumbered.
 */
function insertInOrder<T>(
  list: readonly T[],
  isNew: (entry: T) => boolean,
  count: number,
  ordinalOf: (entry: T) => number,
  lastOrdinal: () => number,
  insert: (entry: T, ordinal: number) => void,
  renumber: () => void,
): void {
  let tail = list.length;
  while (tail > 0 && isNew(list[tail - 1]!)) tail -= 1;
  const atEnd = list.length - tail;
  let crowded = false;
  if (atEnd < count) {
    for (let start = 0; start < tail; start += 1) {
      if (!isNew(list[start]!)) continue;
      let end = start;
      while (isNew(list[end]!)) end += 1;
      const low = start === 0 ? null : ordinalOf(list[start - 1]!);
      const high = ordinalOf(list[end]!);
      const from = low ?? high - (end - start) - 1;
      const step = (high - from) / (end - start + 1);
      for (let i = start; i < end; i += 1) {
        const ordinal = from + step * (i - start + 1);
        crowded ||= !(ordinal > from && ordinal < high) || step < Number.EPSILON * Math.abs(high) * 4;
        insert(list[i]!, ordinal);
      }
      start = end;
    }
  }
  let ordinal = lastOrdinal();
  for (let i = tail; i < list.length; i += 1) insert(list[i]!, (ordinal += 1));
  if (crowded) renumber();
}

const incomingWire = (graph: Graph, to: readonly [string, string]): GraphConnection | undefined =>
  inputConnection(graph, to[0], to[1]);

/**
 * What a set of operations will touch, read from the graph before they are applied (afterwards its index has moved on
 * to the new graph).
 */
export interface PlannedWrite {
  projectId: string;
  nodes: Set<string>;
  nodesBefore: Set<string>;
  /** Nodes whose place in the list may be another than before. */
  reorderedNodes: Set<string>;
  wires: Map<string, PinRef>;
  wiresBefore: Set<string>;
  reorderedWires: Set<string>;
}
