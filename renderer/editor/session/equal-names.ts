import type { Graph } from '#shared/graph/types.ts';
import { words } from '#renderer/words/index.ts';
import { runOrder } from '../model/run-order.ts';
import type { EditorSession } from './editor-session.ts';

const cache = new WeakMap<Graph, { revision: number; marks: ReadonlyMap<string, string> }>();

/**
 * What tells nodes of one name apart in lists: which of them each is, in the order they run. Nodes with a name of their
 * own are not in it. Found anew only for another graph or when types became known.
 */
export function equalNames(session: EditorSession): ReadonlyMap<string, string> {
  const graph = session.store.getGraph();
  const { revision } = session.catalog;
  const last = cache.get(graph);
  if (last?.revision === revision) return last.marks;
  const byTitle = new Map<string, string[]>();
  for (const id of runOrder(session.store)) {
    const title = session.titleOf(id);
    const ids = byTitle.get(title);
    if (ids) ids.push(id);
    else byTitle.set(title, [id]);
  }
  const marks = new Map<string, string>();
  for (const ids of byTitle.values()) {
    if (ids.length === 1) continue;
    for (const [index, id] of ids.entries()) marks.set(id, words.lists.oneOf(index + 1, ids.length));
  }
  cache.set(graph, { revision, marks });
  return marks;
}
