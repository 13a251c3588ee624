import type { GraphNode, PinRef } from '#shared/graph/types.ts';
import type { NodeTypeEntry } from '../../model/catalog.ts';
import { firstFit } from '../../model/editing.ts';
import type { EditorSession } from '../../session/editor-session.ts';

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s/_-]+/)
    .filter(Boolean);

/**
 * How well a node type answers a search: every word must begin a word of it, or stand inside its title. Lower is
 * better; null is no match.
 */
export function rankType(entry: NodeTypeEntry, query: string): number | null {
  const { title, type, category, tags, description } = entry.summary;
  const wanted = wordsOf(query);
  if (wanted.length === 0) return 50;
  const lower = title.toLowerCase();
  const inTitle = wordsOf(title);
  const others = [...wordsOf(type), ...(tags ?? []).flatMap(wordsOf), ...wordsOf(category ?? '')];
  const described = wordsOf(description ?? '');
  let rank = 0;
  for (const word of wanted) {
    if (inTitle.some((part) => part.startsWith(word))) rank += 1;
    else if (lower.includes(word)) rank += 3;
    else if (others.some((part) => part.startsWith(word))) rank += 5;
    else if (described.some((part) => part.startsWith(word))) rank += 9;
    else return null;
  }
  return lower.startsWith(wanted.join(' ')) ? rank - 1 : rank;
}

/**
 * Node types for a search, best first; with `wireTo` only those with a pin that fits.
 * @param behind of those that match alike, what fits an output of this node comes first.
 */
export function findTypes(
  session: EditorSession,
  query: string,
  wireTo: { side: 'output' | 'input'; pin: PinRef } | null,
  behind?: string,
): NodeTypeEntry[] {
  const sourceType = behind === undefined ? undefined : session.store.getNode(behind)?.type;
  const otherType = wireTo ? (session.store.getNode(wireTo.pin[0])?.type ?? '') : '';
  return session.catalog
    .all()
    .flatMap((entry) => {
      const rank = rankType(entry, query);
      if (rank === null) return [];
      if (wireTo) {
        const fit =
          wireTo.side === 'output'
            ? firstFit(session.catalog, { type: otherType, pin: wireTo.pin[1] }, { type: entry.summary.type })
            : firstFit(
                session.catalog,
                { type: entry.summary.type },
                { type: otherType, pin: wireTo.pin[1] },
              );
        if (!fit) return [];
      }
      const { type } = entry.summary;
      const isFitting = sourceType !== undefined && firstFit(session.catalog, { type: sourceType }, { type });
      return [{ entry, rank, misfit: isFitting ? 0 : 1 }];
    })
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        a.misfit - b.misfit ||
        (a.entry.summary.category ?? '').localeCompare(b.entry.summary.category ?? '') ||
        a.entry.summary.title.localeCompare(b.entry.summary.title),
    )
    .map(({ entry }) => entry);
}

/** Nodes are never changed in place: their text is made once, so that a key does not read the whole project again. */
const heldTexts = new WeakMap<GraphNode, string>();
function heldText(node: GraphNode): string {
  let text = heldTexts.get(node);
  if (text === undefined) {
    text = `${node.id} ${JSON.stringify(node.inputs ?? {})}`.toLowerCase();
    heldTexts.set(node, text);
  }
  return text;
}

/**
 * How well a node's own words answer a search, lower is better: its title from the start, a word of its title, its
 * title anywhere, then its type, id or values; null is no match.
 */
export function rankNode(node: GraphNode, title: string, query: string): number | null {
  const wanted = query.trim().toLowerCase();
  const lower = title.toLowerCase();
  if (wanted === '') return null;
  if (lower.startsWith(wanted)) return 0;
  if (wordsOf(title).some((word) => word.startsWith(wanted))) return 1;
  if (lower.includes(wanted)) return 2;
  if (node.type.toLowerCase().includes(wanted)) return 3;
  return heldText(node).includes(wanted) ? 4 : null;
}

/** Nodes of the document for a search, best first; equal ones as they stand in the document. */
export const findNodes = (session: EditorSession, query: string): GraphNode[] =>
  session.store
    .getGraph()
    .nodes.flatMap((node) => {
      const rank = rankNode(node, session.titleOf(node.id), query);
      return rank === null ? [] : [{ node, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ node }) => node);
