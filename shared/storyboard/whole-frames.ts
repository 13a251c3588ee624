import type { TimelineClip } from '../timeline/index.ts';
import { SAME, snapToFrame, roundTime } from '../timeline/edits/frames.ts';
import { isEndless, moveTail } from '../timeline/edits/pieces.ts';
import { speedOf } from '../timeline/speed.ts';

/**
 * Clips of a board with both edges on whole frames. Each edge is rounded by its own time, so that nothing drifts however many
 * clips there are; a clip has a frame at least. @param clips in playing order, as the board says.
 */
export function snapToFrames(clips: readonly TimelineClip[], frameRate: number): TimelineClip[] {
  let lastEnd = 0;
  let lastFrame = 0;
  return clips.map((clip) => {
    const end = clip.startTime + clip.duration;
    const rounded = Math.round(clip.startTime * frameRate);
    const from = clip.startTime >= lastEnd - SAME ? Math.max(rounded, lastFrame) : rounded;
    const to = Math.max(from + 1, Math.round(end * frameRate));
    [lastEnd, lastFrame] = [end, to];
    return { ...clip, startTime: from / frameRate, duration: (to - from) / frameRate };
  });
}

/** A clip that ends on a frame as well, within its medium; it begins on one. */
export function endOnFrame(clip: TimelineClip, frameRate: number): TimelineClip {
  const frame = 1 / frameRate;
  const end = clip.startTime + clip.duration;
  let by = snapToFrame(end, frameRate) - end;
  if (Math.abs(by) < SAME) return clip;
  const speed = Math.abs(speedOf(clip));
  const capacity = speedOf(clip) < 0 ? clip.trimStart : clip.trimEnd;
  if (by > 0 && !isEndless(clip) && capacity < by * speed) by -= frame;
  return roundTime(clip.duration + by, frameRate) < frame - SAME ? clip : moveTail(clip, by, frameRate);
}
