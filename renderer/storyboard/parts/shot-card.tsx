import { ImagePlus, MoreHorizontal, StickyNote, Wand2 } from 'lucide-react';
import {
  memo,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
} from 'react';
import type { StoryboardShot } from '#shared/storyboard/document.ts';
import {
  changePanel,
  changeShots,
  movePanel,
  noteShot,
  removePanel,
  showPanelFirst,
  type ShotFields,
  type ShotRef,
} from '#shared/storyboard/editing.ts';
import {
  mediaOfShot,
  resolveMedia,
  visibleMedium,
  type FindLibraryFile,
  type ResolvedMedia,
} from '#shared/storyboard/media.ts';
import { notesIn } from '#shared/storyboard/notes.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { commandMenu } from '#renderer/commands/index.ts';
import { draggedShot, formatSeconds } from '#renderer/timeline/index.ts';
import { ContextMenu, IconButton, Menu } from '#renderer/ui/index.ts';
import { words as texts } from '#renderer/words/index.ts';
import type { BoardSession } from '../model/board-actions.ts';
import { useShotDrag } from '../gestures/board-drag.ts';
import { IncomingFiles } from './coming-files.tsx';
import { TransitionSelect, TransitionMark } from './entrance.tsx';
import { useFileDrop } from '../gestures/file-drop.ts';
import { Frame } from './frame.tsx';
import { InlineTextField } from './in-place-text.tsx';
import type { ActiveJob } from '../make/making.ts';
import { JobMarks } from '../make/making-mark.tsx';
import { PanelStrip } from './panel-strip.tsx';
import { SecondsField } from './seconds-field.tsx';
import type { ShotIssue } from '../model/shot-problems.ts';
import board from './board.module.css';
import css from './shot-card.module.css';

const t = texts.storyboard.shotCard;

export interface ShotCardProps {
  connectionId: string;
  session: BoardSession;
  sceneId: string;
  shot: StoryboardShot;
  number: string;
  ratio: string;
  defaultSeconds: number;
  find: FindLibraryFile;
  isSelected: boolean;
  /** The first that Tab reaches. */
  isEntry: boolean;
  /** Whether nothing plays before it. */
  isFirst: boolean;
  /** What a check found at it. */
  findings: readonly ShotIssue[];
  /** How many files are on their way into it. */
  incoming: number;
  onPress: (ref: ShotRef, keys: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>) => void;
  onFocus: (ref: ShotRef) => void;
  onKeyDown: (event: KeyboardEvent, ref: ShotRef) => void;
  /** Pictures that are being made for it. */
  generating: readonly ActiveJob[];
  onMake: (ref: ShotRef) => void;
  onDropFiles: (ref: ShotRef, transfer: DataTransfer) => void;
  onSelect: (ref: ShotRef) => void;
}

/** A shot as an artist's card: its frame, its panels, and what happens in it, all written where it stands. */
export const ShotCard = memo(function ShotCard(props: ShotCardProps): ReactElement {
  const { connectionId, session, sceneId, shot, number, ratio, defaultSeconds, find } = props;
  const ref = { scene: sceneId, shot: shot.id };
  const card = useRef<HTMLElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const notes = useNotes(notesIn(shot.ext));
  const media = mediaOfShot(shot, []).map((reference) => resolveMedia(reference, find));
  const { edge, isDragged } = useShotDrag(ref, card, handle, () => draggedData(props, media));
  const { isOver, handlers } = useFileDrop((transfer) => props.onDropFiles(ref, transfer));
  const write = (label: string, fields: ShotFields, gesture?: string) =>
    session.change(label, changeShots([ref], fields), gesture === undefined ? {} : { gesture });
  const seconds = shot.durationSeconds ?? defaultSeconds;
  const words = shot.description || shot.name || t.noDescription;
  return (
    <ContextMenu entries={() => commandMenu('shot', { scope: 'storyboard' })}>
      <article
        ref={card}
        className={css['shot']}
        {...handlers}
        data-over={isOver ? '' : undefined}
        data-selected={props.isSelected ? '' : undefined}
        data-edge={edge ?? undefined}
        data-dragged={isDragged ? '' : undefined}
        aria-label={t.shot({ number, length: formatSeconds(seconds), words, isSelected: props.isSelected })}
      >
        <div ref={handle} className={css['well']}>
          <TransitionMark shot={shot} seconds={seconds} isFirst={props.isFirst} />
          <FrameWell {...props} media={visibleMedium(media)} />
        </div>
        <PanelStrip
          {...{ connectionId, media, ratio }}
          panels={shot.panels}
          onFirst={(id) => session.change(t.selectPanel, showPanelFirst(ref, id))}
          onMove={(id, by) => session.change(texts.storyboard.stepMovePanel, movePanel(ref, id, by))}
          onWrite={(id, fields, gesture) =>
            session.change(texts.storyboard.stepPanelWords, changePanel(ref, id, fields), { gesture })
          }
          onRemove={(id) => session.change(t.removePanel, removePanel(ref, id))}
        />
        <ShotHead {...props} write={write} showsNotes={notes.isVisible} onNotes={() => notes.press()} />
        <div className={css['meta']}>
          <SecondsField
            seconds={shot.durationSeconds ?? null}
            defaultSeconds={defaultSeconds}
            onChange={(durationSeconds) => write(t.changeLength, { durationSeconds }, `length ${shot.id}`)}
          />
          <TransitionSelect
            {...{ shot, seconds, isFirst: props.isFirst }}
            onChange={(transition) => write(t.changeTransition, { transition })}
          />
        </div>
        <InlineTextField
          label={t.happens}
          className={css['words']}
          value={shot.description}
          placeholder={t.happens2}
          onChange={(description, gesture) => write(t.writeShot, { description }, gesture)}
        />
        {notes.isVisible ? (
          <InlineTextField
            label={t.notes}
            field={notes.field}
            className={css['notes']}
            value={notes.text}
            placeholder={t.notesCameraSoundLight}
            onChange={(text, gesture) =>
              session.change('write notes', noteShot(ref, text), { gesture: `notes ${gesture}` })
            }
          />
        ) : null}
        <Issues findings={props.findings} />
      </article>
    </ContextMenu>
  );
});

/** What a shot that is dragged carries for other pages. */
function draggedData(
  { connectionId, shot, defaultSeconds }: ShotCardProps,
  media: readonly ResolvedMedia[],
): ReturnType<typeof draggedShot> {
  const first = visibleMedium(media.filter((medium) => medium.kind === 'file'));
  if (first?.kind !== 'file') return {};
  const name = (shot.name || shot.description || first.file.filename).slice(0, 200);
  return draggedShot(
    { ...first.file, connectionId },
    { name, visibleSeconds: shot.durationSeconds || defaultSeconds },
  );
}

/** The notes of a shot: shown where there are any, or once asked for, with the cursor in them. */
function useNotes(text: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [openCount, setOpenCount] = useState(0);
  useEffect(() => {
    if (openCount > 0) field.current?.focus();
  }, [openCount]);
  return {
    text,
    field,
    isVisible: isOpen || text !== '',
    /** Empty notes that are shown are hidden again. */
    press() {
      if (isOpen && text === '') return setOpen(false);
      setOpen(true);
      return setOpenCount(openCount + 1);
    },
  };
}

/** What a check found, below the words. */
const Issues = ({ findings }: Pick<ShotCardProps, 'findings'>): ReactElement[] =>
  findings.map(({ kind, text }) => (
    <p key={text} className={css['finding']} data-kind={kind}>
      {text}
    </p>
  ));

/** Keys that open the menu of a button. */
const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp']);

/** The line below the frame: number and name, and what can be added. */
function ShotHead({
  sceneId,
  shot,
  number,
  write,
  showsNotes,
  onNotes,
  isSelected,
  onPress,
  onMake,
  onSelect,
}: ShotCardProps & {
  write: (label: string, fields: ShotFields, gesture?: string) => void;
  showsNotes: boolean;
  onNotes: () => void;
}): ReactElement {
  // Its menu is about the selected shots; this one is among them before the menu opens.
  const selectShot = () => {
    if (!isSelected)
      onPress({ scene: sceneId, shot: shot.id }, { shiftKey: false, ctrlKey: false, metaKey: false });
  };
  return (
    <div className={css['shotHead']}>
      <span className={css['shotNumber']}>{number}</span>
      <InlineTextField
        label={t.nameShot}
        className={css['shotName']}
        lines="one"
        value={shot.name ?? ''}
        placeholder={t.name}
        onChange={(name, gesture) => write(t.nameShot2, { name }, gesture)}
      />
      <span className={css['tools']}>
        <IconButton label={t.notes} aria-pressed={showsNotes} onClick={onNotes}>
          <StickyNote />
        </IconButton>
        <IconButton label={texts.storyboard.make} onClick={() => onMake({ scene: sceneId, shot: shot.id })}>
          <Wand2 />
        </IconButton>
        <IconButton label={t.addPicture} onClick={() => onSelect({ scene: sceneId, shot: shot.id })}>
          <ImagePlus />
        </IconButton>
        <Menu
          align="end"
          trigger={
            <IconButton
              label={texts.storyboard.shotMenu(number)}
              onPointerDown={selectShot}
              onKeyDown={(event) => OPENING_KEYS.has(pressedKey(event)) && selectShot()}
            >
              <MoreHorizontal />
            </IconButton>
          }
          entries={() => commandMenu('shot', { scope: 'storyboard' })}
        />
      </span>
    </div>
  );
}

/** The frame of a shot: it is selected and dragged by it. */
function FrameWell(props: ShotCardProps & { media: ResolvedMedia | undefined }): ReactElement {
  const { connectionId, sceneId, shot, number, ratio, media, incoming } = props;
  const ref = { scene: sceneId, shot: shot.id };
  return (
    <>
      <button
        type="button"
        data-shot={shot.id}
        data-scene={sceneId}
        data-key-scope="storyboard"
        className={css['select']}
        aria-pressed={props.isSelected}
        tabIndex={props.isEntry ? 0 : -1}
        onFocus={() => props.onFocus(ref)}
        onClick={(event) => {
          // What can be dragged does not take the focus by itself.
          event.currentTarget.focus();
          props.onPress(ref, event);
        }}
        onDoubleClick={() => props.onSelect(ref)}
        onContextMenu={(event) => !props.isSelected && props.onPress(ref, event)}
        onKeyDown={(event) => props.onKeyDown(event, ref)}
      >
        <span className={board['spoken']}>{t.frameOf(number)} </span>
        <Frame
          connectionId={connectionId}
          media={media}
          ratio={ratio}
          variant="preview"
          hint={t.dropPicturePMake}
        />
      </button>
      <JobMarks jobs={props.generating} />
      {incoming > 0 ? <IncomingFiles count={incoming} /> : null}
    </>
  );
}
