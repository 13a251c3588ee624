import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import { useCommandContext, useCommands } from '#renderer/commands/index.ts';
import type { BoardActions } from './board-actions.ts';
import type { FocusOnShot } from './board-focus.ts';
import type { BoardDialogsState } from './use-board-dialogs.ts';
import { keyOf, type ShotSelection } from './selection.ts';

const WAYS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const;

/** What the commands of the storyboard do while the board is shown. */
export function useBoardCommands({
  document,
  order,
  about,
  selection,
  actions,
  focus,
  keeping,
  dialogs: { setPlaysFrom, setChoosing, setConverts },
}: {
  document: StoryboardDocument;
  /** All shots as they play. */
  order: readonly ShotRef[];
  /** The shots that commands are about. */
  about: readonly ShotRef[];
  selection: ShotSelection;
  actions: BoardActions;
  focus: FocusOnShot;
  /** Does something and keeps these shots selected wherever they went. */
  keeping: (refs: readonly ShotRef[], work: () => void) => void;
  dialogs: BoardDialogsState;
}): void {
  useCommandContext({ storyboardOpen: true, storyboardShots: about.length });
  const [first] = about;
  const last = about.at(-1);
  useCommands('storyboard', {
    'storyboard.play': () =>
      setPlaysFrom(Math.max(0, first ? order.findIndex((ref) => keyOf(ref) === keyOf(first)) : 0)),
    'storyboard.make-timeline': () => setConverts(true),
    'storyboard.add-picture': () => first && setChoosing(first),
    'storyboard.add-shot': () => {
      const scene = last?.scene ?? document.sequences.at(-1)?.id;
      if (scene !== undefined) focus(actions.addShot(scene, last?.shot ?? null), 'words');
    },
    'storyboard.add-scene': () => focus(actions.addScene(last?.scene ?? null), 'words'),
    'storyboard.duplicate': () => actions.duplicate(about),
    'storyboard.merge': () => {
      actions.merge(about);
      if (first) keeping([first], () => undefined);
    },
    'storyboard.split': () => first && actions.split(first),
    'storyboard.move': ({ chord }) => {
      const way = Object.entries(WAYS).find(([key]) => chord?.endsWith(key))?.[1];
      if (way) keeping(about, () => actions.move(about, way));
    },
    'storyboard.select-all': () => selection.set(order),
    'storyboard.delete': () => {
      const gone = new Set(about.map(keyOf));
      const at = order.findIndex((ref) => gone.has(keyOf(ref)));
      const next = order.slice(at).find((ref) => !gone.has(keyOf(ref))) ?? order[at - 1];
      actions.remove(about);
      selection.set([]);
      if (next) focus(next);
    },
  });
}
