import { shotKeys } from '#shared/storyboard/board-clips.ts';
import type { FileRecord } from '#shared/desk/index.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import { originOf, type PanelOrigin } from '#shared/storyboard/made.ts';
import { mediaOfShot, resolveMedia, visibleMedium, type FindLibraryFile } from '#shared/storyboard/media.ts';
import { useCommandContext, useCommands } from '#renderer/commands/index.ts';
import type { BoardActions } from '../model/board-actions.ts';
import type { BoardLinks } from '../model/board-links.ts';
import type { FocusOnShot } from '../model/board-focus.ts';
import { useClipsOfShot } from './use-clips-of-shot.ts';
import type { BoardDialogsState } from './use-board-dialogs.ts';
import { shotsToMake } from '../make/use-board-making.ts';
import { keyOf, type ShotSelection } from '../model/selection.ts';

const DIRECTIONS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const;

/** The file that a shot shows, if it shows one, and what made it. */
function displayedFile(
  { sequences }: StoryboardDocument,
  ref: ShotRef,
  find: FindLibraryFile,
): { fileId: string; panelId: string | null; origin: PanelOrigin | null } | null {
  const shots = sequences.find(({ id }) => id === ref.scene)?.shots;
  const shot = shots?.find(({ id }) => id === ref.shot);
  const media = shot ? mediaOfShot(shot, []).map((reference) => resolveMedia(reference, find)) : [];
  const displayed = visibleMedium(media.filter((item) => item.kind === 'file'));
  if (displayed?.kind !== 'file') return null;
  const { fileId } = displayed.file;
  const origins = shot?.panels.map(originOf) ?? [];
  const panel = shot?.panels.find((candidate) =>
    mediaOfShot({ ...shot, panels: [candidate] }, []).some((reference) => {
      const medium = resolveMedia(reference, find);
      return medium.kind === 'file' && medium.file.fileId === fileId;
    }),
  );
  return {
    fileId,
    panelId: panel?.id ?? null,
    origin: origins.find((origin) => origin?.fileId === fileId) ?? null,
  };
}

/** What the commands of the storyboard do while the board is shown. */
export function useBoardCommands({
  project,
  document,
  order,
  targets,
  find,
  library,
  selection,
  actions,
  focus,
  keepSelection,
  links,
  dialogs: { setPlaysFrom, setChoosing, setShotsToMake, setTakes, setConverts, setSaves, setScriptOpen },
}: {
  project: { connectionId: string; projectId: string };
  document: StoryboardDocument;
  /** All shots as they play. */
  order: readonly ShotRef[];
  /** The shots that commands are about. */
  targets: readonly ShotRef[];
  find: FindLibraryFile;
  library: ReadonlyMap<string, FileRecord>;
  selection: ShotSelection;
  actions: BoardActions;
  focus: FocusOnShot;
  /** Does something and keeps these shots selected wherever they went. */
  keepSelection: (refs: readonly ShotRef[], work: () => void) => void;
  links: BoardLinks;
  dialogs: BoardDialogsState;
}): void {
  const [first] = targets;
  const last = targets.at(-1);
  const file = first && targets.length === 1 ? displayedFile(document, first, find) : null;
  const showClips = useClipsOfShot(project, links, () => setConverts(true));
  useCommandContext({
    storyboardOpen: true,
    storyboardShots: targets.length,
    storyboardFile: file !== null,
    storyboardHasOrigin:
      file !== null && (file.origin !== null || library.get(file.fileId)?.origin === 'run'),
  });
  useCommands('storyboard', {
    'storyboard.play': () =>
      setPlaysFrom(Math.max(0, first ? order.findIndex((ref) => keyOf(ref) === keyOf(first)) : 0)),
    'storyboard.make-timeline': () => setConverts(true),
    'storyboard.save-board': () => setSaves(true),
    'storyboard.add-script': () => setScriptOpen(true),
    'storyboard.show-clip': () => first && showClips(shotKeys(document)(first.scene, first.shot)),
    'storyboard.show-node': () => file !== null && links.toNode(file.fileId, file.origin),
    'storyboard.takes': () => {
      if (!first || !file || file.panelId === null) return;
      setTakes({ ref: first, panelId: file.panelId, fileId: file.fileId });
    },
    'storyboard.show-run': () => file !== null && links.toRun(file.fileId, file.origin),
    'storyboard.make-picture': () => targets.length > 0 && setShotsToMake(shotsToMake(document, targets)),
    'storyboard.add-picture': () => first && setChoosing(first),
    'storyboard.add-shot': () => {
      const scene = last?.scene ?? document.sequences.at(-1)?.id;
      if (scene !== undefined) focus(actions.addShot(scene, last?.shot ?? null), 'words');
    },
    'storyboard.add-scene': () => focus(actions.addScene(last?.scene ?? null), 'words'),
    'storyboard.duplicate': () => actions.duplicate(targets),
    'storyboard.merge': () => {
      actions.merge(targets);
      if (first) keepSelection([first], () => undefined);
    },
    'storyboard.split': () => first && actions.split(first),
    'storyboard.move': ({ chord }) => {
      const direction = Object.entries(DIRECTIONS).find(([key]) => chord?.endsWith(key))?.[1];
      if (direction) keepSelection(targets, () => actions.move(targets, direction));
    },
    'storyboard.select-all': () => selection.set(order),
    'storyboard.delete': () => {
      const removed = new Set(targets.map(keyOf));
      const at = order.findIndex((ref) => removed.has(keyOf(ref)));
      const next = order.slice(at).find((ref) => !removed.has(keyOf(ref))) ?? order[at - 1];
      actions.remove(targets);
      selection.set([]);
      if (next) focus(next);
    },
  });
}
