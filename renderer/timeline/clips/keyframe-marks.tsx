import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import type { TimelineClip } from '#shared/timeline/document.ts';
import { keyframeTimes } from '#shared/timeline/edits/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditStore } from '../model/edit-store.ts';
import { timecodeLabel } from '../model/timecode.ts';
import css from './clip.module.css';

const t = words.timelineClips.keyframeMarks;

/** Keyframes along a clip, one mark for all that lie on a frame: they are dragged, nudged and deleted there. */
export function KeyframeMarks({
  clip,
  scale,
  frameRate,
  store,
}: {
  clip: TimelineClip;
  /** Pixels a second. */
  scale: number;
  frameRate: number;
  store: EditStore;
}): ReactElement[] {
  const selected = useStore(store, ({ keyframe }) => (keyframe?.clipId === clip.id ? keyframe : null));
  return keyframeTimes(clip, frameRate).map((at, index) => {
    const isSelected = selected !== null && Math.abs(selected.at - at) <= 0.5 / frameRate;
    const displayTime = isSelected ? selected.to : at;
    return (
      <button
        key={index}
        type="button"
        className={css['keyframe']}
        style={{ left: displayTime * scale }}
        data-keyframe={at}
        data-of={clip.id}
        aria-label={t.keyframeAt(timecodeLabel(clip.startTime + displayTime, frameRate))}
        aria-pressed={isSelected}
        title={t.keyframeDragMoveFrame}
        onFocus={() => store.setState({ keyframe: { clipId: clip.id, at, to: at } })}
        onBlur={() => store.setState({ keyframe: null })}
      />
    );
  });
}
