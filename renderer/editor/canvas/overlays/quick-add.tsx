import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type HTMLAttributes,
  type ReactElement,
} from 'react';
import { TypeIcon } from '../../node/type-icon.tsx';
import { useCatalogRevision, useUi } from '../../session/editor-context.ts';
import { categoryName } from '../../model/catalog.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import type { QuickAdd } from '../../session/editor-ui.ts';
import { findTypes } from './node-search.ts';
import css from './quick-add.module.css';

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
  // Somebody else may delete the node that the wire comes from: the picker then adds without a wire.
  const hasEnd = useSyncExternalStore(
    (listener) => session.store.subscribe(listener),
    () => request.wireTo !== null && session.store.getNode(request.wireTo.pin[0]) !== undefined,
  );
  const wireTo = hasEnd ? request.wireTo : null;
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  useCatalogRevision(session);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = findTypes(session, query, wireTo).slice(0, MAX_RESULTS);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const close = (): void => {
    session.ui.set({ quickAdd: null });
    document.querySelector<HTMLElement>('[data-editor-stage]')?.focus();
  };
  const add = (type: string): void => {
    session.addNode(type, request.at, { wireTo });
    close();
  };
  const origin = session.view.toClient({
    x: -session.view.view.x / session.view.view.zoom,
    y: -session.view.view.y / session.view.view.zoom,
  });
  const left = Math.max(8, Math.min(request.client.x - origin.x, session.view.size.width - WIDTH - 8));
  const top = Math.max(8, Math.min(request.client.y - origin.y, session.view.size.height - HEIGHT - 8));
  const current = found[Math.min(active, found.length - 1)];
  const frame: HTMLAttributes<HTMLDivElement> & { 'data-canvas-control': boolean } = {
    role: 'dialog',
    'aria-label': 'Add a node',
    'data-canvas-control': true,
    onBlur: (event) => {
      if (!event.currentTarget.contains(event.relatedTarget)) session.ui.set({ quickAdd: null });
    },
    onKeyDown: (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') close();
      else if (event.key === 'ArrowDown' || (event.key === 'Tab' && !event.shiftKey)) {
        event.preventDefault();
        setActive((index) => Math.min(index + 1, found.length - 1));
      } else if (event.key === 'ArrowUp' || event.key === 'Tab') {
        event.preventDefault();
        setActive((index) => Math.max(index - 1, 0));
      } else if (event.key === 'Enter' && current) {
        event.preventDefault();
        add(current.summary.type);
      }
    },
  };
  return (
    <div className={css['picker']} style={{ left, top, width: WIDTH, maxHeight: HEIGHT }} {...frame}>
      <input
        ref={field}
        className={css['field']}
        value={query}
        placeholder={wireTo ? 'Search what fits' : 'Search nodes'}
        role="combobox"
        aria-expanded
        aria-controls="quick-add-list"
        aria-activedescendant={current ? `quick-add-${current.summary.type}` : undefined}
        aria-label="Search nodes"
        spellCheck={false}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
      />
      {found.length === 0 ? (
        <p className={css['none']}>
          {session.catalog.loaded ? 'No node type matches.' : 'Reading the node types…'}
        </p>
      ) : (
        <div ref={list} id="quick-add-list" role="listbox" aria-label="Node types" className={css['list']}>
          {found.map((entry, index) => (
            <div
              key={entry.summary.type}
              id={`quick-add-${entry.summary.type}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={css['option']}
              data-active={index === active || undefined}
              onPointerMove={() => setActive(index)}
              onPointerDown={(event) => event.preventDefault()}
              {...{ onClick: () => add(entry.summary.type) }}
            >
              <TypeIcon name={entry.summary.icon} size={16} />
              <span className={css['name']}>{entry.summary.title}</span>
              <span className={css['category']}>{categoryName(entry.summary.category ?? '')}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
