import { useEffect, useState, useSyncExternalStore, type ReactElement } from 'react';
import { CommandButton, commands } from '#renderer/commands/index.ts';
import { Button, EmptyState } from '#renderer/ui/index.ts';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import css from './canvas-controls.module.css';

/** What an empty canvas offers. */
export function EmptyCanvas({ session }: { session: EditorSession }): ReactElement | null {
  const empty = useSyncExternalStore(
    (listener) => session.store.subscribe(listener),
    () => session.store.getGraph().nodes.length === 0,
  );
  return empty ? (
    <div className={css['empty']}>
      <EmptyState
        title="Nothing here yet"
        text="Drop a photo here, or double-click to add a node."
        action={<Button onClick={() => commands.run('editor.quick-add')}>Add a node</Button>}
      />
    </div>
  ) : null;
}

export function ZoomControls({ session }: { session: EditorSession }): ReactElement {
  const zoom = useSyncExternalStore(
    (listener) => session.view.subscribe(listener),
    () => Math.round(session.view.view.zoom * 100),
  );
  return (
    <div className={css['zoom']} role="group" aria-label="Zoom" data-canvas-control>
      <CommandButton id="view.zoom-out" />
      <output aria-label="Zoom level">{zoom} %</output>
      <CommandButton id="view.zoom-in" />
      <CommandButton id="view.fit" />
    </div>
  );
}

/** A sentence in passing: what was undone, why something did not work. */
export function Notice({ session }: { session: EditorSession }): ReactElement {
  const notice = useUi(session, (ui) => ui.notice);
  const [past, setPast] = useState(0);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => setPast(notice.count), 2500 + notice.text.length * 45);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div role="status" aria-live="polite">
      {notice && notice.count > past ? <p className={css['notice']}>{notice.text}</p> : null}
    </div>
  );
}
