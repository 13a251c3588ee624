import {
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { Lock } from 'lucide-react';
import { isInOtherWindow, useHeldText } from '#renderer/ui/index.ts';
import {
  MAX_NOTE_LENGTH,
  MAX_TITLE_LENGTH,
  type CanvasFrame,
  type CanvasNote,
} from '#shared/canvas/items.ts';
import { keepTyping, pressedKey } from '#renderer/keys/index.ts';
import { words } from '#renderer/words/index.ts';
import { isBackground, TITLE_ABOVE_ZOOM, type ItemBox } from '../../scene/canvas-places.ts';
import { nameZoom } from '../../scene/frame-names.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { fittedText } from '../../session/fitted-text.ts';
import { noteSegments } from '../../model/note-parts.ts';
import css from './canvas-items.module.css';

const t = words.editorCanvas.canvasItems;

const useItems = (session: EditorSession): number =>
  useSyncExternalStore(session.items.subscribe, session.items.revision);

/** Of a note, above and below. Canvas units. */
const BORDERS = 2;

/** The least zoom at which the largest letters of notes are 9 pixels on the screen. */
const WORDS_ZOOM = 0.2;
/** The same for the rows of collapsed frames. */
const ROWS_ZOOM = 0.37;

/** Moves an element with the view: nothing in it is rendered for that. Titles and notes learn the zoom. */
function useFollowView(session: EditorSession, element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    let zoom = 0;
    const follow = (): void => {
      const { view } = session.view;
      const style = element.current?.style;
      style?.setProperty('transform', `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`);
      if (view.zoom !== zoom) {
        style?.setProperty('--zoom', String(view.zoom));
        element.current?.toggleAttribute('data-small', view.zoom < ROWS_ZOOM);
        element.current?.toggleAttribute('data-above', view.zoom < TITLE_ABOVE_ZOOM);
        element.current?.toggleAttribute('data-wordless', view.zoom < WORDS_ZOOM);
      }
      zoom = view.zoom;
    };
    follow();
    return session.view.subscribe(follow);
  }, [session, element]);
}

/** What moves with the view. */
export function Plane({
  session,
  className,
  children,
}: {
  session: EditorSession;
  className?: string | undefined;
  children: ReactNode;
}) {
  const plane = useRef<HTMLDivElement>(null);
  useFollowView(session, plane);
  return (
    <div ref={plane} className={className}>
      {children}
    </div>
  );
}

const itemStyle = (
  { rect }: ItemBox,
  color: string | undefined,
): CSSProperties & Record<'--item', string> => ({
  left: rect.x,
  top: rect.y,
  width: rect.width,
  height: rect.height,
  '--item': color ?? 'var(--text-3)',
});

/** Frames and notes, beneath wires and nodes. Without any it costs nothing. */
export function CanvasItemsLayer({ session }: { session: EditorSession }): ReactElement | null {
  useItems(session);
  const items = session.items.all().filter(isBackground);
  if (items.length === 0) return null;
  return (
    <div className={css['clip']}>
      <Plane session={session} className={css['plane']}>
        {items.map((item) => (
          <Item
            key={item.key}
            item={item}
            label={session.items.labelOf(item)}
            content={item.kind === 'frames' ? session.items.frame(item.id) : session.items.note(item.id)}
            isSelected={session.items.isSelected(item.key)}
            isEdited={session.items.editing === item.key}
          />
        ))}
      </Plane>
    </div>
  );
}

/** Wakes when names of frames may have to stand elsewhere: nodes cover other places, or the view is nearer or farther by a step. */
function useLabelPositions({ scene, view }: EditorSession): void {
  const [, setChanges] = useState(0);
  useEffect(
    () =>
      scene.subscribe(() => {
        // What is held stands where it will be only when it is let go, and that is told too.
        if (view.view.zoom < TITLE_ABOVE_ZOOM && scene.held.size === 0) setChanges((changes) => changes + 1);
      }),
    [scene, view],
  );
  useSyncExternalStore(
    (listener) => view.subscribe(listener),
    () => nameZoom(view.view.zoom),
  );
}

/** The names of frames over all nodes while nodes are small. What they say is in the frames for screen readers. */
export function FrameNames({ session }: { session: EditorSession }): ReactElement | null {
  useItems(session);
  useLabelPositions(session);
  const frames = session.items.all().filter(({ kind }) => kind === 'frames');
  if (frames.length === 0) return null;
  return (
    <div className={css['over']} aria-hidden>
      <Plane session={session} className={`${css['plane']} ${css['names']}`}>
        {frames.map((item) => (
          <div
            key={item.key}
            className={css['name']}
            data-frame-name
            data-below={session.items.isNameBelow(item) || undefined}
            style={itemStyle(item, session.items.frame(item.id)?.color)}
            dir="auto"
          >
            <span>{session.items.labelOf(item)}</span>
          </div>
        ))}
      </Plane>
    </div>
  );
}

interface ItemProps {
  item: ItemBox;
  label: string;
  content: Partial<Omit<CanvasFrame & CanvasNote, 'position' | 'size' | 'collapsed'>> | undefined;
  isSelected: boolean;
  isEdited: boolean;
}

const sameItem = (a: ItemProps, b: ItemProps): boolean =>
  a.content === b.content &&
  a.isSelected === b.isSelected &&
  a.isEdited === b.isEdited &&
  a.item.rect.x === b.item.rect.x &&
  a.item.rect.y === b.item.rect.y &&
  a.item.rect.width === b.item.rect.width &&
  a.item.rect.height === b.item.rect.height;

const Item = memo(function Item({ item, label, content, isSelected, isEdited }: ItemProps): ReactElement {
  const isFrame = item.kind === 'frames';
  const isLocked = content?.locked === true;
  return (
    <section
      className={css[isFrame ? 'frame' : 'note']}
      style={itemStyle(item, content?.color)}
      aria-label={words.frames.named(isFrame ? t.frame : t.note, label, isLocked)}
      data-item={item.key}
      data-selected={isSelected || undefined}
      data-locked={isLocked || undefined}
    >
      {isLocked ? <Lock className={css['lock']} aria-hidden /> : null}
      {isFrame ? (
        <div className={css['title']} dir="auto">
          {isEdited ? '' : label}
        </div>
      ) : (
        <div className={css['text']} dir="auto">
          {isEdited ? '' : <NoteText text={content?.text ?? ''} />}
        </div>
      )}
    </section>
  );
}, sameItem);

function NoteText({ text }: { text: string }): ReactElement {
  if (text.trim() === '') return <span className={css['empty']}>{t.doubleClickWrite}</span>;
  return (
    <>
      {noteSegments(text).map(({ at, text: segment, href }) =>
        href === null ? (
          segment
        ) : (
          <a key={at} href={href} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
            {segment}
          </a>
        ),
      )}
    </>
  );
}

/** The field over the item that is written in, above nodes. */
export function CanvasItemEditor({ session }: { session: EditorSession }): ReactElement | null {
  useItems(session);
  const { items } = session;
  const item = items.all().find(({ key }) => key === items.editing);
  if (!item) return null;
  const isNote = item.kind === 'notes';
  const color = (items.frame(item.id) ?? items.groupOf(item.id) ?? items.note(item.id))?.color;
  return (
    <div className={css['above']}>
      <Plane session={session} className={css['plane']}>
        <div
          className={css[isNote ? 'note' : 'frame']}
          style={itemStyle(item, color)}
          data-canvas-control
          data-edited
        >
          <Field key={item.key} session={session} item={item} />
        </div>
      </Plane>
    </div>
  );
}

function Field({ session, item }: { session: EditorSession; item: ItemBox }): ReactElement {
  const { items } = session;
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  /** What the text of a note needs, as it was typed last. */
  const height = useRef(0);
  const isNote = item.kind === 'notes';
  const title = item.kind === 'instances' ? items.groupOf(item.id)?.title : items.frame(item.id)?.title;
  const draft = useHeldText((isNote ? items.note(item.id)?.text : title) ?? '', (text) => {
    if (!isNote) items.setText(item, fittedText(session, text, MAX_TITLE_LENGTH));
    else items.setText(item, fittedText(session, text, MAX_NOTE_LENGTH), height.current);
  });
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const leave = (): void => {
    items.edit(null);
    document.querySelector<HTMLElement>('[data-editor-stage]')?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    keepTyping(event);
    const isFinished =
      pressedKey(event) === 'Escape' || (pressedKey(event) === 'Enter' && (!isNote || event.ctrlKey));
    if (!isFinished) return;
    event.stopPropagation();
    event.preventDefault();
    leave();
  };
  const common = {
    ref: field,
    onKeyDown,
    onFocus: draft.focus,
    onBlur: (event: FocusEvent) => {
      if (!isInOtherWindow(event)) items.edit(null);
    },
    dir: 'auto',
  } as const;
  return !isNote ? (
    <input
      {...common}
      className={css['titleField']}
      aria-label={item.kind === 'instances' ? words.groups.titleOfGroup : t.titleFrame}
      placeholder={t.title}
      value={draft.text}
      onChange={({ target }) => draft.type(target.value)}
    />
  ) : (
    <textarea
      {...common}
      className={css['textField']}
      aria-label={t.textNote}
      placeholder={t.writeNote}
      value={draft.text}
      onChange={({ target }) => {
        const isOverflowing = target.scrollHeight > target.clientHeight;
        height.current = isOverflowing ? target.scrollHeight + BORDERS : 0;
        draft.type(target.value);
      }}
    />
  );
}
