import { shotKeys } from '#shared/storyboard/board-clips.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import { useIntent } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { FocusOnShot } from '../model/board-focus.ts';
import type { ShotSelection } from '../model/selection.ts';

const t = words.storyboard.useShot;

/** Says that a shot that was asked for is not on the board. */
export const notifyMissingShot = (): void =>
  showToast({
    title: t.shotNoLongerStoryboard,
    description: t.clipTimelineUntilYou,
  });

/** Selects the shot that the timeline asked for, and brings it into view. */
export function useRequestedShot({
  connectionId,
  projectId,
  document,
  order,
  selection,
  focus,
}: {
  connectionId: string;
  projectId: string;
  document: StoryboardDocument;
  /** All shots as they play. */
  order: readonly ShotRef[];
  selection: ShotSelection;
  focus: FocusOnShot;
}): void {
  useIntent('show-shot', { connectionId, projectId }, ({ shotId }) => {
    const keyOf = shotKeys(document);
    const ref = order.find(({ scene, shot }) => keyOf(scene, shot) === shotId);
    if (!ref) return notifyMissingShot();
    selection.set([ref]);
    return focus(ref);
  });
}
