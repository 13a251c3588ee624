import { ImagePlus, LoaderCircle, StickyNote, Wand2 } from 'lucide-react';
import {
  memo,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
} from 'react';
import type { StoryboardShot } from '#shared/storyboard/document.ts';
import {
  changePanel,
  changeShots,
  noteShot,
  removePanel,
  showPanelFirst,
  type ShotFields,
  type ShotRef,
} from '#shared/storyboard/editing.ts';
import {
  mediaOfShot,
  resolveMedia,
  type FindLibraryFile,
  type ResolvedMedia,
} from '#shared/storyboard/media.ts';
import { notesIn } from '#shared/storyboard/notes.ts';
import { commandMenu } from '#renderer/commands/index.ts';
import { DRAG_FILE } from '#renderer/desk/index.ts';
import { DRAG_SHOT, draggedShot } from '#renderer/timeline/index.ts';
import { ContextMenu, IconButton, Select } from '#renderer/ui/index.ts';
import { words as texts } from '#renderer/words/index.ts';
import type { BoardSession } from './board-actions.ts';
import { useShotDrag } from './board-drag.ts';
import { Frame } from './frame.tsx';
import { InPlaceText } from './in-place-text.tsx';
import type { Making } from './make/making.ts';
import { MakingMarks } from './make/making-mark.tsx';
import { PanelStrip } from './panel-strip.tsx';
import { SecondsField } from './seconds-field.tsx';
import css from './board.module.css';

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
  /** What is wrong with it, as sentences. */
  problems: readonly string[];
  /** How many files are on their way into it. */
  coming: number;
  onPress: (ref: ShotRef, event: MouseEvent) => void;
  onFocus: (ref: ShotRef) => void;
  onKeyDown: (event: KeyboardEvent, ref: ShotRef) => void;
  /** Pictures that are being made for it. */
  making: readonly Making[];
  onMake: (ref: ShotRef) => void;
  onDropFiles: (ref: ShotRef, transfer: DataTransfer) => void;
  onChoose: (ref: ShotRef) => void;
}

const TRANSITIONS = ['cut', 'dissolve', 'fade'] as const;

/** What a transition of another program is called stays in the list. */
const transitionOptions = (now: string) =>
  [...new Set<string>([...TRANSITIONS, now])].map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1),
  }));

/** A shot as an artist's card: its frame, its panels, and what happens in it, all written where it stands. */
export const ShotCard = memo(function ShotCard(props: ShotCardProps): ReactElement {
  const { connectionId, session, sceneId, shot, number, ratio, defaultSeconds, find } = props;
  const ref = { scene: sceneId, shot: shot.id };
  const card = useRef<HTMLElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const [showsNotes, setShowsNotes] = useState(false);
  const notes = notesIn(shot.ext);
  const media = mediaOfShot(shot, []).map((reference) => resolveMedia(reference, find));
  const { edge, isDragged } = useShotDrag(ref, card, handle, () => {
    const first = media.find((medium) => medium.kind === 'file');
    const name = shot.name || shot.description || first?.file.filename || '';
    const shown = shot.durationSeconds || defaultSeconds;
    return first ? draggedShot({ ...first.file, connectionId }, { name: name.slice(0, 200), shown }) : {};
  });
  const write = (what: string, fields: ShotFields, gesture?: string) =>
    session.change(what, changeShots([ref], fields), gesture === undefined ? {} : { gesture });
  const words = shot.description || shot.name || 'No description';
  return (
    <ContextMenu entries={() => commandMenu('shot', { scope: 'storyboard' })}>
      <article
        ref={card}
        className={css['shot']}
        data-selected={props.isSelected ? '' : undefined}
        data-edge={edge ?? undefined}
        data-dragged={isDragged ? '' : undefined}
        aria-label={`Shot ${number}, ${shot.durationSeconds ?? defaultSeconds} s: ${words}${props.isSelected ? ', selected' : ''}`}
      >
        <div ref={handle}>
          <FrameWell {...props} media={media[0]} />
        </div>
        <PanelStrip
          connectionId={connectionId}
          panels={shot.panels}
          media={media}
          ratio={ratio}
          onFirst={(id) => session.change('choose a panel', showPanelFirst(ref, id))}
          onWrite={(id, fields, gesture) =>
            session.change(texts.storyboard.stepPanelWords, changePanel(ref, id, fields), { gesture })
          }
          onRemove={(id) => session.change('remove a panel', removePanel(ref, id))}
        />
        <ShotMeta
          {...props}
          write={write}
          showsNotes={showsNotes || notes !== ''}
          onNotes={() => setShowsNotes(!showsNotes)}
        />
        <InPlaceText
          label="Name of the shot"
          className={css['shotName']}
          lines="one"
          value={shot.name ?? ''}
          placeholder="Name"
          onChange={(name, gesture) => write('name a shot', { name }, gesture)}
        />
        <InPlaceText
          label="What happens"
          className={css['words']}
          value={shot.description}
          placeholder="What happens?"
          onChange={(description, gesture) => write('write a shot', { description }, gesture)}
        />
        {showsNotes || notes !== '' ? (
          <InPlaceText
            label="Notes"
            className={css['notes']}
            value={notes}
            placeholder="Notes: camera, sound, light"
            onChange={(text, gesture) =>
              session.change('write notes', noteShot(ref, text), { gesture: `notes ${gesture}` })
            }
          />
        ) : null}
        <Problems problems={props.problems} />
      </article>
    </ContextMenu>
  );
});

/** What is wrong with a shot. */
const Problems = ({ problems }: Pick<ShotCardProps, 'problems'>): ReactElement[] =>
  problems.map((problem) => (
    <p key={problem} className={css['problem']}>
      {problem}
    </p>
  ));

/** The line below the frame: number, length, transition, and what can be added. */
function ShotMeta({
  sceneId,
  shot,
  number,
  defaultSeconds,
  write,
  showsNotes,
  onNotes,
  onMake,
  onChoose,
}: ShotCardProps & {
  write: (what: string, fields: ShotFields, gesture?: string) => void;
  showsNotes: boolean;
  onNotes: () => void;
}): ReactElement {
  return (
    <div className={css['meta']}>
      <span className={css['shotNumber']}>{number}</span>
      <SecondsField
        seconds={shot.durationSeconds ?? null}
        defaultSeconds={defaultSeconds}
        onChange={(durationSeconds) => write('change a length', { durationSeconds }, `length ${shot.id}`)}
      />
      <span className={css['transition']}>
        <Select
          label="Transition"
          hideLabel
          size="small"
          value={shot.transition}
          options={transitionOptions(shot.transition)}
          onValueChange={(transition) => write('change a transition', { transition })}
        />
      </span>
      <span className={css['tools']}>
        <IconButton label="Notes" aria-pressed={showsNotes} onClick={onNotes}>
          <StickyNote />
        </IconButton>
        <IconButton label={texts.storyboard.make} onClick={() => onMake({ scene: sceneId, shot: shot.id })}>
          <Wand2 />
        </IconButton>
        <IconButton label="Add a picture" onClick={() => onChoose({ scene: sceneId, shot: shot.id })}>
          <ImagePlus />
        </IconButton>
      </span>
    </div>
  );
}

/** The frame of a shot: it is selected and dragged by it, and files are dropped on it. */
function FrameWell(props: ShotCardProps & { media: ResolvedMedia | undefined }): ReactElement {
  const { connectionId, sceneId, shot, number, ratio, media, coming } = props;
  const [isOver, setOver] = useState(false);
  const ref = { scene: sceneId, shot: shot.id };
  return (
    <div
      className={css['well']}
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        if (!carriesFile(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!carriesFile(event)) return;
        event.preventDefault();
        event.stopPropagation();
        props.onDropFiles(ref, event.dataTransfer);
      }}
    >
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
        onDoubleClick={() => props.onChoose(ref)}
        onContextMenu={(event) => !props.isSelected && props.onPress(ref, event)}
        onKeyDown={(event) => props.onKeyDown(event, ref)}
      >
        <span className={css['spoken']}>Frame of shot {number}: </span>
        <Frame
          connectionId={connectionId}
          media={media}
          ratio={ratio}
          variant="preview"
          hint="Drop a picture, choose with P, make with G"
        />
      </button>
      <MakingMarks jobs={props.making} />
      {coming > 0 ? (
        <span className={css['coming']} role="status">
          <LoaderCircle aria-hidden />
          {coming === 1 ? 'A file is coming' : `${coming} files are coming`}
        </span>
      ) : null}
    </div>
  );
}

/** A shot of the board carries its file for other pages; here it is moved. */
const carriesFile = ({ dataTransfer: { types } }: DragEvent): boolean =>
  !types.includes(DRAG_SHOT) && ['Files', DRAG_FILE].some((type) => types.includes(type));
