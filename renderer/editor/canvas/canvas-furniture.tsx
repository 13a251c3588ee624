import { Maximize, Minus, Plus } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore, type ReactElement } from 'react';
import { Button, EmptyState, IconButton } from '#renderer/ui/index.ts';
import { useUi } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';
import css from './editor-canvas.module.css';

/** What an empty canvas offers. */
export function EmptyCanvas({
  session,
  onAdd,
}: {
  session: EditorSession;
  onAdd: () => void;
}): ReactElement | null {
  const empty = useSyncExternalStore(
    (listener) => session.store.subscribe(listener),
    () => session.store.getGraph().nodes.length === 0,
  );
  return empty ? (
    <div className={css['empty']}>
      <EmptyState
        title="Nothing here yet"
        text="Drop a photo here, or double-click to add a node."
        action={<Button onClick={onAdd}>Add a node</Button>}
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
    <div className={css['zoom']} role="group" aria-label="Zoom" data-furniture>
      <IconButton label="Zoom out" onClick={() => session.view.zoomBy(1 / 1.25)}>
        <Minus />
      </IconButton>
      <output aria-label="Zoom level">{zoom} %</output>
      <IconButton label="Zoom in" onClick={() => session.view.zoomBy(1.25)}>
        <Plus />
      </IconButton>
      <IconButton label="Fit to view" onClick={() => session.view.fitAll(() => session.scene.boxes())}>
        <Maximize />
      </IconButton>
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
