import { isListOutput } from '#shared/api/index.ts';
import type { GraphConnection } from '#shared/graph/types.ts';
import { countsOf, itemsOfNode, type ItemsSource, type NodeItem } from '#renderer/model/node-items.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { EditorSession } from './editor-session.ts';
import { visibleResult } from './shown-result.ts';

/** What nodes of the open document have made or make of lists, with what the runs say of it. */

const NO_SOURCE: ItemsSource = {};

/** Where the items of a node are told: by its run while that goes on, else by what it made. */
function itemsSourceOf(
  session: Pick<EditorSession, 'states' | 'keys'>,
  runTable: NodeRunTable,
  nodeId: string,
): ItemsSource {
  const run = runTable.get(nodeId);
  if (run?.phase === 'running' && run.items) return run;
  return visibleResult(session, runTable, nodeId, session.keys.peek(nodeId)) ?? NO_SOURCE;
}

/** The items that a node made or runs for; empty for a node that runs once. */
export const itemsIn = (
  session: Pick<EditorSession, 'states' | 'keys'>,
  runTable: NodeRunTable,
  nodeId: string,
): readonly NodeItem[] => itemsOfNode(itemsSourceOf(session, runTable, nodeId));

/** How many items a node made or runs for, and how many failed; null for one that runs once. */
export const itemCountsIn = (
  session: Pick<EditorSession, 'states' | 'keys'>,
  runTable: NodeRunTable,
  nodeId: string,
): { total: number; failed: number } | null => countsOf(itemsSourceOf(session, runTable, nodeId));

/** The item of a node that its preview shows: what a person chose, else the first that is there. */
export function itemInView(
  session: Pick<EditorSession, 'itemsInView'>,
  nodeId: string,
  items: readonly NodeItem[],
): { item: NodeItem; index: number } | null {
  const selected = session.itemsInView.of(nodeId);
  const index = selected !== null && selected < items.length ? selected : firstCompleted(items);
  const item = items[index];
  return item === undefined ? null : { item, index };
}

const firstCompleted = (items: readonly NodeItem[]): number =>
  Math.max(
    0,
    items.findIndex(({ outputs }) => Object.keys(outputs).length > 0),
  );

/** How many items a wire carries, 0 where that is not known yet; null for a wire that carries one thing. */
export function listOnWire(
  session: Pick<EditorSession, 'states' | 'keys' | 'lists' | 'scene'>,
  runTable: NodeRunTable,
  { from: [nodeId, pin] }: GraphConnection,
): number | null {
  const isList = session.lists.depthOf(nodeId, pin) > 0;
  // What an output of any kind gives is seen once it is there.
  if (!isList && session.scene.pinBase(nodeId, pin, 'output') !== 'any') return null;
  const source = itemsSourceOf(session, runTable, nodeId);
  const output = source.outputs?.[pin];
  if (output !== undefined && (isListOutput(output) || (isList && 'count' in output)))
    return typeof output.count === 'number' ? output.count : 0;
  return isList ? (source.items?.total ?? 0) : null;
}
