import type { PatchOperation } from '#shared/api/index.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { applyLenient, applyWithInverse, type AppliedWithInverse } from '#shared/graph/operations.ts';
import type { Graph, NodeCatalog } from '#shared/graph/types.ts';
import { linkedEdit, setItem, type Edit, type Grouped, type GroupPath } from '#shared/groups/index.ts';

import { excludingLocked, type Locked } from './locked-parts.ts';

/** What an edit says of groups beside itself. */

const isItem = (kind: string): kind is 'frames' | 'notes' | 'lines' =>
  kind === 'frames' || kind === 'notes' || kind === 'lines';

/**
 * The same edit, with what is new lying in the group that is open, and what is taken away lying in none.
 * @param trail the opened groups.
 */
function assignGroup({ items }: Grouped, groupPath: GroupPath, edit: Edit): Edit {
  const holder = groupPath.at(-1);
  const hasMembers = Object.keys(items.members).length > 0;
  if (holder === undefined && !hasMembers) return edit;
  const named = new Set(edit.canvas.flatMap(({ kind, id }) => (kind === 'members' ? [id] : [])));
  const isMember = (element: string): boolean => Object.hasOwn(items.members, element);
  const added = new Set<string>();
  const removed = new Set<string>();
  for (const operation of edit.operations) {
    if (operation.op === 'addNode') added.add(operation.node.id);
    if (operation.op === 'removeNode') removed.add(operation.nodeId);
  }
  for (const operation of edit.canvas) {
    if (operation.op !== 'setCanvasItem' || !isItem(operation.kind)) continue;
    const element = `${operation.kind}:${operation.id}`;
    if (operation.item === null) removed.add(element);
    else if (!Object.hasOwn(items[operation.kind], operation.id)) added.add(element);
  }
  const canvas: CanvasOperation[] = [];
  for (const element of added)
    if (holder !== undefined && !named.has(element) && !isMember(element))
      canvas.push(setItem('members', element, { in: holder }));
  for (const element of removed)
    if (!added.has(element) && !named.has(element) && isMember(element))
      canvas.push(setItem('members', element, null));
  return canvas.length === 0 ? edit : { ...edit, canvas: [...edit.canvas, ...canvas] };
}

/** An edit with what it brings about in linked groups. */
interface LinkedEdit extends Edit {
  /** How many operations come first that are the edit itself. */
  local: number;
}

/** The edit with the same in all that is linked with what it changes. */
function withLinked(at: Grouped, edit: Edit): LinkedEdit {
  const linked = linkedEdit(at, edit);
  return {
    local: edit.operations.length,
    operations: [...edit.operations, ...linked.operations],
    canvas: [...edit.canvas, ...linked.canvas],
  };
}

/** An edit as it is made: with its group, without what is locked, with what is linked. */
export function prepareEdit(
  document: Grouped,
  groupPath: GroupPath,
  edit: Edit,
  skipsLinked: boolean,
): { linked: LinkedEdit; locked: Locked | null; isEmpty: boolean } {
  const assigned = assignGroup(document, groupPath, edit);
  const { operations, canvas, locked } = excludingLocked(
    document.items,
    assigned.operations,
    assigned.canvas,
  );
  const isEmpty = operations.length + canvas.length === 0;
  const linked =
    skipsLinked || isEmpty
      ? { operations, canvas, local: operations.length }
      : withLinked(document, { operations, canvas });
  return { linked, locked, isEmpty };
}

/** Applies an edit, without those parts for linked groups that do not apply there, as where a wire would close a circle. */
export function applyLinked(
  graph: Graph,
  { operations, local }: LinkedEdit,
  catalog: NodeCatalog,
): { applied: AppliedWithInverse; list: PatchOperation[]; isUnlike: boolean } {
  const applied = applyWithInverse(graph, operations, catalog);
  if (applied.ok || (applied.rejection.operationIndex ?? 0) < local)
    return { applied, list: operations, isUnlike: false };
  const list = applyLenient(graph, operations, catalog).applied;
  return { applied: applyWithInverse(graph, list, catalog), list, isUnlike: true };
}
