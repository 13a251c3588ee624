import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
} from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { runKeyCommand } from '#renderer/commands/index.ts';
import { dismissToast, pane, useFocusWhenLost } from '#renderer/ui/index.ts';
import { boardActions, type BoardActions, type BoardSession } from './board-actions.ts';
import { useBoardDrops, useDraggedShot } from './board-drag.ts';
import { useBoardRows, type BoardRow } from './board-rows.ts';
import { ratioNumber } from './ratio.ts';
import { BoardDialogs } from './board-dialogs.tsx';
import type { BoardLinks } from './board-links.ts';
import { useFocusOnShot, walk, type FocusOnShot } from './board-focus.ts';
import { BoardScenes } from './board-scenes.tsx';
import { BoardToolbar } from './board-toolbar.tsx';
import { keyOf, useShotSelection, type ShotSelection } from './selection.ts';
import { shotsToMake, useBoardJobs } from './make/use-board-making.ts';
import { useMultiplePictures } from './several-pictures.ts';
import { useBoardCommands } from './use-board-commands.ts';
import { useBoardDialogs } from './use-board-dialogs.ts';
import { useBoardFiles } from './use-board-files.ts';
import { useIncomingFiles } from './use-coming-files.ts';
import { TIMELINE_CREATED } from './to-timeline-dialog.tsx';
import { useIssues } from './use-findings.ts';
import { useRequestedShot } from './use-shown-shot.ts';
import css from './board.module.css';

/** A file of the library by id or name, as the service would find it. */
const findIn =
  (library: ReadonlyMap<string, FileRecord>): FindLibraryFile =>
  ({ fileId, filename }) =>
    (fileId ? library.get(fileId) : undefined) ?? (filename ? library.get(filename) : undefined);

/** Where shots of these ids are now. */
const refsOf = ({ sequences }: StoryboardDocument, ids: ReadonlySet<string>): ShotRef[] =>
  sequences.flatMap(({ id: scene, shots }) =>
    shots.filter(({ id }) => ids.has(id)).map(({ id: shot }) => ({ scene, shot })),
  );

/** Scenes one below the other, the shots of each as cards in playing order. */
export function Board({
  connectionId,
  projectId,
  links,
  session,
  document,
  library,
  started = null,
}: {
  connectionId: string;
  projectId: string;
  links: BoardLinks;
  session: BoardSession;
  document: StoryboardDocument;
  library: ReadonlyMap<string, FileRecord>;
  /** The shot that the board was just started with; its words wait to be written. */
  started?: ShotRef | null;
}): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  const actions = useMemo(() => boardActions(session), [session]);
  const find = useMemo(() => findIn(library), [library]);
  const order = useMemo(() => refsOfAll(document), [document]);
  const selection = useShotSelection(order);
  const [focused, setFocused] = useState<ShotRef | null>(null);
  const dialogs = useBoardDialogs({ connectionId, projectId });
  const [checks, setChecks] = useState(false);
  const coming = useIncomingFiles(connectionId, actions, useMultiplePictures(document, actions, find));
  const making = useBoardJobs(connectionId, projectId, document);
  const { findings, onRefused } = useIssues(document, find);
  const files = useBoardFiles(document, coming);
  const about = selection.refs.length > 0 ? selection.refs : focused ? [focused] : [];
  const isThere = focused !== null && order.some((ref) => keyOf(ref) === keyOf(focused));
  const entry = isThere ? keyOf(focused) : keyOf(order[0] ?? { scene: '', shot: '' });

  const moved = useDraggedShot();
  const rows = useBoardRows(list, document, ratioNumber(document.settings.aspectRatio), [
    isThere ? focused : (order[0] ?? null),
    moved,
  ]);
  const focus = useFocusOnShot(list, rows, started);
  useFocusWhenLost(() => list.current?.querySelector<HTMLElement>('[data-shot][tabindex="0"]'));
  const keeping = useKeptSelection(session, actions, selection, focus);
  const shown = { document, order, selection, focus };
  useBoardCommands({ ...shown, about, find, library, actions, keeping, dialogs, links });
  useRequestedShot({ connectionId, projectId, ...shown });
  useEffect(() => () => dismissToast(TIMELINE_CREATED), []);

  return (
    <div className={css['page']} data-notices="below" {...files.beside}>
      <BoardToolbar
        {...{ connectionId, session, document }}
        findings={findings}
        checks={checks}
        onCheck={() => setChecks(!checks)}
        onRefused={onRefused}
        onPlay={() => dialogs.setPlaysFrom(0)}
        onToTimeline={() => dialogs.setConverts(true)}
        onAddScene={() => focus(actions.addScene(null), 'words')}
      />
      <div className={css['scroll']} ref={list} data-board {...pane} {...files.onBoard}>
        <BoardScenes
          {...{ connectionId, session, document }}
          rows={rows}
          find={find}
          selection={selection}
          entry={entry}
          findings={checks ? findings : null}
          coming={coming}
          making={making}
          onMake={(ref) => dialogs.setMaking(shotsToMake(document, [ref]))}
          onFocus={setFocused}
          onKeyDown={(event, ref) => pressKey(event, ref, { order, rows: rows.rows, selection, focus })}
          onChoose={dialogs.setChoosing}
          onAddShot={(scene) => focus(actions.addShot(scene, null), 'words')}
        />
      </div>
      <BoardDialogs
        {...{ connectionId, projectId, session, document, library, find, actions, coming, dialogs }}
        onShowTimeline={() => links.toTimeline(null)}
      />
    </div>
  );
}

/** Lets shots be dropped. @returns what does something and keeps shots selected wherever they went. */
function useKeptSelection(
  session: BoardSession,
  actions: BoardActions,
  selection: ShotSelection,
  focus: FocusOnShot,
) {
  /** Keeps the same shots selected wherever they went. */
  const keeping = (refs: readonly ShotRef[], work: () => void) => {
    work();
    const ids = new Set(refs.map(({ shot }) => shot));
    const now = refsOf(session.getState().document, ids);
    selection.set(now);
    if (now[0]) focus(now[0]);
  };
  useBoardDrops(
    useLatest((drop) => {
      const moved = drop.what === 'shot' ? [drop.moved] : [];
      const isSelected = moved.some((ref) => selection.has(ref));
      keeping(isSelected ? selection.refs : moved, () => actions.drop(drop, selection.refs));
    }),
  );
  return keeping;
}

/** What keys do on the frame of a shot. */
function pressKey(
  event: KeyboardEvent,
  ref: ShotRef,
  {
    order,
    rows,
    selection,
    focus,
  }: {
    order: readonly ShotRef[];
    rows: readonly BoardRow[];
    selection: ShotSelection;
    focus: FocusOnShot;
  },
): void {
  if (event.target !== event.currentTarget) return;
  const arrow = walk(event, order, ref, rows);
  if (arrow) {
    event.preventDefault();
    if (event.shiftKey) selection.press(arrow, event);
    focus(arrow);
    return;
  }
  if (pressedKey(event) === 'Enter') {
    event.preventDefault();
    focus(ref, 'words');
  } else if (pressedKey(event) === 'Escape') selection.set([]);
  else runKeyCommand('storyboard', event.nativeEvent);
}

const refsOfAll = ({ sequences }: StoryboardDocument): ShotRef[] =>
  sequences.flatMap(({ id: scene, shots }) => shots.map(({ id: shot }) => ({ scene, shot })));

/** A function that stays the same and does what the newest render says. */
function useLatest<Argument>(work: (argument: Argument) => void): (argument: Argument) => void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  return useCallback((argument: Argument) => latest.current(argument), []);
}
