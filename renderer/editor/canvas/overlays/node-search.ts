import { parsePinType } from '#shared/graph/pin-type.ts';
import type { GraphConnection, GraphNode, PinRef } from '#shared/graph/types.ts';
import { foldText, searchForgiving, textMatcher, Vocabulary, wordsOf } from '#shared/search/index.ts';
import { compareNames, words } from '#renderer/words/index.ts';
import type { NodeTypeEntry } from '../../model/catalog.ts';
import { firstFit } from '../../model/editing.ts';
import type { EditorSession } from '../../session/editor-session.ts';

const t = words.editorCanvas.nodeSearch;

/**
 * How well a node type answers a search: every word must begin a word of it, or stand inside its title. Lower is
 * better; null is no match.
 */
function rankType(entry: NodeTypeEntry, query: string): number | null {
  const { title, type, category, tags, description } = entry.summary;
  const queryWords = wordsOf(query);
  if (queryWords.length === 0) return 50;
  const folded = foldText(title);
  const inTitle = wordsOf(title);
  const secondary = [...wordsOf(type), ...(tags ?? []).flatMap(wordsOf), ...wordsOf(category ?? '')];
  const described = wordsOf(description ?? '');
  let rank = 0;
  for (const word of queryWords) {
    if (inTitle.some((candidate) => candidate.startsWith(word))) rank += 1;
    else if (folded.includes(word)) rank += 3;
    else if (secondary.some((candidate) => candidate.startsWith(word))) rank += 5;
    else if (described.some((candidate) => candidate.startsWith(word))) rank += 9;
    else return null;
  }
  const phrase = queryWords.join(' ');
  // A title that is just that is what is meant, before all that begin with it.
  if (inTitle.join(' ') === phrase) return rank - 2;
  return folded.startsWith(phrase) ? rank - 1 : rank;
}

/** What a type is called: typing errors are looked for in these words, not in descriptions. */
const namesOf = ({ summary }: NodeTypeEntry): string => [summary.title, ...(summary.tags ?? [])].join(' ');

/**
 * Node types that answer a search, with how well they do; lower is better. Where none does as it is written, those that
 * are near it.
 */
export const rankTypes = (
  entries: readonly NodeTypeEntry[],
  query: string,
): { entry: NodeTypeEntry; rank: number }[] =>
  searchForgiving(
    query,
    (typed) =>
      entries.flatMap((entry) => {
        const rank = rankType(entry, typed);
        return rank === null ? [] : [{ entry, rank }];
      }),
    new Vocabulary(() => entries.map(namesOf)),
  );

/** A type in the picker. */
export interface FoundType {
  entry: NodeTypeEntry;
  /** Why it cannot take the wire; null when it can. */
  mismatch: string | null;
}

/** How often each type stands in the document: what is used is wanted again. */
function usesOf({ store }: EditorSession): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { type } of store.getGraph().nodes) uses.set(type, (uses.get(type) ?? 0) + 1);
  return uses;
}

/** What a wire can go to or come from, in a few words: `takes image, number`. */
function mismatchOf(session: EditorSession, type: string, side: 'output' | 'input'): string {
  const pins = session.catalog.pinsOf(type);
  if (pins === undefined) return t.beingRead;
  const row = side === 'output' ? pins.inputs.filter(({ exposed }) => exposed !== false) : pins.outputs;
  const kinds = [...new Set(row.map((pin) => parsePinType(pin.type).base))];
  const verb = side === 'output' ? 'takes' : 'gives';
  return kinds.length === 0 ? t.none(verb) : `${verb} ${kinds.slice(0, 4).join(', ')}`;
}

/** Why a type cannot take a wire from a pin, or to one; null when it can. */
function mismatchAtEnd(
  session: EditorSession,
  type: string,
  { side, pin }: { side: 'output' | 'input'; pin: PinRef },
): string | null {
  const peer = { type: session.store.getNode(pin[0])?.type ?? '', pin: pin[1] };
  const fit =
    side === 'output' ? firstFit(session.catalog, peer, { type }) : firstFit(session.catalog, { type }, peer);
  return fit ? null : mismatchOf(session, type, side);
}

/** Why a type cannot go into a wire; null when it can. */
function mismatchInWire(session: EditorSession, type: string, { from, to }: GraphConnection): string | null {
  return (
    mismatchAtEnd(session, type, { side: 'output', pin: from }) ??
    mismatchAtEnd(session, type, { side: 'input', pin: to })
  );
}

/** What a graph begins with. */
const SOURCES = 'input';
/** What serves the order of a graph more than its pictures. */
const CONTROL = 'control';

/**
 * Where a category stands among types that are used alike: behind a wire what works on its kind of value comes first and
 * what needs no wire last; in free space what a graph begins with. Control is last.
 */
function categoryRank(category: string | null | undefined, wire: string | null): number {
  if (category === CONTROL) return 4;
  if (category === SOURCES) return wire === null ? 0 : 3;
  if (wire === null) return category === 'image' ? 1 : 2;
  return category === wire ? 0 : 2;
}

/** The kind of value that a new node would get; null where nothing leads to it. */
function valueFor(
  { catalog, store }: EditorSession,
  wireTo: { side: 'output' | 'input'; pin: PinRef } | null,
  sourceType: string | undefined,
  targetWire: GraphConnection | undefined,
): string | null {
  const pin = targetWire?.from ?? (wireTo?.side === 'output' ? wireTo.pin : undefined);
  const type = pin ? store.getNode(pin[0])?.type : sourceType;
  const outputs = type === undefined ? undefined : catalog.pinsOf(type)?.outputs;
  const output = pin ? outputs?.find(({ name }) => name === pin[1]) : outputs?.[0];
  return output === undefined ? null : parsePinType(output.type).base;
}

/**
 * Node types for a search, best first. With `wireTo` those with a pin that fits come first; of a search in words the
 * others follow with the reason.
 * @param targetWire those that fit into this wire come first.
 * @param behind of those that match alike, what fits an output of this node comes first, then what the project uses most,
 *   then what the person does.
 */
export function findTypes(
  session: EditorSession,
  query: string,
  wireTo: { side: 'output' | 'input'; pin: PinRef } | null,
  behind?: string,
  targetWire?: GraphConnection,
): FoundType[] {
  const sourceType = behind === undefined ? undefined : session.store.getNode(behind)?.type;
  const uses = usesOf(session);
  const value = valueFor(session, wireTo, sourceType, targetWire);
  return rankTypes(session.catalog.all(), query)
    .flatMap(({ entry, rank }) => {
      const { type } = entry.summary;
      const mismatch = targetWire
        ? mismatchInWire(session, type, targetWire)
        : wireTo && mismatchAtEnd(session, type, wireTo);
      if (mismatch !== null && query.trim() === '') return [];
      const isCompatible =
        sourceType !== undefined && firstFit(session.catalog, { type: sourceType }, { type });
      const categoryIndex = categoryRank(entry.summary.category, value);
      // A photo is used again and again, and nothing is wired to it.
      const isLowPriority = value !== null && categoryIndex > 2;
      return [
        {
          entry,
          rank,
          mismatch,
          order: (isCompatible ? 0 : 2) + Number(isLowPriority),
          categoryIndex,
          uses: uses.get(type) ?? 0,
        },
      ];
    })
    .sort(
      (a, b) =>
        Number(a.mismatch !== null) - Number(b.mismatch !== null) ||
        a.rank - b.rank ||
        a.order - b.order ||
        b.uses - a.uses ||
        session.typeUses.of(b.entry.summary.type) - session.typeUses.of(a.entry.summary.type) ||
        a.categoryIndex - b.categoryIndex ||
        compareNames(a.entry.summary.category ?? '', b.entry.summary.category ?? '') ||
        compareNames(a.entry.summary.title, b.entry.summary.title),
    )
    .map(({ entry, mismatch }) => ({ entry, mismatch }));
}

/** Nodes are never changed in place: their text is made once, so that a key does not read the whole project again. */
const textCache = new WeakMap<GraphNode, string>();
function searchText(node: GraphNode): string {
  let text = textCache.get(node);
  if (text === undefined) {
    text = foldText(`${node.id} ${JSON.stringify(node.inputs ?? {})}`);
    textCache.set(node, text);
  }
  return text;
}

/**
 * How well a node's own words answer a search, lower is better: its title from the start, a word of its title, its
 * title anywhere, then its type, id or values; null is no match.
 */
export function rankNode(node: GraphNode, title: string, query: string): number | null {
  const needle = foldText(query.trim());
  if (needle === '') return null;
  const folded = foldText(title);
  if (folded.startsWith(needle)) return 0;
  if (wordsOf(title).some((word) => word.startsWith(needle))) return 1;
  const isIn = textMatcher(query);
  if (isIn(title)) return 2;
  if (isIn(node.type)) return 3;
  return searchText(node).includes(needle) ? 4 : null;
}

/** Nodes of the document for a search, best first; equal ones as they stand in the document. Typing errors are forgiven in titles. */
export function findNodes(session: EditorSession, query: string): GraphNode[] {
  const { nodes } = session.store.getGraph();
  return searchForgiving(
    query,
    (typed) =>
      nodes
        .flatMap((node) => {
          const rank = rankNode(node, session.titleOf(node.id), typed);
          return rank === null ? [] : [{ node, rank }];
        })
        .sort((a, b) => a.rank - b.rank)
        .map(({ node }) => node),
    new Vocabulary(() => nodes.map(({ id }) => session.titleOf(id))),
  );
}
