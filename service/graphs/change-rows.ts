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
import {
  deleteNodes,
  deleteReferences,
  deleteWires,
  insertNodes,
  insertReferences,
  insertWires,
  nodeOrdinal,
  renumberNodes,
  renumberWires,
  updateNodes,
  updateWires,
  wireOrdinal,
} from './rows.ts';

/** Writes the planned rows as they are in the graph after the operations; inside a transaction. */
export async function writeChanges(ctx: ServiceContext, write: GraphWrite, after: Graph): Promise<void> {
  await writeNodes(ctx.db, write, after);
  await writeWires(ctx.db, write, after);
}

async function writeNodes(db: Database, touched: GraphWrite, after: Graph): Promise<void> {
  const { projectId } = touched;
  if (touched.nodes.size === 0) return;
  const inserted = new Map<string, GraphNode>();
  const updated: GraphNode[] = [];
  const removed: string[] = [];
  const before: string[] = [];
  for (const id of touched.nodes) {
    const currentNode = findNode(after, id);
    const then = touched.nodesBefore.has(id);
    if (then) before.push(id);
    if (currentNode && then && !touched.reorderedNodes.has(id)) {
      updated.push(currentNode);
      continue;
    }
    if (then) removed.push(id);
    if (currentNode) inserted.set(id, currentNode);
  }
  if (before.length > 0) await deleteReferences(db, projectId, before);
  if (updated.length > 0) {
    await updateNodes(db, projectId, updated);
    await insertReferences(db, projectId, updated);
  }
  if (removed.length > 0) await deleteNodes(db, projectId, removed);
  if (inserted.size === 0) return;
  const numbered = await ordinalsOf(
    after.nodes,
    (node) => inserted.has(node.id),
    inserted.size,
    (node) => nodeOrdinal(db, projectId, node?.id ?? null),
  );
  await insertNodes(
    db,
    projectId,
    numbered.entries.map(({ entry: node, ordinal }) => ({ node, ordinal })),
  );
  if (numbered.isCrowded) await renumberNodes(db, projectId, after.nodes);
}

async function writeWires(db: Database, touched: GraphWrite, after: Graph): Promise<void> {
  const { projectId } = touched;
  if (touched.wires.size === 0) return;
  const inserted = new Set<string>();
  const updated: GraphConnection[] = [];
  const removed: PinRef[] = [];
  for (const [key, to] of touched.wires) {
    const currentWire = incomingWire(after, to);
    const then = touched.wiresBefore.has(key);
    if (currentWire && then && !touched.reorderedWires.has(key)) {
      updated.push(currentWire);
      continue;
    }
    if (then) removed.push(to);
    if (currentWire) inserted.add(key);
  }
  if (updated.length > 0) await updateWires(db, projectId, updated);
  if (removed.length > 0) await deleteWires(db, projectId, removed);
  if (inserted.size === 0) return;
  const numbered = await ordinalsOf(
    after.connections,
    (wire) => inserted.has(inputKey(wire.to)),
    inserted.size,
    (wire) => wireOrdinal(db, projectId, wire?.to ?? null),
  );
  await insertWires(
    db,
    projectId,
    numbered.entries.map(({ entry: wire, ordinal }) => ({ wire, ordinal })),
  );
  if (numbered.isCrowded) await renumberWires(db, projectId, after.connections);
}

interface NumberedEntries<T> {
  entries: { entry: T; ordinal: number }[];
  /** Whether halving a gap has used up the precision of a number: all are to be renumbered. */
  isCrowded: boolean;
}

/**
 * The places of the new entries of a list, each between those of its neighbors. New entries at the end, the usual case,
 * cost nothing by the length of the list.
 * @param ordinalOf the place of an entry that is there; of the last one for null, 0 without any.
 */
async function ordinalsOf<T>(
  list: readonly T[],
  isNew: (entry: T) => boolean,
  count: number,
  ordinalOf: (entry: T | null) => Promise<number>,
): Promise<NumberedEntries<T>> {
  const entries: NumberedEntries<T>['entries'] = [];
  let tail = list.length;
  while (tail > 0 && isNew(list[tail - 1]!)) tail -= 1;
  const atEnd = list.length - tail;
  let isCrowded = false;
  if (atEnd < count) {
    for (let start = 0; start < tail; start += 1) {
      if (!isNew(list[start]!)) continue;
      let end = start;
      while (isNew(list[end]!)) end += 1;
      const low = start === 0 ? null : await ordinalOf(list[start - 1]!);
      const high = await ordinalOf(list[end]!);
      const from = low ?? high - (end - start) - 1;
      const step = (high - from) / (end - start + 1);
      for (let i = start; i < end; i += 1) {
        const ordinal = from + step * (i - start + 1);
        isCrowded ||= !(ordinal > from && ordinal < high) || step < Number.EPSILON * Math.abs(high) * 4;
        entries.push({ entry: list[i]!, ordinal });
      }
      start = end;
    }
  }
  if (atEnd > 0) {
    // The last of those that are there: what was put between others lies before it.
    let ordinal = await ordinalOf(null);
    for (let i = tail; i < list.length; i += 1) entries.push({ entry: list[i]!, ordinal: (ordinal += 1) });
  }
  return { entries, isCrowded };
}

const incomingWire = (graph: Graph, to: readonly [string, string]): GraphConnection | undefined =>
  inputConnection(graph, to[0], to[1]);

/**
 * What a set of operations will touch, read from the graph before they are applied (afterwards its index has moved on
 * to the new graph).
 */
export interface GraphWrite {
  projectId: string;
  nodes: Set<string>;
  nodesBefore: Set<string>;
  /** Nodes whose place in the list may be another than before. */
  reorderedNodes: Set<string>;
  wires: Map<string, PinRef>;
  wiresBefore: Set<string>;
  reorderedWires: Set<string>;
}
