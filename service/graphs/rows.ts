import type { EditableInputValue, PatchOperation } from '#shared/api/index.ts';
import {
  findNode,
  inputConnection,
  inputConnections,
  inputKey,
  outputConnections,
  targetOf,
  type Graph,
  type GraphConnection,
  type GraphNode,
  type PinRef,
} from '#shared/graph/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import type { ServiceContext } from '#service/context.ts';
import type { Database } from '#service/storage/database.ts';
import { all, one, run, text, textOrNull } from '#service/storage/statements.ts';
import { fileIdsOf } from '#service/rules/file-values.ts';
import { dropGraph, keepGraph, keptGraph } from './graph-cache.ts';

/**
 * Graphs as rows. A change writes only the rows it touches. The graph itself is kept in memory (`graph-cache.ts`) and
 * counts only while its version is the row's.
 */

/** The stored graph of a project. */
export function loadGraph(ctx: Pick<ServiceContext, 'db'>, projectId: string): Graph {
  const version = Number(one(ctx.db, 'SELECT version FROM projects WHERE id = ?', projectId)?.['version']);
  const kept = keptGraph(ctx, projectId, version);
  if (kept) return kept;
  const graph: Graph = {
    nodes: all(
      ctx.db,
      'SELECT node_id, type, title, x, y, inputs FROM nodes WHERE project_id = ? ORDER BY place',
      projectId,
    ).map((row) => {
      const x = row['x'];
      const y = row['y'];
      const title = textOrNull(row, 'title');
      const node: GraphNode = {
        id: text(row, 'node_id'),
        type: text(row, 'type'),
        title,
        position: typeof x === 'number' && typeof y === 'number' ? { x, y } : null,
        inputs: JSON.parse(text(row, 'inputs')) as Record<string, EditableInputValue>,
      };
      return node;
    }),
    connections: all(
      ctx.db,
      'SELECT from_node, from_pin, to_node, to_pin FROM connections WHERE project_id = ? ORDER BY place',
      projectId,
    ).map((row) => ({
      from: [text(row, 'from_node'), text(row, 'from_pin')],
      to: [text(row, 'to_node'), text(row, 'to_pin')],
    })),
  };
  keepGraph(ctx, projectId, version, graph);
  return graph;
}

/** Writes a whole graph over whatever was there; inside a transaction. */
export function writeGraph(ctx: ServiceContext, projectId: string, graph: Graph): void {
  const { db } = ctx;
  run(db, 'DELETE FROM nodes WHERE project_id = ?', projectId);
  run(db, 'DELETE FROM connections WHERE project_id = ?', projectId);
  run(db, `DELETE FROM file_references WHERE project_id = ? AND place LIKE 'node:%'`, projectId);
  graph.nodes.forEach((node, index) => {
    insertNode(db, projectId, node, index + 1);
    insertReferences(db, projectId, node);
  });
  graph.connections.forEach((wire, index) => insertWire(db, projectId, wire, index + 1));
}

/** Removes every row of a project's graph; inside a transaction. */
export function eraseGraph(ctx: ServiceContext, projectId: string): void {
  for (const table of ['nodes', 'connections', 'file_references']) {
    run(ctx.db, `DELETE FROM ${table} WHERE project_id = ?`, projectId);
  }
  dropGraph(ctx, projectId);
}

/**
 * What a set of operations will touch, read from the graph before they are applied (afterwards its index has moved on
 * to the new graph).
 */
export interface PlannedWrite {
  projectId: string;
  nodes: Set<string>;
  nodesBefore: Set<string>;
  /** Nodes whose place in the list may be another than before. */
  placedNodes: Set<string>;
  wires: Map<string, PinRef>;
  wiresBefore: Set<string>;
  placedWires: Set<string>;
}

/** Plans the rows to write for `operations` on `before`. */
export function planWrite(
  projectId: string,
  before: Graph,
  operations: readonly PatchOperation[],
): PlannedWrite {
  const touched: PlannedWrite = {
    projectId,
    nodes: new Set(),
    nodesBefore: new Set(),
    placedNodes: new Set(),
    wires: new Map(),
    wiresBefore: new Set(),
    placedWires: new Set(),
  };
  const placeWire = (to: PinRef) => {
    touched.wires.set(inputKey(to), to);
    touched.placedWires.add(inputKey(to));
  };
  for (const operation of operations) {
    const target = targetOf(operation);
    switch (target.kind) {
      case 'node':
        touched.nodes.add(target.nodeId);
        if (target.node) touched.placedNodes.add(target.nodeId);
        else {
          for (const wire of inputConnections(before, target.nodeId)) placeWire(wire.to);
          for (const wire of outputConnections(before, target.nodeId)) placeWire(wire.to);
        }
        break;
      case 'field':
        touched.nodes.add(target.nodeId);
        break;
      case 'wire':
        touched.wires.set(inputKey(target.to), target.to);
        if (!target.connected || target.index !== undefined) touched.placedWires.add(inputKey(target.to));
        break;
      default:
        assertNever(target);
    }
  }
  for (const id of touched.nodes) if (findNode(before, id)) touched.nodesBefore.add(id);
  for (const [key, to] of touched.wires) if (wireInto(before, to)) touched.wiresBefore.add(key);
  return touched;
}

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
    const now = findNode(after, id);
    const then = touched.nodesBefore.has(id);
    if (then) deleteReferences(db, projectId, id);
    if (now && then && !touched.placedNodes.has(id)) {
      updateNode(db, projectId, now);
      insertReferences(db, projectId, now);
      continue;
    }
    if (then) run(db, 'DELETE FROM nodes WHERE project_id = ? AND node_id = ?', projectId, id);
    if (now) inserted.set(id, now);
  }
  if (inserted.size === 0) return;
  const placeOf = (node: GraphNode) =>
    Number(
      one(db, 'SELECT place FROM nodes WHERE project_id = ? AND node_id = ?', projectId, node.id)?.['place'],
    );
  const last = () =>
    Number(one(db, 'SELECT MAX(place) AS place FROM nodes WHERE project_id = ?', projectId)?.['place'] ?? 0);
  insertInOrder(
    after.nodes,
    (node) => inserted.has(node.id),
    inserted.size,
    placeOf,
    last,
    (node, place) => insertNode(db, projectId, node, place),
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
    const now = wireInto(after, to);
    const then = touched.wiresBefore.has(key);
    if (now && then && !touched.placedWires.has(key)) {
      run(
        db,
        'UPDATE connections SET from_node = ?, from_pin = ? WHERE project_id = ? AND to_node = ? AND to_pin = ?',
        ...now.from,
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
    if (now) inserted.add(key);
  }
  if (inserted.size === 0) return;
  insertInOrder(
    after.connections,
    (wire) => inserted.has(inputKey(wire.to)),
    inserted.size,
    (wire) =>
      Number(
        one(
          db,
          'SELECT place FROM connections WHERE project_id = ? AND to_node = ? AND to_pin = ?',
          projectId,
          ...wire.to,
        )?.['place'],
      ),
    () =>
      Number(
        one(db, 'SELECT MAX(place) AS place FROM connections WHERE project_id = ?', projectId)?.['place'] ??
          0,
      ),
    (wire, place) => insertWire(db, projectId, wire, place),
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
 * Inserts the new entries of a list, each at a place between its neighbours. New entries at the end, the usual case,
 * cost nothing by the length of the list. When halving a gap has used up the precision of a number, all are renumbered.
 */
function insertInOrder<T>(
  list: readonly T[],
  isNew: (entry: T) => boolean,
  count: number,
  placeOf: (entry: T) => number,
  lastPlace: () => number,
  insert: (entry: T, place: number) => void,
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
      const low = start === 0 ? null : placeOf(list[start - 1]!);
      const high = placeOf(list[end]!);
      const from = low ?? high - (end - start) - 1;
      const step = (high - from) / (end - start + 1);
      for (let i = start; i < end; i += 1) {
        const place = from + step * (i - start + 1);
        crowded ||= !(place > from && place < high) || step < Number.EPSILON * Math.abs(high) * 4;
        insert(list[i]!, place);
      }
      start = end;
    }
  }
  let place = lastPlace();
  for (let i = tail; i < list.length; i += 1) insert(list[i]!, (place += 1));
  if (crowded) renumber();
}

const wireInto = (graph: Graph, to: readonly [string, string]): GraphConnection | undefined =>
  inputConnection(graph, to[0], to[1]);

function insertNode(db: Database, projectId: string, node: GraphNode, place: number): void {
  run(
    db,
    'INSERT INTO nodes (project_id, node_id, place, type, title, x, y, inputs) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    projectId,
    node.id,
    place,
    node.type,
    node.title ?? null,
    node.position?.x ?? null,
    node.position?.y ?? null,
    JSON.stringify(node.inputs ?? {}),
  );
}

function updateNode(db: Database, projectId: string, node: GraphNode): void {
  run(
    db,
    'UPDATE nodes SET type = ?, title = ?, x = ?, y = ?, inputs = ? WHERE project_id = ? AND node_id = ?',
    node.type,
    node.title ?? null,
    node.position?.x ?? null,
    node.position?.y ?? null,
    JSON.stringify(node.inputs ?? {}),
    projectId,
    node.id,
  );
}

function insertWire(db: Database, projectId: string, wire: GraphConnection, place: number): void {
  run(
    db,
    'INSERT INTO connections (project_id, from_node, from_pin, to_node, to_pin, place) VALUES (?, ?, ?, ?, ?, ?)',
    projectId,
    ...wire.from,
    ...wire.to,
    place,
  );
}

/** Ids may hold colons; encoded they do not. */
const placePrefix = (nodeId: string): string => `node:${encodeURIComponent(nodeId)}:`;

function deleteReferences(db: Database, projectId: string, nodeId: string): void {
  // The character after the colon bounds the range of places that begin with the prefix.
  const prefix = placePrefix(nodeId);
  run(
    db,
    'DELETE FROM file_references WHERE project_id = ? AND place >= ? AND place < ?',
    projectId,
    prefix,
    `${prefix.slice(0, -1)};`,
  );
}

function insertReferences(db: Database, projectId: string, node: GraphNode): void {
  for (const { input, fileId } of fileIdsOf(node)) {
    run(
      db,
      'INSERT OR IGNORE INTO file_references (file_id, project_id, place) VALUES (?, ?, ?)',
      fileId,
      projectId,
      `${placePrefix(node.id)}${encodeURIComponent(input)}`,
    );
  }
}
