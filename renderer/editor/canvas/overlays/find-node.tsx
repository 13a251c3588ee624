import { Replace } from 'lucide-react';
import type { GraphNode } from '#shared/graph/types.ts';
import { useState, useSyncExternalStore, type HTMLAttributes, type ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { keysLabel } from '#renderer/commands/index.ts';
import { IconButton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { valueSummary } from '../../node/preview-source.ts';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { equalNames } from '../../session/equal-names.ts';
import { NodeOption } from './node-option.tsx';
import { NodeSearchField } from './node-search-field.tsx';
import { findNodes } from './node-search.ts';
import { ReplaceFound } from './replace-found.tsx';
import { useActiveInView } from './use-active-in-view.ts';
import css from './quick-add.module.css';
import own from './find-node.module.css';

const t = words.editorCanvas.findNode;

/** Search over the nodes of the document; the view flies to the one that is marked. */
export function FindNode({ session }: { session: EditorSession }): ReactElement | null {
  return useUi(session, (ui) => ui.issue) ? <Finder session={session} /> : null;
}

function Finder({ session }: { session: EditorSession }): ReactElement {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const replaces = useUi(session, (ui) => ui.findReplaces);
  const list = useActiveInView(active);
  const text = query.trim().toLowerCase();
  const all = useFoundNodes(session, query);
  const found = all.slice(0, 50);
  const go = (index: number): void => {
    const node = found[index];
    if (!node) return;
    setActive(index);
    session.focusNode(node.id);
  };
  const close = (): void => {
    session.ui.set({ issue: false, findReplaces: false });
    document.querySelector<HTMLElement>('[data-editor-stage]')?.focus();
  };
  const frame: HTMLAttributes<HTMLDivElement> & { 'data-canvas-control': boolean } = {
    role: 'dialog',
    'aria-label': t.findNode,
    'data-canvas-control': true,
    onKeyDown: (event) => {
      event.stopPropagation();
      if (pressedKey(event) === 'Escape') close();
      // The keys of the list are those of the search; what is below has its own.
      if (!(event.target instanceof Element && event.target.role === 'combobox')) return;
      if (pressedKey(event) === 'ArrowDown') go(Math.min(active + 1, found.length - 1));
      if (pressedKey(event) === 'ArrowUp') go(Math.max(active - 1, 0));
      if (pressedKey(event) === 'Enter') {
        go(active);
        close();
      }
    },
  };
  return (
    <div className={`${css['picker']} ${own['find']}`} {...frame}>
      <div className={own['top']}>
        <NodeSearchField
          label={t.findNodeTitleType}
          query={query}
          isOpen={found.length > 0}
          listId="find-node-list"
          activeId={found[active] && `find-node-${found[active].id}`}
          onQuery={(next) => {
            setQuery(next);
            setActive(0);
          }}
        />
        <ReplaceToggle session={session} isOn={replaces} />
      </div>
      {text === '' ? null : found.length === 0 ? (
        <p className={css['none']}>{t.noProjectMatches}</p>
      ) : (
        <div
          ref={list}
          id="find-node-list"
          className={css['list']}
          style={{ maxHeight: 260 }}
          role="listbox"
          aria-label={t.nodesFound}
        >
          {found.map((node, index) => (
            <NodeOption
              key={node.id}
              id={`find-node-${node.id}`}
              isActive={index === active}
              icon={session.catalog.find(node.type)?.summary.icon}
              name={session.titleOf(node.id)}
              category={nodeSummary(session, node)}
              onSelect={() => go(index)}
            />
          ))}
        </div>
      )}
      {replaces ? (
        <ReplaceFound session={session} find={query.trim()} found={text === '' ? [] : all} onClose={close} />
      ) : null}
    </div>
  );
}

/** The nodes that match a search, in the document as it is now. */
function useFoundNodes(session: EditorSession, query: string): ReturnType<typeof findNodes> {
  useSyncExternalStore(
    (listener) => session.store.subscribe(listener),
    () => session.store.getGraph(),
  );
  return findNodes(session, query);
}

/** Shows and hides what is done with all that is found. */
function ReplaceToggle({ session, isOn }: { session: EditorSession; isOn: boolean }): ReactElement {
  return (
    <IconButton
      label={t.replaceFound}
      shortcut={keysLabel('editor.find-replace')}
      aria-expanded={isOn}
      onClick={() => session.ui.set({ findReplaces: !isOn })}
    >
      <Replace />
    </IconButton>
  );
}

/** What tells nodes of one title apart: which of them it is, their type where the title does not say it, and the first value they hold. */
function nodeSummary(session: EditorSession, { id, type }: GraphNode): string {
  const mark = equalNames(session).get(id);
  const name = session.catalog.find(type)?.summary.title ?? t.unknownType;
  const segments = [mark, name === session.titleOf(id) ? null : name, valueSummary(session, id)];
  return segments.filter((segment) => segment != null).join(' · ');
}
