import type { TimelineClip } from './document.ts';

/** A clip and the whole frames that it takes where a track is written. */
export interface LaidClip {
  clip: TimelineClip;
  start: number;
  end: number;
}

/** The whole frames of a clip, one at least. @param rate frames a second. */
export function framesOfClip(
  { startTime, duration }: TimelineClip,
  rate: number,
): { start: number; end: number } {
  const start = Math.round(startTime * rate);
  return { start, end: Math.max(start + 1, Math.round((startTime + duration) * rate)) };
}

/**
 * Clips of a track as they are written: without overlap, each in the first lane that is free; less than a frame of overlap is
 * none. Pure.
 * @param rate frames a second. @param onSplit told of each clip that gets a lane of its own.
 */
export function lanesOf<Laid extends LaidClip>(
  laid: readonly Laid[],
  rate: number,
  onSplit: (entry: Laid) => void = () => undefined,
): Laid[][] {
  const lanes: Laid[][] = [[]];
  const sorted = laid.toSorted(
    (a, b) => a.clip.startTime - b.clip.startTime || (a.clip.id < b.clip.id ? -1 : 1),
  );
  for (const entry of sorted) {
    const free = lanes.find((lane) => {
      const last = lane.at(-1);
      if (!last || last.end <= entry.start) return true;
      // Clips shorter than a frame get one all the same; many of them must not push the next ones further and further.
      if (last.end > entry.start + 1) return false;
      return last.clip.startTime + last.clip.duration - entry.clip.startTime < 1 / rate;
    });
    const last = free?.at(-1);
    const start = Math.max(entry.start, free ? (last?.end ?? 0) : entry.start);
    const snapped = { ...entry, start, end: Math.max(entry.end, start + 1) };
    if (free) free.push(snapped);
    else {
      lanes.push([snapped]);
      onSplit(entry);
    }
  }
  return lanes;
}
