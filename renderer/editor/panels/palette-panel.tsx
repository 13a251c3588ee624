import { Search } from 'lucide-react';
import {
  memo,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
} from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { commandMenu } from '#renderer/commands/index.ts';
import { ContextMenu, ErrorState, Skeleton, TextField } from '#renderer/ui/index.ts';
import { describeProblem, useMediaUrl } from '#renderer/desk/index.ts';
import { DRAG_NODE_TYPE } from '../canvas/input/drops.ts';
import { rankTypes } from '../canvas/overlays/node-search.ts';
import { categoryName, type NodeTypeEntry } from '../model/catalog.ts';
import { TypeIcon } from '#renderer/fields/type-icon.tsx';
import { compareNames, words } from '#renderer/words/index.ts';
import { kindOf, kindToken, type NodeKind } from '../scene/node-kind.ts';
import { useCatalogRevision } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { useSnippets } from '../canvas/overlays/snippets-dialog.tsx';
import { PaletteGroups } from './palette-groups.tsx';
import { PaletteSnippets } from './palette-snippets.tsx';
import css from './palette-panel.module.css';
import panel from './panel-list.module.css';

const t = words.editorPanels.palettePanel;

/** Headings are walked past, but for folded ones, whose types are not there. */
const isWalked = (row: HTMLElement): boolean =>
  row.dataset['paletteRow'] !== 'heading' || row.getAttribute('aria-expanded') === 'false';

/**
 * The arrow keys lead from the search into the types, through them and back, Home and End to the first and last, and the left
 * arrow to the heading of a type.
 */
function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('input,[data-palette-row]')];
  const index = rows.findIndex((row) => row === document.activeElement);
  if (index < 0) return;
  const targets: Record<string, () => HTMLElement | null | undefined> = {
    ArrowDown: () => rows.slice(index + 1).find(isWalked),
    ArrowUp: () => rows.slice(0, index).findLast(isWalked),
  };
  // In the search they move the cursor.
  if (index > 0) {
    targets['Home'] = () => rows.slice(1).find(isWalked);
    targets['End'] = () => rows.findLast(isWalked);
    targets['ArrowLeft'] = () =>
      rows[index]?.closest('section')?.querySelector<HTMLElement>('[data-palette-row="heading"]');
  }
  const next = targets[pressedKey(event)]?.();
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Tab leads to one of all rows: the one that had the focus last, else the first. */
function useSingleTabStop() {
  const list = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement | null>(null);
  const apply = (): void => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-palette-row]') ?? [])];
    const stop = rows.find((row) => row === last.current) ?? rows[0];
    for (const row of rows) row.tabIndex = row === stop ? 0 : -1;
  };
  // After each rendering: what is searched, folded and saved changes the rows.
  useLayoutEffect(apply);
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || !target.matches('[data-palette-row]')) return;
    last.current = target;
    apply();
  };
  return { ref: list, onFocus };
}

/** All node types by category: search, then drag one to the canvas, or press it to add it in view. */
export function PalettePanel({ session }: { session: EditorSession }): ReactElement {
  const [query, setQuery] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const revision = useCatalogRevision(session);
  const snippets = useSnippets(session);
  const singleTabStop = useSingleTabStop();
  const groups = useMemo(() => ({ revision, list: groupsOf(session, query) }), [session, query, revision]);
  const add = (type: string): void => {
    if (session.addNodeInView(type) !== null) session.ui.notify(t.addedCanvas);
  };
  const { loaded, error } = session.catalog;
  return (
    <div className={panel['panel']} {...{ onKeyDown: walkRows }}>
      <div className={panel['search']}>
        <TextField
          label={t.searchNodes}
          hideLabel
          size="small"
          placeholder={t.searchNodes}
          icon={<Search size={14} aria-hidden />}
          value={query}
          onValueChange={setQuery}
          onKeyDown={(event) => {
            const first = groups.list[0]?.entries[0];
            if (pressedKey(event) === 'Enter' && first && query !== '') add(first.summary.type);
          }}
        />
      </div>
      <div className={panel['scroll']} {...singleTabStop}>
        <PaletteGroups session={session} query={query} />
        <PaletteSnippets session={session} snippets={snippets} query={query} />
        {!loaded && error ? (
          <ErrorState
            compact
            title={t.nodeTypesCouldNot}
            text={describeProblem(error)}
            onRetry={() => void session.catalog.loadAll()}
          />
        ) : !loaded ? (
          <div className={panel['skeletons']} aria-busy>
            {Array.from({ length: 9 }, (_, index) => (
              <Skeleton key={index} height={32} radius={6} />
            ))}
          </div>
        ) : groups.list.length === 0 ? (
          <p className={css['none']}>{t.noTypeMatches(query)}</p>
        ) : (
          groups.list.map(({ category, entries }) => (
            <Category
              key={category}
              session={session}
              category={category}
              entries={entries}
              open={query !== '' || !closed.has(category)}
              onToggle={() => {
                const next = new Set(closed);
                if (!next.delete(category)) next.add(category);
                setClosed(next);
              }}
              onAdd={add}
            />
          ))
        )}
      </div>
    </div>
  );
}

/** What matches the search by category, the best match and its category first. */
function groupsOf(session: EditorSession, query: string): { category: string; entries: NodeTypeEntry[] }[] {
  const ranked = rankTypes(session.catalog.all(), query);
  ranked.sort((a, b) => a.rank - b.rank || compareNames(a.entry.summary.title, b.entry.summary.title));
  const byCategory = Map.groupBy(ranked, ({ entry }) => entry.summary.category ?? t.remaining);
  const best = (category: string): number => byCategory.get(category)?.[0]?.rank ?? 99;
  return [...byCategory.keys()]
    .sort((a, b) => best(a) - best(b) || compareNames(categoryName(a), categoryName(b)))
    .map((category) => ({
      category,
      entries: (byCategory.get(category) ?? []).map(({ entry }) => entry),
    }));
}

function Category({
  session,
  category,
  entries,
  open,
  onToggle,
  onAdd,
}: {
  session: EditorSession;
  category: string;
  entries: readonly NodeTypeEntry[];
  open: boolean;
  onToggle: () => void;
  onAdd: (type: string) => void;
}): ReactElement {
  return (
    <section aria-label={categoryName(category)}>
      <button
        type="button"
        className={css['category']}
        data-palette-row="heading"
        aria-expanded={open}
        onClick={onToggle}
      >
        {categoryName(category)}
        <small>{entries.length}</small>
      </button>
      {open ? (
        <ul>
          {entries.map((entry) => (
            <TypeRow key={entry.summary.type} session={session} entry={entry} onAdd={onAdd} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** Kinds whose pictures tell one type from another; drawings of other nodes are smudges at this size. */
const VISIBLE_KINDS: ReadonlySet<NodeKind> = new Set(['image', 'video']);

const TypeRow = memo(function TypeRow({
  session,
  entry,
  onAdd,
}: {
  session: EditorSession;
  entry: NodeTypeEntry;
  onAdd: (type: string) => void;
}): ReactElement {
  const { summary } = entry;
  const kind = kindOf(summary.type, []);
  const media = useMediaUrl(
    session.ports.connectionId,
    summary.thumbnailUrl && VISIBLE_KINDS.has(kind)
      ? { kind: 'node-type-thumbnail', nodeType: summary.type }
      : null,
    'thumbnail',
  );
  const [picture, setPicture] = useState<'coming' | 'here' | 'broken'>('coming');
  return (
    <li>
      <ContextMenu
        entries={() => commandMenu('node-type', { scope: 'palette', call: { nodeType: summary.type } })}
      >
        <button
          type="button"
          className={css['type']}
          draggable
          title={summary.description ?? undefined}
          onDragStart={(event) => {
            event.dataTransfer.setData(DRAG_NODE_TYPE, summary.type);
            event.dataTransfer.effectAllowed = 'copy';
            session.ui.set({ draggedType: summary.type });
          }}
          onDragEnd={() => session.ui.set({ draggedType: null })}
          data-palette-row
          data-node-type={summary.type}
          onClick={(event) => {
            // The second press of a double-click adds no second one.
            if (event.detail < 2) onAdd(summary.type);
          }}
        >
          <span className={css['thumb']} style={{ color: `var(${kindToken(kind)})` }}>
            {media && picture !== 'broken' ? (
              <img
                src={media.url}
                alt=""
                loading="lazy"
                draggable={false}
                onLoad={() => setPicture('here')}
                onError={() => setPicture('broken')}
              />
            ) : null}
            {media && picture === 'here' ? null : <TypeIcon name={summary.icon} size={16} />}
          </span>
          <span className={css['typeName']}>{summary.title}</span>
        </button>
      </ContextMenu>
    </li>
  );
});
