import { planReplacement, replacementOperations, type Replacement } from '#shared/graph/replace-type.ts';
import { words } from '#renderer/words/index.ts';
import type { NodeTypeEntry } from '../model/catalog.ts';
import type { EditorSession } from './editor-session.ts';

const t = words.editorSession.replacing;

/** A type that nodes could get. */
export interface ReplaceCandidate {
  entry: NodeTypeEntry;
  /** Null until its pins have been read. */
  plan: Replacement | null;
}

/** All types that at least one of the nodes does not have yet. */
export function replaceCandidates(
  { catalog, store }: EditorSession,
  nodeIds: ReadonlySet<string>,
): ReplaceCandidate[] {
  const graph = store.getGraph();
  const types = new Set(Array.from(nodeIds, (id) => store.getNode(id)?.type));
  return catalog
    .all()
    .filter(({ summary }) => types.size > 1 || !types.has(summary.type))
    .map((entry) => ({ entry, plan: planReplacement(graph, nodeIds, entry.summary.type, catalog) }));
}

/** What falls away in a few words: `loses 1 wire, 2 values`; null when nothing does. */
export function removalLabel({ droppedWires, droppedValues }: Replacement): string | null {
  const segments = [
    ...(droppedWires.length > 0 ? [words.counts.wires(droppedWires.length)] : []),
    ...(droppedValues.length > 0 ? [words.counts.values(droppedValues.length)] : []),
  ];
  return segments.length === 0 ? null : t.loses(segments.join(', '));
}

/** A locked node among these, or one that they feed: its wires must stay as they are. */
function findLocked({ states, store }: EditorSession, nodeIds: ReadonlySet<string>): string | null {
  for (const id of nodeIds) {
    const fed = store.wiresOf(id).flatMap(({ from, to }) => (from[0] === id ? [to[0]] : []));
    const locked = [id, ...fed].find((candidate) => states.isLocked(candidate));
    if (locked !== undefined) return locked;
  }
  return null;
}

/**
 * Gives nodes another type, as one step. They keep their ids, so frames, states and results refer to them as before.
 * @returns whether that was done; else the person was shown why not.
 */
export function replaceNodes(session: EditorSession, nodeIds: ReadonlySet<string>, type: string): boolean {
  const { catalog, store, ui } = session;
  const locked = findLocked(session, nodeIds);
  if (locked !== null) {
    ui.notify(t.noReplacedLockedUnlock(session.titleOf(locked)));
    return false;
  }
  const graph = store.getGraph();
  const plan = planReplacement(graph, nodeIds, type, catalog);
  if (!plan) {
    ui.notify(t.nodeTypeBeingRead);
    return false;
  }
  const count = plan.nodes.size;
  const label = count === 1 ? t.replaceNode : t.replaceNodes(count);
  if (!session.apply(label, replacementOperations(graph, plan))) return false;
  const title = catalog.find(type)?.summary.title ?? type;
  ui.notify(t.replacedBy(count === 1 ? t.replaced : t.replacedNodes(count), title));
  return true;
}
