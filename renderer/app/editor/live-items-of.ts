import { LISTS_PIN, pairingOf, type Pairing } from '#shared/graph/list-pairing.ts';
import { itemInView, itemsIn, type EditorSession } from '#renderer/editor/index.ts';
import type { LiveDocument } from '#renderer/live/index.ts';
import { positionsOfItem, type InputList } from '#renderer/model/item-inputs.ts';
import { isStale, type NodeResult, type NodeRunTable } from '#renderer/model/node-run-state.ts';
import { inputListsOf } from './input-lists.ts';

/**
 * Which items of lists live previews are made of: those that are looked at.
 * @param runs what runs have made. @param previewAt what a preview has made of a whole node at its key.
 */
export function liveItemsOf(
  session: EditorSession,
  runs: NodeRunTable,
  previewAt: (key: string) => NodeResult | undefined,
): Pick<LiveDocument, 'itemInView' | 'positionsOf' | 'onItem'> {
  // Not the table in which previews are shown: which of them that is follows from the item in view.
  const table: NodeRunTable = {
    ...runs,
    get: (id) => runs.get(id),
    resultOf(id, key) {
      const ran = runs.resultOf(id, key);
      const isCurrent = ran !== undefined && !isStale(ran, key);
      return isCurrent || key === null ? ran : (previewAt(key) ?? ran);
    },
  };
  const listsOf = (nodeId: string): InputList[] => inputListsOf(session, table, undefined, nodeId);
  const pairingAt = (nodeId: string): Pairing =>
    pairingOf(session.store.getNode(nodeId)?.inputs?.[LISTS_PIN]?.value);
  return {
    itemInView(nodeId) {
      if (session.lists.spreadInputs(nodeId).length === 0) return null;
      const lists = listsOf(nodeId);
      const total = totalOf(lists, pairingAt(nodeId));
      const selected = session.itemsInView.of(nodeId);
      const items = itemsIn(session, table, nodeId);
      const visible = itemInView(session, nodeId, items);
      // A list that became shorter has its last item.
      const index = Math.min(selected ?? visible?.index ?? 0, Math.max(0, total - 1));
      const path = items[index]?.path ?? pathIn(lists, index);
      return { path, total: Math.max(total, index + 1) };
    },
    positionsOf(nodeId, path) {
      const positions = positionsOfItem(listsOf(nodeId), pairingAt(nodeId), path);
      // Of a list that nobody has seen yet the item at the same place is asked for.
      const isUnpaired = pairingAt(nodeId) !== 'every pair' || Object.keys(positions).length === 1;
      return Object.fromEntries(
        Object.entries(positions).map(([name, at]) => [name, at.length === 0 && isUnpaired ? path : at]),
      );
    },
    onItem: (listener) => session.itemsInView.subscribeAll(listener),
  };
}

/** The place of an item among those of a node that has not run: that in its list, where only one may be a list of lists. */
function pathIn(lists: readonly InputList[], index: number): readonly number[] {
  const [only, ...further] = lists;
  return (further.length === 0 ? only?.items[index]?.path : undefined) ?? [index];
}

/** For how many items a node runs, as far as its lists are known. */
function totalOf(lists: readonly InputList[], pairing: Pairing): number {
  const lengths = lists.map(({ items }) => items.length);
  if (lengths.length === 0) return 0;
  if (pairing === 'every pair') return lengths.reduce((product, length) => product * length, 1);
  return pairing === 'repeat last' ? Math.max(...lengths) : Math.min(...lengths);
}
