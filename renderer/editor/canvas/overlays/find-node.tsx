import { useEffect, useRef, useState, type HTMLAttributes, type ReactElement } from 'react';
import { TypeIcon } from '../../node/type-icon.tsx';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { findNodes } from './node-search.ts';
import css from './quick-add.module.css';
import own from './find-node.module.css';

/** Search over the nodes of the document; the view flies to the one that is marked. */
export function FindNode({ session }: { session: EditorSession }): ReactElement | null {
  return useUi(session, (ui) => ui.finding) ? <Finder session={session} /> : null;
}

function Finder({ session }: { session: EditorSession }): ReactElement {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const text = query.trim().toLowerCase();
  const found = findNodes(session, query).slice(0, 50);
  const go = (index: number): void => {
    const node = found[index];
    if (!node) return;
    setActive(index);
    session.focusNode(node.id);
  };
  const close = (): void => {
    session.ui.set({ finding: false });
    document.querySelector<HTMLElement>('[data-editor-stage]')?.focus();
  };
  const frame: HTMLAttributes<HTMLDivElement> & { 'data-canvas-control': boolean } = {
    role: 'dialog',
    'aria-label': 'Find a node',
    'data-canvas-control': true,
    onKeyDown: (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') close();
      if (event.key === 'ArrowDown') go(Math.min(active + 1, found.length - 1));
      if (event.key === 'ArrowUp') go(Math.max(active - 1, 0));
      if (event.key === 'Enter') {
        go(active);
        close();
      }
    },
  };
  return (
    <div className={`${css['picker']} ${own['find']}`} {...frame}>
      <input
        ref={field}
        className={css['field']}
        value={query}
        placeholder="Find a node by title, type or value"
        aria-label="Find a node by title, type or value"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="find-node-list"
        aria-activedescendant={found[active] ? `find-node-${found[active].id}` : undefined}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
        }}
      />
      {text === '' ? null : found.length === 0 ? (
        <p className={css['none']}>No node of this project matches.</p>
      ) : (
        <div
          ref={list}
          id="find-node-list"
          className={css['list']}
          style={{ maxHeight: 260 }}
          role="listbox"
          aria-label="Nodes found"
        >
          {found.map((node, index) => (
            <div
              key={node.id}
              id={`find-node-${node.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              data-active={index === active || undefined}
              className={css['option']}
              {...{ onClick: () => go(index) }}
            >
              <TypeIcon name={session.catalog.find(node.type)?.summary.icon} size={16} />
              <span className={css['name']}>{session.titleOf(node.id)}</span>
              <span className={css['category']}>{node.type}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
