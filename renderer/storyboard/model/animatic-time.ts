import { transitionInOf, transitionSeconds } from '#shared/storyboard/transitions.ts';
import type { StoryboardDocument, StoryboardShot } from '#shared/storyboard/document.ts';

/** A shot with the time it plays at, in seconds. */
export interface AnimaticShot {
  shot: StoryboardShot;
  /** `2.3`: the third shot of the second scene. */
  number: string;
  start: number;
  end: number;
}

/** All shots with the times they play at; one of no length gets none. */
export function timedShots({ sequences, settings }: StoryboardDocument): AnimaticShot[] {
  let start = 0;
  return sequences.flatMap(({ shots }, scene) =>
    shots.flatMap((shot, index) => {
      const length = shot.durationSeconds ?? settings.defaultFrameDuration;
      if (length <= 0) return [];
      const timed = { shot, number: `${scene + 1}.${index + 1}`, start, end: start + length };
      start += length;
      return [timed];
    }),
  );
}

/**
 * What is seen at a time: the shot that plays, over the one before it while its transition goes on. A dissolve mixes the
 * two, a fade comes up from black; every other transition is a cut.
 */
export function layersAt(
  shots: readonly AnimaticShot[],
  time: number,
): { index: number; layers: { shot: AnimaticShot; opacity: number }[] } {
  const found = shots.findIndex(({ end }) => time < end);
  const index = found === -1 ? shots.length - 1 : found;
  const shot = shots[index];
  if (!shot) return { index: 0, layers: [] };
  const length = transitionSeconds(shot.end - shot.start);
  const transition = transitionInOf(shot.shot.transition, index === 0);
  const progress = Math.min(1, Math.max(0, (time - shot.start) / length));
  const before = shots[index - 1];
  if (progress < 1 && transition === 'fade') return { index, layers: [{ shot, opacity: progress }] };
  if (progress < 1 && before && transition === 'dissolve') {
    return {
      index,
      layers: [
        { shot: before, opacity: 1 },
        { shot, opacity: progress },
      ],
    };
  }
  return { index, layers: [{ shot, opacity: 1 }] };
}
