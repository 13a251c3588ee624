import { useState, useSyncExternalStore, type HTMLAttributes, type ReactElement } from 'react';
import type { Snippet } from '#shared/desk/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { searchTexts, textMatcher } from '#shared/search/index.ts';
import { isInOtherWindow } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useCatalogRevision, useUi } from '../../session/editor-context.ts';
import { categoryName, type NodeTypeEntry } from '../../model/catalog.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import type { QuickAdd } from '../../session/editor-ui.ts';
import { insertNodeOnWire } from '../../session/insert-node.ts';
import { addNodeBehind, addNodeAt } from '../../session/place-node.ts';
import { NodeOption } from './node-option.tsx';
import { NodeSearchField } from './node-search-field.tsx';
import { findTypes, type FoundType } from './node-search.ts';
import type { GroupOrigin } from '../../session/session-library.ts';
import { useOrigins } from './group-library-dialog.tsx';
import { useSnippets } from './snippets-dialog.tsx';
import { useActiveInView } from './use-active-in-view.ts';
import css from './quick-add.module.css';

const t = words.editorCanvas.quickAdd;

const WIDTH = 320;
const HEIGHT = 380;
/** Rows shown; the search narrows what is further down. */
const MAX_RESULTS = 60;

/** The picker for new nodes at the pointer: type, arrows, Enter. */
export function QuickAddView({ session }: { session: EditorSession }): ReactElement | null {
  const request = useUi(session, (ui) => ui.quickAdd);
  return request ? (
    <Picker key={`${request.at.x} ${request.at.y}`} session={session} request={request} />
  ) : null;
}

function Picker({ session, request }: { session: EditorSession; request: QuickAdd }): ReactElement {
  const live = useLiveRequest(session, request);
  const [query, setQuery] = useState(request.query ?? '');
  const [active, setActive] = useState(0);
  useCatalogRevision(session);
  const list = useActiveInView(active);
  const rows = rowsOf(session, query, live, { snippets: useSnippets(session), origins: useOrigins(session) });
  const close = (): void => {
    session.ui.set({ quickAdd: null });
    document.querySelector<HTMLElement>('[data-editor-stage]')?.focus();
  };
  const select = (row: Row): void => {
    if (row.kind === 'type') addRequested(session, row.found.entry.summary.type, live);
    close();
    if (row.kind === 'snippet') session.snippets.insert(row.snippet);
    if (row.kind === 'group') void session.library.insert(row.origin, live.at);
  };
  // Those that cannot take the wire stand last, and the keys do not lead to them.
  const count = rows.filter((row) => row.kind !== 'type' || row.found.mismatch === null).length;
  const current = rows[Math.min(active, count - 1)];
  const frame: HTMLAttributes<HTMLDivElement> & { 'data-canvas-control': boolean } = {
    role: 'dialog',
    'aria-label': t.addNode,
    'data-canvas-control': true,
    onBlur: (event) => {
      if (!event.currentTarget.contains(event.relatedTarget) && !isInOtherWindow(event))
        session.ui.set({ quickAdd: null });
    },
    onKeyDown: (event) => {
      event.stopPropagation();
      if (pressedKey(event) === 'Escape') close();
      else if (pressedKey(event) === 'ArrowDown' || (pressedKey(event) === 'Tab' && !event.shiftKey)) {
        event.preventDefault();
        setActive((index) => Math.max(0, Math.min(index + 1, count - 1)));
      } else if (pressedKey(event) === 'ArrowUp' || pressedKey(event) === 'Tab') {
        event.preventDefault();
        setActive((index) => Math.max(index - 1, 0));
      } else if (pressedKey(event) === 'Enter' && current) {
        event.preventDefault();
        select(current);
      }
    },
  };
  return (
    <div
      className={css['picker']}
      style={{ ...cornerOf(session, request), width: WIDTH, maxHeight: HEIGHT }}
      {...frame}
    >
      <NodeSearchField
        label={t.searchNodes}
        placeholder={isWired(live) ? t.searchFits : t.searchNodes}
        query={query}
        isOpen
        listId="quick-add-list"
        activeId={current?.id}
        onQuery={(next) => {
          setQuery(next);
          setActive(0);
        }}
      />
      {rows.length === 0 ? (
        <p className={css['none']}>{session.catalog.loaded ? t.noTypeMatches : t.readingNodeTypes}</p>
      ) : (
        <div ref={list} id="quick-add-list" role="listbox" aria-label={t.nodeTypes} className={css['list']}>
          {rows.map((row, index) => (
            <RowOption
              key={row.id}
              row={row}
              isActive={index === active}
              onPoint={() => setActive(index)}
              onSelect={() => select(row)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** One row of the list. */
type Row = { id: string } & (
  | { kind: 'type'; found: FoundType }
  | { kind: 'snippet'; snippet: Snippet }
  | { kind: 'group'; origin: GroupOrigin }
);

/** Snippets and groups, of each. */
const MAX_SAVED = 8;

/** The new node is to take a wire, or to go into one. */
const isWired = ({ wireTo, target: targetWire }: QuickAdd): boolean =>
  wireTo !== null || targetWire !== undefined;

/** Whether a type is called what was typed, and not only like it. */
const hasWords = ({ summary: { title, type } }: NodeTypeEntry, query: string): boolean =>
  textMatcher(query)(`${title} ${type}`);

/** Node types for a search, and snippets and groups whose name has what is typed: after the types, unless these are only like it. */
function rowsOf(
  session: EditorSession,
  query: string,
  request: QuickAdd,
  all: { snippets: readonly Snippet[]; origins: readonly GroupOrigin[] },
): Row[] {
  const targetWire = request.target === undefined ? undefined : session.store.getWire(request.target);
  const types = findTypes(session, query, request.wireTo, request.behind, targetWire)
    .slice(0, MAX_RESULTS)
    .map((found): Row => ({ id: `quick-add-${found.entry.summary.type}`, kind: 'type', found }));
  if (query.trim() === '' || isWired(request)) return types;
  const saved = [
    ...searchTexts(all.snippets, query, ({ name }) => name)
      .slice(0, MAX_SAVED)
      .map((snippet): Row => ({ id: `quick-add-snippet-${snippet.id}`, kind: 'snippet', snippet })),
    ...searchTexts(all.origins, query, ({ name }) => name)
      .slice(0, MAX_SAVED)
      .map((origin): Row => ({ id: `quick-add-group-${origin.id}`, kind: 'group', origin })),
  ];
  const isExactMatch = types.some((row) => row.kind === 'type' && hasWords(row.found.entry, query));
  return isExactMatch ? [...types, ...saved] : [...saved, ...types];
}

interface RowOptionProps {
  isActive: boolean;
  onPoint: () => void;
  onSelect: () => void;
}

function RowOption({ row, ...props }: RowOptionProps & { row: Row }): ReactElement {
  if (row.kind === 'type') return <TypeOption found={row.found} {...props} />;
  const { isActive, onPoint, onSelect } = props;
  return (
    <NodeOption
      id={row.id}
      isActive={isActive}
      icon={null}
      name={row.kind === 'snippet' ? row.snippet.name : row.origin.name}
      category={row.kind === 'snippet' ? t.snippet : words.groups.group}
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onSelect={onSelect}
    />
  );
}

/** One type; one that cannot take the wire says why. */
function TypeOption({
  found: { entry, mismatch },
  isActive,
  onPoint,
  onSelect,
}: RowOptionProps & { found: FoundType }): ReactElement {
  const { type, icon, title, category } = entry.summary;
  return (
    <NodeOption
      id={`quick-add-${type}`}
      isActive={mismatch === null && isActive}
      isDisabled={mismatch !== null}
      icon={icon}
      name={title}
      category={mismatch ?? categoryName(category ?? '')}
      onPointerMove={() => mismatch === null && onPoint()}
      onPointerDown={(event) => event.preventDefault()}
      onSelect={onSelect}
    />
  );
}

function addRequested(
  session: EditorSession,
  type: string,
  { at, wireTo, behind, target: targetWire }: QuickAdd,
): void {
  if (targetWire !== undefined) insertNodeOnWire(session, type, targetWire, at);
  else if (behind !== undefined && session.store.getNode(behind)) addNodeBehind(session, type, behind);
  else addNodeAt(session, type, at, { wireTo });
}

/** What is asked for, without the wire when somebody else has deleted it or the node it comes from. */
function useLiveRequest(session: EditorSession, request: QuickAdd): QuickAdd {
  const { wireTo, target: targetWire, ...options } = request;
  const { store } = session;
  const isLive = useSyncExternalStore(
    (listener) => store.subscribe(listener),
    () =>
      (wireTo === null || store.getNode(wireTo.pin[0]) !== undefined) &&
      (targetWire === undefined || store.getWire(targetWire) !== undefined),
  );
  return isLive ? request : { ...options, wireTo: null };
}

/** Where the picker stands: at the pointer, and whole within the canvas. */
function cornerOf({ view }: EditorSession, { client }: QuickAdd): { left: number; top: number } {
  const { x, y, zoom } = view.view;
  const origin = view.toClient({ x: -x / zoom, y: -y / zoom });
  return {
    left: Math.max(8, Math.min(client.x - origin.x, view.size.width - WIDTH - 8)),
    top: Math.max(8, Math.min(client.y - origin.y, view.size.height - HEIGHT - 8)),
  };
}
