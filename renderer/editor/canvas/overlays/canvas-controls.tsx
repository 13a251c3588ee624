import { ZoomIn } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { CommandButton, commands } from '#renderer/commands/index.ts';
import { Button, EmptyState, takeBriefWords } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { isMounted } from '../../scene/view-controller.ts';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import css from './canvas-controls.module.css';

const t = words.editorCanvas.canvasControls;

/** Pins and their names are easily read and hit. */
const PICKING_ZOOM = 0.8;

/** What an empty canvas offers. */
export function EmptyCanvas({ session }: { session: EditorSession }): ReactElement | null {
  const empty = useSyncExternalStore(
    (listener) => session.store.subscribe(listener),
    () => session.store.getGraph().nodes.length === 0,
  );
  return empty ? (
    <div className={css['empty']}>
      <EmptyState
        title={t.noYet}
        text={t.dropPhotoDoubleClick}
        action={<Button onClick={() => commands.run('editor.quick-add')}>{t.addNode}</Button>}
      />
    </div>
  ) : null;
}

export function ZoomControls({ session }: { session: EditorSession }): ReactElement {
  return (
    <div className={css['zoom']} role="group" aria-label={t.zoom} data-canvas-control>
      <CommandButton id="view.zoom-out" />
      <ZoomLevel session={session} />
      <CommandButton id="view.zoom-in" />
      <CommandButton id="view.fit" />
    </div>
  );
}

/** It changes with each step of a zoom: the buttons beside it need not be rendered for that. */
function ZoomLevel({ session }: { session: EditorSession }): ReactElement {
  const zoom = useSyncExternalStore(
    (listener) => session.view.subscribe(listener),
    () => Math.round(session.view.view.zoom * 100),
  );
  return (
    <output aria-label={t.zoomLevel}>
      <span>{zoom} %</span>
    </output>
  );
}

/** While pins are picked from too far away to see them: the way nearer. */
export function PickHint({ session }: { session: EditorSession }): ReactElement | null {
  const isActive = useSyncExternalStore(session.picking.subscribe, session.picking.isActive);
  const isDetailed = useSyncExternalStore(
    (listener) => session.view.subscribeDetail(listener),
    () => isMounted(session.view.detail),
  );
  if (!isActive || isDetailed) return null;
  return (
    <div className={css['pickHint']} data-canvas-control>
      <Button
        size="small"
        icon={<ZoomIn aria-hidden />}
        onClick={() => session.view.zoomBy(PICKING_ZOOM / session.view.view.zoom)}
      >
        {t.zoomPins}
      </Button>
    </div>
  );
}

/** How long a sentence with a button stays at least. Milliseconds. */
const ACTION_MS = 10_000;

/**
 * Calls `end` once a sentence with a button was left alone for `ms`: the time begins anew with what is typed elsewhere and with the
 * focus that moves, and stands still while pointer or focus is on the sentence, or the name of a frame or a note is written.
 * @returns stops waiting.
 */
function whenUnused(
  { items }: EditorSession,
  sentence: HTMLElement,
  ms: number,
  end: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = new AbortController();
  const { signal } = stop;
  let isOver = sentence.matches(':hover');
  let { editing } = items;
  const begin = (): void => {
    clearTimeout(timer);
    if (isOver || editing !== null || sentence.contains(document.activeElement)) return;
    timer = setTimeout(end, ms);
  };
  const follow = (over: boolean) => () => {
    isOver = over;
    begin();
  };
  sentence.addEventListener('pointerenter', follow(true), { signal });
  sentence.addEventListener('pointerleave', follow(false), { signal });
  for (const type of ['input', 'focusin', 'focusout'])
    document.addEventListener(type, begin, { signal, capture: true });
  const unfollow = items.subscribe(() => {
    if (items.editing === editing) return;
    ({ editing } = items);
    begin();
  });
  begin();
  return () => {
    clearTimeout(timer);
    stop.abort();
    unfollow();
  };
}

/** A sentence in passing: what was undone, why something did not work. */
export function Notice({ session }: { session: EditorSession }): ReactElement {
  const notice = useUi(session, (ui) => ui.notice);
  const [past, setPast] = useState(0);
  const sentence = useRef<HTMLParagraphElement>(null);
  useEffect(
    () =>
      takeBriefWords((text) => {
        session.ui.notify(text);
        const latest = session.ui.get().notice;
        return () => setPast((count) => Math.max(count, latest?.count ?? 0));
      }),
    [session],
  );
  useEffect(() => {
    if (!notice) return undefined;
    const read = 2500 + notice.text.length * 45;
    const end = (): void => setPast(notice.count);
    if (notice.action && sentence.current)
      return whenUnused(session, sentence.current, Math.max(ACTION_MS, read), end);
    const timer = setTimeout(end, read);
    return () => clearTimeout(timer);
  }, [session, notice]);
  return (
    <div role="status" aria-live="polite">
      {notice && notice.count > past ? (
        <p ref={sentence} className={css['notice']}>
          {notice.text}
          {notice.action ? (
            <span data-canvas-control>
              <Button
                size="small"
                onClick={() => {
                  setPast(notice.count);
                  notice.action?.run();
                }}
              >
                {notice.action.label}
              </Button>
            </span>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
