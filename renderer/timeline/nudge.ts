import type { TimelineDocument } from '#shared/timeline/document.ts';
import { frameOf, keyframePlace, moveClips, moveKeyframes } from '#shared/timeline/edits/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditStore, Nudged } from './edit-store.ts';
import { changed, sayCut, type Editing } from './step-notices.ts';
import { newId } from './use-timeline-pointer.ts';

interface NudgeParts extends Editing {
  store: EditStore;
  document: TimelineDocument;
}

/** Moves the chosen keyframes or clips by frames. Presses that go on with the same ones are one step. */
export function nudge(parts: NudgeParts, frames: number): void {
  const { document, store, change } = parts;
  const { keyframe, selected } = store.getState();
  if (keyframe) {
    nudgeKeyframe(parts, keyframe, frames);
    return;
  }
  const what = JSON.stringify([...selected].toSorted());
  const earlier = earlierPresses(parts, what);
  const edit = moveClips({ ids: [...selected], by: frames * frameOf(document) }, newId);
  const made = changed(change, words.clips.stepNudge(selected.size), edit, earlier.gesture);
  if (!made) return;
  sayNudged(store, earlier, { what, frames, document: made.after });
  sayCut(parts, { before: earlier.before, after: made.after }, selected);
}

const keyframesAt = (clipId: string, at: number): string => JSON.stringify({ clipId, at });

function nudgeKeyframe(
  parts: NudgeParts,
  { clipId, at }: { clipId: string; at: number },
  frames: number,
): void {
  const { document, store, change } = parts;
  const clip = document.timeline.clips.find(({ id }) => id === clipId);
  if (!clip) return;
  const to = keyframePlace(clip, at + frames * frameOf(document), document.timeline.frameRate);
  const earlier = earlierPresses(parts, keyframesAt(clipId, at));
  const made = changed(change, 'move keyframe', moveKeyframes(clipId, at, to), earlier.gesture);
  store.setState({ keyframe: { clipId, at: to, to } });
  if (made) sayNudged(store, earlier, { what: keyframesAt(clipId, to), frames, document: made.after });
}

/** The presses right before that moved the same; else none, with a gesture to begin. */
function earlierPresses(
  { store, document }: NudgeParts,
  what: string,
): Pick<Nudged, 'gesture' | 'frames' | 'before'> {
  const { nudged } = store.getState();
  if (nudged?.document === document && nudged.what === what) return nudged;
  return { gesture: `nudge ${crypto.randomUUID()}`, frames: 0, before: document };
}

/** Says how far the frame keys have moved something, with the presses right before. */
function sayNudged(
  store: EditStore,
  { gesture, before, frames }: Pick<Nudged, 'gesture' | 'frames' | 'before'>,
  press: Pick<Nudged, 'what' | 'frames' | 'document'>,
): void {
  store.setState({ nudged: { ...press, gesture, before, frames: frames + press.frames } });
}
