import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { MAX_TITLE_LENGTH } from '#shared/canvas/items.ts';
import { keepTyping, pressedKey } from '#renderer/keys/index.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { fittedText } from '../session/fitted-text.ts';
import { rebaseText } from '#shared/document/merge-text.ts';
import { isInOtherWindow } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './node-header.module.css';

const t = words.editorNode.titleField;

/** Where a node is renamed. */
export function TitleField({
  session,
  nodeId,
  title,
  placeholder,
}: {
  session: EditorSession;
  nodeId: string;
  title: string;
  placeholder: string;
}): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  const before = useRef(title);
  const typed = useRef<string | null>(null);
  /** What was in the field before the last key, and what the node was called then. */
  const displayed = useRef({ text: title, title });
  useEffect(() => field.current?.select(), []);
  // Each key stroke is an edit, as in any field: it is journaled, and what somebody else calls the node meanwhile is noticed.
  const set = (text: string): void => {
    typed.current = text.trim();
    session.setTitle(nodeId, text, `title ${nodeId}`);
  };
  const close = (): void => {
    session.store.history.seal();
    session.ui.set({ renaming: null });
  };
  // Where the keys went before: the canvas, or the outline.
  const [from] = useState(() => document.activeElement);
  const goBack = (event: KeyboardEvent): void => {
    const stage = event.currentTarget.closest<HTMLElement>('[data-editor-stage]');
    const back = from instanceof HTMLElement && from.isConnected && from !== document.body ? from : stage;
    close();
    back?.focus({ preventScroll: true });
  };
  return (
    <input
      ref={field}
      autoFocus
      className={css['titleField']}
      defaultValue={title}
      placeholder={placeholder}
      aria-label={t.titleNode}
      dir="auto"
      data-widget
      onChange={({ target }) => {
        const fitted = fittedText(session, target.value, MAX_TITLE_LENGTH);
        if (fitted !== target.value) target.value = fitted;
        // What somebody else called the node meanwhile stays, and is shown when the field is left.
        const isOurs = title === displayed.current.title;
        const next = isOurs ? fitted : rebaseText(displayed.current.text, fitted, title);
        displayed.current = { text: fitted, title: next.trim() };
        set(next);
      }}
      onBlur={(event) => !isInOtherWindow(event) && close()}
      onKeyDown={(event) => {
        keepTyping(event);
        // Back to what it was, unless somebody else has named it since.
        if (pressedKey(event) === 'Escape' && typed.current === title) set(before.current);
        if (pressedKey(event) !== 'Enter' && pressedKey(event) !== 'Escape') return;
        event.stopPropagation();
        goBack(event);
      }}
    />
  );
}
