import { useMemo, useState, useSyncExternalStore, type KeyboardEvent, type ReactElement } from 'react';
import type { Replacement } from '#shared/graph/replace-type.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { Dialog } from '#renderer/ui/index.ts';
import { compareNames, quote, words } from '#renderer/words/index.ts';
import { shortJson, shortText } from '../../node/value-text.ts';
import { useCatalogRevision, useFileNames, useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import {
  removalLabel,
  replaceCandidates,
  replaceNodes,
  type ReplaceCandidate,
} from '../../session/replacing.ts';
import { NodeOption } from './node-option.tsx';
import { NodeSearchField } from './node-search-field.tsx';
import { rankTypes } from './node-search.ts';
import { useActiveInView } from './use-active-in-view.ts';
import css from './replace-picker.module.css';

const t = words.editorCanvas.replacePicker;

/** Rows shown; the search narrows what is further down. */
const MAX_RESULTS = 60;
/** Lines of what falls away; the rest is counted. */
const MAX_LINES = 4;
const VALUE_LETTERS = 40;

/** Other types for nodes, each with what would fall away. */
export function ReplacePicker({ session }: { session: EditorSession }): ReactElement | null {
  const nodeIds = useUi(session, (ui) => ui.replaceIds);
  return nodeIds && <Picker session={session} nodeIds={nodeIds} />;
}

function Picker({
  session,
  nodeIds,
}: {
  session: EditorSession;
  nodeIds: ReadonlySet<string>;
}): ReactElement {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const candidates = useCandidates(session, nodeIds);
  const found = useMemo(() => {
    const kinds = new Set(
      Array.from(nodeIds, (id) => {
        const type = session.store.getNode(id)?.type ?? '';
        return session.catalog.find(type)?.summary.category ?? '';
      }),
    );
    return sorted(candidates, query, kinds).slice(0, MAX_RESULTS);
  }, [session, nodeIds, candidates, query]);
  const current = found[Math.min(active, found.length - 1)];
  const list = useActiveInView(active);
  const close = (): void => session.ui.set({ replaceIds: null });
  const select = (candidate: ReplaceCandidate | undefined): void => {
    if (candidate && replaceNodes(session, nodeIds, candidate.entry.summary.type)) close();
  };
  return (
    <Dialog open onClose={close} title={t.replaceWith(titleOfAll(session, nodeIds))} width={520}>
      <div
        className={css['picker']}
        {...{
          onKeyDown: (event: KeyboardEvent) => {
            if (pressedKey(event) === 'ArrowDown')
              setActive((at) => Math.max(0, Math.min(at + 1, found.length - 1)));
            else if (pressedKey(event) === 'ArrowUp') setActive((at) => Math.max(at - 1, 0));
            else if (pressedKey(event) === 'Enter') select(current);
            else return;
            event.preventDefault();
          },
        }}
      >
        <NodeSearchField
          label={t.searchNodeTypes}
          query={query}
          isOpen={found.length > 0}
          listId="replace-list"
          activeId={current && `replace-${current.entry.summary.type}`}
          onQuery={(next) => {
            setQuery(next);
            setActive(0);
          }}
        />
        {found.length === 0 ? (
          <p className={css['none']}>{session.catalog.loaded ? t.noTypeMatches : t.readingNodeTypes}</p>
        ) : (
          <div ref={list} id="replace-list" role="listbox" aria-label={t.nodeTypes} className={css['list']}>
            {found.map((candidate, index) => (
              <NodeOption
                key={candidate.entry.summary.type}
                id={`replace-${candidate.entry.summary.type}`}
                isActive={candidate === current}
                icon={candidate.entry.summary.icon}
                name={candidate.entry.summary.title}
                category={outcomeOf(candidate)}
                onPointerMove={() => setActive(index)}
                onPointerDown={(event) => event.preventDefault()}
                onSelect={() => select(candidate)}
              />
            ))}
          </div>
        )}
        {current?.plan ? (
          <Losses session={session} title={current.entry.summary.title} plan={current.plan} />
        ) : null}
      </div>
    </Dialog>
  );
}

/** The title of a single node; of several, how many they are. */
function titleOfAll(session: EditorSession, nodeIds: ReadonlySet<string>): string {
  const [only] = nodeIds;
  return nodeIds.size === 1 && only !== undefined
    ? quote(session.titleOf(only))
    : words.counts.nodes(nodeIds.size);
}

/** Computed anew only when the document or the node types change. */
function useCandidates(session: EditorSession, nodeIds: ReadonlySet<string>): ReplaceCandidate[] {
  const graph = useSyncExternalStore(
    (listener) => session.store.subscribe(listener),
    () => session.store.getGraph(),
  );
  const revision = useCatalogRevision(session);
  const computed = useMemo(
    () => ({ graph, revision, list: replaceCandidates(session, nodeIds) }),
    [session, nodeIds, graph, revision],
  );
  return computed.list;
}

const outcomeOf = ({ plan }: ReplaceCandidate): string =>
  plan === null ? t.beingRead : (removalLabel(plan) ?? t.keepsEverything);

/** How much a plan saves and loses; the smaller the better. */
const weightOf = ({ plan }: ReplaceCandidate): number =>
  plan === null ? Number.POSITIVE_INFINITY : 2 * plan.droppedWires.length + plan.droppedValues.length;
const preservedCount = ({ plan }: ReplaceCandidate): number => {
  if (plan === null) return 0;
  const values = [...plan.nodes.values()].reduce(
    (sum, { inputs }) => sum + Object.keys(inputs ?? {}).length,
    0,
  );
  return 2 * plan.rewired.length + values;
};

/**
 * By how well they answer the search, then by what they keep.
 * @param kinds categories that the nodes have now: what is of another kind comes later.
 */
function sorted(
  candidates: readonly ReplaceCandidate[],
  query: string,
  kinds: ReadonlySet<string>,
): ReplaceCandidate[] {
  const kindRank = ({ entry }: ReplaceCandidate): number => (kinds.has(entry.summary.category ?? '') ? 0 : 1);
  const byType = new Map(candidates.map((candidate) => [candidate.entry.summary.type, candidate]));
  return rankTypes(
    candidates.map(({ entry }) => entry),
    query,
  )
    .flatMap(({ entry, rank }) => {
      const candidate = byType.get(entry.summary.type);
      return candidate
        ? [{ candidate, rank, weight: weightOf(candidate), preserved: preservedCount(candidate) }]
        : [];
    })
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        a.weight - b.weight ||
        kindRank(a.candidate) - kindRank(b.candidate) ||
        b.preserved - a.preserved ||
        compareNames(a.candidate.entry.summary.title, b.candidate.entry.summary.title),
    )
    .map(({ candidate }) => candidate);
}

/** What falls away with the marked type, each wire and value. */
function Losses({
  session,
  title,
  plan,
}: {
  session: EditorSession;
  title: string;
  plan: Replacement;
}): ReactElement {
  useFileNames(session);
  const lines = removalLines(session, plan);
  const rerouted = plan.rewired.filter(({ before, after }) => before !== after).length;
  return (
    <section className={css['losses']} aria-label={t.wiresValues(title)} aria-live="polite">
      {lines.length === 0 ? <p>{t.allWiresValues}</p> : <p>{t.theseFall(title)}</p>}
      {lines.length > 0 ? (
        <ul>
          {lines.slice(0, MAX_LINES).map((line, index) => (
            <li key={`${index} ${line}`}>{line}</li>
          ))}
          {lines.length > MAX_LINES ? <li>{t.andOverflow(lines.length - MAX_LINES)}</li> : null}
        </ul>
      ) : null}
      {rerouted > 0 ? <p>{t.rerouted(rerouted)}</p> : null}
    </section>
  );
}

function removalLines(session: EditorSession, { droppedWires, droppedValues }: Replacement): string[] {
  return [
    ...droppedWires.map(({ from, to }) => {
      const source = `${session.titleOf(from[0])} · ${session.pinLabel(from[0], from[1], 'output')}`;
      return t.wireFromTo(source, `${session.titleOf(to[0])} · ${session.pinLabel(to[0], to[1], 'input')}`);
    }),
    ...droppedValues.map(({ nodeId, input, value }) => {
      const raw: unknown = value.value;
      const text = typeof raw === 'string' ? raw : shortJson(raw);
      const displayText = value.type === 'file' ? session.fileName(text) : shortText(text, VALUE_LETTERS);
      return `${session.titleOf(nodeId)} · ${session.pinLabel(nodeId, input, 'input')}: ${displayText}`;
    }),
  ];
}
