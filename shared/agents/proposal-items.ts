import type { PatchOperation } from '../api/schemas/documents.ts';
import type { ClashOf } from '../documents/clash.ts';
import { joinKey } from '../language/join-key.ts';
import { findNode } from '../graph/graph.ts';
import { fieldKey, targetOf } from '../graph/operation-table.ts';
import { applyLenient } from '../graph/operations.ts';
import { rebase } from '../graph/rebase.ts';
import type { Graph, GraphNode, NodeCatalog } from '../graph/types.ts';

/** A proposal over a graph that goes on changing: what is open of it, in items that are accepted one by one. */

export interface ProposedGraph {
  /** The graph that the operations were written for. */
  base: Graph;
  operations: readonly PatchOperation[];
  /** Keys of operations that were accepted or dismissed. */
  accepted: readonly string[];
  dismissed: readonly string[];
}

/** What is proposed for one node, with the wires that end there. */
export interface ProposalItem {
  /** The node. */
  id: string;
  kind: 'added' | 'removed' | 'changed';
  /** As it would be; as it is, of one that would go. */
  node: GraphNode;
  operations: PatchOperation[];
  /** Parts that have to come first: nodes that its wires begin at. */
  needs: string[];
  /** Fields that the hand has changed too, to something else. Accepting the item takes the proposed values. */
  clashes: ClashOf<'graph'>[];
}

export interface OpenProposal {
  items: ProposalItem[];
  /** What fits no longer, with the reason. */
  dropped: { operation: PatchOperation; reason: string }[];
  /** The graph with all items accepted. */
  graph: Graph;
}

/** One name for what an operation does; a proposal has at most one operation of each. */
export function operationKey(operation: PatchOperation): string {
  const target = targetOf(operation);
  switch (target.kind) {
    case 'node':
      return joinKey(target.node ? 'add' : 'remove', target.nodeId);
    case 'field':
      return joinKey('field', fieldKey(target.nodeId, target.change));
    case 'wire':
      return joinKey(target.connected ? 'connect' : 'disconnect', ...target.from, ...target.to);
    default:
      return target satisfies never;
  }
}

/** The node whose item an operation is in: of a wire, where it ends. */
function itemIdOf(operation: PatchOperation): string {
  const target = targetOf(operation);
  return target.kind === 'wire' ? target.to[0] : target.nodeId;
}

/**
 * What is open of a proposal, merged with what the hand did meanwhile.
 * @param current the graph as it is now. O(nodes + wires + operations)
 */
export function openProposal(
  { base, operations, accepted, dismissed }: ProposedGraph,
  current: Graph,
  catalog?: NodeCatalog,
): OpenProposal {
  const isAccepted = new Set(accepted);
  const isDismissed = new Set(dismissed);
  const open = operations.filter((operation) => {
    const key = operationKey(operation);
    return !isAccepted.has(key) && !isDismissed.has(key);
  });
  const ours = applyLenient(
    base,
    operations.filter((operation) => isAccepted.has(operationKey(operation))),
  ).graph;
  const merged = rebase(ours, open, current, catalog);
  const proposedGraph = merged.ours;
  const items = new Map<string, ProposalItem>();
  const itemFor = (id: string): ProposalItem | null => {
    const cached = items.get(id);
    if (cached) return cached;
    const before = findNode(current, id);
    const after = findNode(merged.graph, id) ?? (before ? undefined : findNode(proposedGraph, id));
    const node = after ?? before;
    if (!node) return null;
    const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    const item: ProposalItem = { id, kind, node, operations: [], needs: [], clashes: [] };
    items.set(id, item);
    return item;
  };
  const dropped = [...merged.dropped];
  for (const operation of merged.operations) itemFor(itemIdOf(operation))?.operations.push(operation);
  for (const clash of merged.clashes) {
    const item = itemFor(clash.nodeId);
    if (item) item.clashes.push(clash);
    else
      for (const operation of clash.operations)
        dropped.push({ operation, reason: `There is no node "${clash.nodeId}" any more.` });
  }
  for (const item of items.values()) item.needs = needsOf(item, items);
  return { items: [...items.values()], dropped, graph: merged.graph };
}

/** Added nodes that the wires of a item begin at. */
function needsOf(item: ProposalItem, items: ReadonlyMap<string, ProposalItem>): string[] {
  const sources = item.operations.flatMap((operation) =>
    operation.op === 'connect' ? [operation.from[0]] : [],
  );
  return [...new Set(sources)].filter((id) => id !== item.id && items.get(id)?.kind === 'added');
}

/** Parts with all that have to come first, those first. */
function withNeeds(open: OpenProposal, ids: Iterable<string>): ProposalItem[] {
  const byId = new Map(open.items.map((item) => [item.id, item]));
  const ordered = new Set<ProposalItem>();
  const visit = (id: string, above: ReadonlySet<string>): void => {
    const item = byId.get(id);
    if (!item || ordered.has(item) || above.has(id)) return;
    for (const need of item.needs) visit(need, new Set([...above, id]));
    ordered.add(item);
  };
  for (const id of ids) visit(id, new Set());
  return [...ordered];
}

export interface AcceptedItems {
  /** They all apply to the graph, in this order. */
  operations: PatchOperation[];
  /** Keys of the operations of the proposal that are settled by this. */
  keys: string[];
  graph: Graph;
}

/**
 * Accepts items, with what they need: the operations to apply as one step. What cannot be applied yet, such as a wire that
 * would make a cycle as long as another item is open, stays open.
 */
export function acceptItems(
  open: OpenProposal,
  ids: Iterable<string>,
  current: Graph,
  catalog?: NodeCatalog,
): AcceptedItems {
  const items = withNeeds(open, ids);
  const all = items.flatMap((item) => [
    ...item.operations,
    ...item.clashes.flatMap(({ operations }) => operations),
  ]);
  // Nodes first, wires last: what a wire needs is there, and what is in its way is gone.
  const rank = ({ op }: PatchOperation): number =>
    op === 'addNode' ? 0 : op === 'connect' ? 3 : op === 'disconnect' ? 2 : 1;
  const { graph, applied } = applyLenient(
    current,
    all.toSorted((a, b) => rank(a) - rank(b)),
    catalog,
  );
  return { operations: applied, graph, keys: [...new Set(applied.map(operationKey))] };
}

/** Keys of what is in items, to dismiss it. */
export const keysOf = (items: readonly ProposalItem[]): string[] => [
  ...new Set(
    items.flatMap(({ operations, clashes }) =>
      [...operations, ...clashes.flatMap((clash) => clash.operations)].map(operationKey),
    ),
  ),
];
