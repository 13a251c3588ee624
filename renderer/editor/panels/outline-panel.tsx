import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  memo,
  useCallback,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
} from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { runKeyCommand } from '#renderer/commands/index.ts';
import { EmptyState, TextField, useSearch } from '#renderer/ui/index.ts';
import { runOrder } from '../model/run-order.ts';
import { TypeIcon } from '#renderer/fields/type-icon.tsx';
import { words } from '#renderer/words/index.ts';
import { useCatalogRevision, useBlockReason } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { equalNames } from '../session/equal-names.ts';
import { OutlineItems } from './outline-items.tsx';
import css from './outline-panel.module.css';
import panel from './panel-list.module.css';

const t = words.editorPanels.outlinePanel;

/** Pixels of a row, and how many rows beyond the view are there. */
const ROW = 28;
const OVERSCAN = 8;

const never = (): (() => void) => () => undefined;

const NO_MARKS: ReadonlyMap<string, string> = new Map();

/** The graph as a list, in the order it runs. Everything can be done here by keyboard: arrows choose, commands do the rest. */
export const OutlinePanel = memo(Outline, (_before, after) => !after.isVisible);

interface OutlinePanelProps {
  session: EditorSession;
  /** While it is not, it keeps its place and its search and follows no edits. */
  isVisible: boolean;
}

/** What a node is found by. @param _revision of the catalog, which has the titles of types. */
const titlesOf =
  (session: EditorSession, types: ReadonlyMap<string, string>, _revision: number) =>
  (id: string): string =>
    `${session.titleOf(id)} ${types.get(id)}`;

/** The nodes that the search leaves, in the order in which they run. */
function useOutlineNodes(session: EditorSession, query: string, isVisible: boolean) {
  const catalog = useCatalogRevision(session);
  const follow = useCallback((listener: () => void) => session.store.subscribe(listener), [session]);
  const subscribe = isVisible ? follow : never;
  const graph = useSyncExternalStore(subscribe, () => session.store.getGraph());
  const selected = useSyncExternalStore(subscribe, () => session.store.selectedNodes);
  const marks = isVisible ? equalNames(session) : NO_MARKS;
  const order = runOrder(session.store);
  // Titles are those of the graph and of its types: they are read anew when one of both is another, not with each key.
  const textOf = useMemo(
    () => titlesOf(session, new Map(graph.nodes.map(({ id, type }) => [id, type])), catalog),
    [session, graph, catalog],
  );
  const ids = useSearch(order, query, textOf);
  return { ids, selected, marks, isEmpty: graph.nodes.length === 0 };
}

function Outline({ session, isVisible }: OutlinePanelProps): ReactElement {
  const [query, setQuery] = useState('');
  const scroll = useRef<HTMLDivElement>(null);
  const { ids, selected, marks, isEmpty } = useOutlineNodes(session, query, isVisible);
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    getItemKey: (index) => ids[index] ?? index,
    overscan: OVERSCAN,
  });
  const active = selected.size === 0 ? -1 : ids.findIndex((id) => selected.has(id));
  const select = (index: number): void => {
    const id = ids[Math.max(0, Math.min(index, ids.length - 1))];
    if (id === undefined) return;
    session.focusNode(id);
    rows.scrollToIndex(ids.indexOf(id));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: ids.length - 1 }[
      pressedKey(event)
    ];
    if (next === undefined) {
      if (active >= 0) runKeyCommand('outline', event.nativeEvent);
      return;
    }
    select(next);
    event.preventDefault();
  };
  return (
    <div className={panel['panel']}>
      <div className={panel['search']}>
        <TextField
          label={t.searchOutline}
          hideLabel
          size="small"
          placeholder={t.searchOutline}
          value={query}
          onValueChange={setQuery}
          onKeyDown={(event) => {
            if (pressedKey(event) === 'Enter' && query !== '' && ids.length > 0) select(0);
          }}
        />
      </div>
      <OutlineItems session={session} query={query} isVisible={isVisible} />
      {isEmpty ? (
        <EmptyState compact title={t.noYet} text={t.addFromPalettePress} />
      ) : (
        <div
          ref={scroll}
          className={panel['scroll']}
          role="listbox"
          data-key-scope="outline"
          aria-label={t.nodesOrderTheyRun}
          aria-multiselectable
          aria-activedescendant={active >= 0 ? `outline-${ids[active]}` : undefined}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onFocus={() => {
            if (active < 0 && ids[0] !== undefined) session.store.select([ids[0]]);
          }}
        >
          <div style={{ height: rows.getTotalSize(), position: 'relative' }} role="presentation">
            <Rows
              session={session}
              items={rows.getVirtualItems()}
              ids={ids}
              selected={selected}
              marks={marks}
            />
          </div>
        </div>
      )}
    </div>
  );
}

/** The rows near the view. */
const Rows = ({
  session,
  items,
  ids,
  selected,
  marks,
}: {
  session: EditorSession;
  items: readonly VirtualItem[];
  ids: readonly string[];
  selected: ReadonlySet<string>;
  marks: ReadonlyMap<string, string>;
}): ReactElement => (
  <>
    {items.map(({ index, start }) => {
      const id = ids[index];
      return id === undefined ? null : (
        <Row
          key={id}
          session={session}
          nodeId={id}
          isSelected={selected.has(id)}
          mark={marks.get(id)}
          top={start}
          index={index + 1}
          count={ids.length}
        />
      );
    })}
  </>
);

/** One node: its title, and where its wires come from. */
function Row({
  session,
  nodeId,
  isSelected,
  mark,
  top,
  index: position,
  count,
}: {
  session: EditorSession;
  nodeId: string;
  isSelected: boolean;
  /** Which of several of one name it is. */
  mark: string | undefined;
  top: number;
  /** Which row it is, from 1, of how many: only those near the view are there. */
  index: number;
  count: number;
}): ReactElement | null {
  const node = session.store.getNode(nodeId);
  const blockReason = useBlockReason(session, nodeId);
  const states = useSyncExternalStore(session.states.subscribe, () => session.states.marksOf(nodeId));
  if (!node) return null;
  const type = session.catalog.find(node.type)?.summary;
  const typeName = type?.title ?? t.unknownType;

  const sources = session.store
    .wiresOf(nodeId)
    .filter((wire) => wire.to[0] === nodeId)
    .map((wire) => session.titleOf(wire.from[0]));
  const pointer: HTMLAttributes<HTMLDivElement> = {
    onClick: (event) =>
      event.shiftKey || event.ctrlKey || event.metaKey
        ? session.store.toggle(nodeId)
        : session.focusNode(nodeId),
    onDoubleClick: () => session.ui.requestInspector(),
  };
  return (
    <div
      id={`outline-${nodeId}`}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-posinset={position}
      aria-setsize={count}
      className={css['outlineRow']}
      style={{ transform: `translateY(${top}px)` }}
      {...pointer}
    >
      <TypeIcon name={type?.icon} size={16} />
      <span className={css['outlineText']}>
        <span dir="auto">{session.titleOf(nodeId)}</span>
        <small data-obstacle={blockReason !== null || undefined} title={blockReason ?? undefined}>
          {states.length === 0 ? '' : `${states.join(', ')} · `}
          {mark === undefined ? '' : `${mark} · `}
          {blockReason ?? (sources.length === 0 ? typeName : t.from([...new Set(sources)].join(', ')))}
        </small>
      </span>
    </div>
  );
}
