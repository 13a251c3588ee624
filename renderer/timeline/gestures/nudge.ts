import type { TimelineDocument } from '#shared/timeline/document.ts';
import { frameOf, keyframePosition, moveClips, moveKeyframes } from '#shared/timeline/edits/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditStore, LastNudge } from '../model/edit-store.ts';
import { changed, notifyCut, type Editing } from './step-notices.ts';
import { newId } from './use-timeline-pointer.ts';

interface NudgeContext extends Editing {
  store: EditStore;
  document: TimelineDocument;
}

/** Moves the chosen keyframes or clips by frames. Presses that go on with the same ones are one step. */
export function nudge(context: NudgeContext, frames: number): void {
  const { document, store, change } = context;
  const { keyframe, selected } = store.getState();
  if (keyframe) {
    nudgeKeyframe(context, keyframe, frames);
    return;
  }
  const target = JSON.stringify([...selected].toSorted());
  const previous = previousPresses(context, target);
  const edit = moveClips({ ids: [...selected], by: frames * frameOf(document) }, newId);
  const result = changed(change, words.clips.stepNudge(selected.size), edit, previous.gesture);
  if (!result) return;
  showNudge(store, previous, { label: target, frames, document: result.after });
  notifyCut(context, { before: previous.before, after: result.after }, selected);
}

const keyframesAt = (clipId: string, at: number): string => JSON.stringify({ clipId, at });

function nudgeKeyframe(
  context: NudgeContext,
  { clipId, at }: { clipId: string; at: number },
  frames: number,
): void {
  const { document, store, change } = context;
  const clip = document.timeline.clips.find(({ id }) => id === clipId);
  if (!clip) return;
  const to = keyframePosition(clip, at + frames * frameOf(document), document.timeline.frameRate);
  const previous = previousPresses(context, keyframesAt(clipId, at));
  const result = changed(
    change,
    words.timelineGestures.appearance.moveKeyframe,
    moveKeyframes(clipId, at, to),
    previous.gesture,
  );
  store.setState({ keyframe: { clipId, at: to, to } });
  if (result) showNudge(store, previous, { label: keyframesAt(clipId, to), frames, document: result.after });
}

/** The presses right before that moved the same; else none, with a gesture to begin. */
function previousPresses(
  { store, document }: NudgeContext,
  target: string,
): Pick<LastNudge, 'gesture' | 'frames' | 'before'> {
  const { lastNudge } = store.getState();
  if (lastNudge?.document === document && lastNudge.label === target) return lastNudge;
  return { gesture: `nudge ${crypto.randomUUID()}`, frames: 0, before: document };
}

/** Says how far the frame keys have moved something, with the presses right before. */
function showNudge(
  store: EditStore,
  { gesture, before, frames }: Pick<LastNudge, 'gesture' | 'frames' | 'before'>,
  press: Pick<LastNudge, 'label' | 'frames' | 'document'>,
): void {
  store.setState({ lastNudge: { ...press, gesture, before, frames: frames + press.frames } });
}
