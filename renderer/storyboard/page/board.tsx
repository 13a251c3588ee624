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
import { boardActions, type BoardActions, type BoardSession } from '../model/board-actions.ts';
import { useBoardDrops, useDraggedShot } from '../gestures/board-drag.ts';
import { useBoardRows, type BoardRow } from '../model/board-rows.ts';
import { ratioNumber } from '../model/ratio.ts';
import { BoardDialogs } from './board-dialogs.tsx';
import type { BoardLinks } from '../model/board-links.ts';
import { useFocusOnShot, walk, type FocusOnShot } from '../model/board-focus.ts';
import { BoardScenes } from './board-scenes.tsx';
import { BoardToolbar } from './board-toolbar.tsx';
import { keyOf, useShotSelection, type ShotSelection } from '../model/selection.ts';
import { shotsToMake, useBoardJobs } from '../make/use-board-making.ts';
import { useMultiplePictures } from '../model/several-pictures.ts';
import { useBoardCommands } from './use-board-commands.ts';
import { useBoardDialogs } from './use-board-dialogs.ts';
import { useBoardFiles } from '../gestures/use-board-files.ts';
import { useIncomingFiles } from '../gestures/use-coming-files.ts';
import { TIMELINE_CREATED } from '../parts/to-timeline-dialog.tsx';
import { useIssues } from '../model/use-findings.ts';
import { useRequestedShot } from './use-shown-shot.ts';
import css from '../parts/board.module.css';

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
  const generating = useBoardJobs(connectionId, projectId, document);
  const { issues, onRejected } = useIssues(document, find);
  const files = useBoardFiles(document, coming);
  const targets = selection.refs.length > 0 ? selection.refs : focused ? [focused] : [];
  const isFocusedShot = focused !== null && order.some((ref) => keyOf(ref) === keyOf(focused));
  const entry = isFocusedShot ? keyOf(focused) : keyOf(order[0] ?? { scene: '', shot: '' });

  const shifted = useDraggedShot();
  const rows = useBoardRows(list, document, ratioNumber(document.settings.aspectRatio), [
    isFocusedShot ? focused : (order[0] ?? null),
    shifted,
  ]);
  const focus = useFocusOnShot(list, rows, started);
  useFocusWhenLost(() => list.current?.querySelector<HTMLElement>('[data-shot][tabindex="0"]'));
  const keepSelection = usePreservedSelection(session, actions, selection, focus);
  const displayed = { project: { connectionId, projectId }, document, order, selection, focus };
  useBoardCommands({ ...displayed, targets, find, library, actions, keepSelection, dialogs, links });
  useRequestedShot({ connectionId, projectId, ...displayed });
  useEffect(() => () => dismissToast(TIMELINE_CREATED), []);

  return (
    <div className={css['page']} data-notices="below" {...files.outside}>
      <BoardToolbar
        {...{ connectionId, session, document }}
        issues={issues}
        checks={checks}
        onCheck={() => setChecks(!checks)}
        onRejected={onRejected}
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
          issues={checks ? issues : null}
          upcoming={coming}
          generating={generating}
          onMake={(ref) => dialogs.setShotsToMake(shotsToMake(document, [ref]))}
          onFocus={setFocused}
          onKeyDown={(event, ref) => pressKey(event, ref, { order, rows: rows.rows, selection, focus })}
          onSelect={dialogs.setChoosing}
          onAddShot={(scene) => focus(actions.addShot(scene, null), 'words')}
        />
      </div>
      <BoardDialogs
        {...{ connectionId, projectId, session, document, library, find, actions, incoming: coming, dialogs }}
        onShowTimeline={() => links.toTimeline(null)}
      />
    </div>
  );
}

/** Lets shots be dropped. @returns what does something and keeps shots selected wherever they went. */
function usePreservedSelection(
  session: BoardSession,
  actions: BoardActions,
  selection: ShotSelection,
  focus: FocusOnShot,
) {
  /** Keeps the same shots selected wherever they went. */
  const preserving = (refs: readonly ShotRef[], work: () => void) => {
    work();
    const ids = new Set(refs.map(({ shot }) => shot));
    const current = refsOf(session.getState().document, ids);
    selection.set(current);
    if (current[0]) focus(current[0]);
  };
  useBoardDrops(
    useLatest((drop) => {
      const shifted = drop.what === 'shot' ? [drop.source] : [];
      const isSelected = shifted.some((ref) => selection.has(ref));
      preserving(isSelected ? selection.refs : shifted, () => actions.drop(drop, selection.refs));
    }),
  );
  return preserving;
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
