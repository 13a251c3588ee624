import type { PointerEvent } from 'react';
import type { TimelineClip } from '#shared/timeline/document.ts';
import { fadeLength, keyframePosition, moveKeyframes, setFade } from '#shared/timeline/edits/index.ts';
import { fadesOf } from '#shared/timeline/transitions.ts';
import type { Gesture, PointerContext } from '../model/gesture.ts';
import { words } from '#renderer/words/index.ts';

const t = words.timelineGestures.appearance;

/** What a fade or keyframe that is dragged belongs to; null where the track is locked or nothing may be changed. */
function clipOf({ document, rows, change }: PointerContext, clipId: string | undefined): TimelineClip | null {
  const clip = document.timeline.clips.find(({ id }) => id === clipId);
  const isLocked = rows.some(({ track }) => track.id === clip?.trackId && track.locked);
  return change && clip && !isLocked ? clip : null;
}

/** The drag of a fade handle or of a keyframe, when the pointer went down on one. */
export function handleGesture(context: PointerContext, event: PointerEvent): Gesture | null {
  if (!(event.target instanceof Element)) return null;
  const handle = event.target.closest<HTMLElement>('[data-fade-handle]');
  if (handle) {
    const clip = clipOf(context, handle.closest<HTMLElement>('[data-clip]')?.dataset['clip']);
    return (
      clip &&
      fadeGesture(context, clip, handle.dataset['fadeHandle'] === 'in' ? 'fadeIn' : 'fadeOut', event.clientX)
    );
  }
  const keyframe = event.target.closest<HTMLElement>('[data-keyframe]');
  const clip = keyframe && clipOf(context, keyframe.dataset['of']);
  return clip && keyframeGesture(context, clip, Number(keyframe.dataset['keyframe']));
}

/** The fade follows the pointer; nothing is changed before it is let go. */
function fadeGesture(
  { store, lanes, change, pause, document }: PointerContext,
  clip: TimelineClip,
  fade: 'fadeIn' | 'fadeOut',
  downX: number,
): Gesture {
  const { frameRate } = document.timeline;
  const release = pause();
  const from = { time: lanes.timeAt(downX), seconds: fadesOf(clip)[fade] };
  store.setState({ selected: new Set([clip.id]), fromId: clip.id });
  return {
    move({ clientX }) {
      const by = lanes.timeAt(clientX) - from.time;
      const target = Math.max(0, from.seconds + (fade === 'fadeIn' ? by : -by));
      const seconds = fadeLength(clip, fade, target, frameRate);
      store.setState({ fadeDrag: { clipId: clip.id, fade, seconds } });
    },
    end(committed) {
      const { fadeDrag } = store.getState();
      store.setState({ fadeDrag: null });
      release();
      if (committed && fadeDrag) {
        change?.(fade === 'fadeIn' ? t.fadeIn : t.fadeOut, setFade([clip.id], fade, fadeDrag.seconds));
      }
    },
  };
}

/** The keyframes on a frame follow the pointer within their clip; a press alone chooses them and brings the playhead there. */
function keyframeGesture(
  { store, lanes, change, pause, document, playhead }: PointerContext,
  clip: TimelineClip,
  at: number,
): Gesture {
  const { frameRate } = document.timeline;
  const release = pause();
  store.setState({ keyframe: { clipId: clip.id, at, to: at } });
  return {
    move({ clientX }) {
      const to = keyframePosition(clip, lanes.timeAt(clientX) - clip.startTime, frameRate);
      store.setState({ keyframe: { clipId: clip.id, at, to } });
    },
    end(committed, dragged) {
      const to = committed ? (store.getState().keyframe?.to ?? at) : at;
      store.setState({ keyframe: { clipId: clip.id, at: to, to } });
      release();
      if (!dragged) playhead.seek(clip.startTime + at);
      else if (committed) change?.(t.moveKeyframe, moveKeyframes(clip.id, at, to));
    },
  };
}
