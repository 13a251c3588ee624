import type { TimelineClip, TimelineDocument } from '../document.ts';
import { MAX_SPEED, withClipExt } from '../ext.ts';
import { importedSpeedOf, mediumLengthOf, pictureTimeAt, visibleOf, speedOf } from '../speed.ts';
import { editableClips, endOf, replaceClips, type TimelineEdit } from './edit.ts';
import { SAME, snapToFrame, roundTime } from './frames.ts';
import { fitFades } from './pieces.ts';

/** The slowest that runs at all; below it a clip stands still. */
const MIN_SPEED = 0.01;

/** Where the next clip of its track begins; infinity where none does. */
function handleAfter({ timeline }: TimelineDocument, clip: TimelineClip): number {
  return timeline.clips.reduce(
    (next, { id, trackId, startTime }) =>
      id !== clip.id && trackId === clip.trackId && startTime >= endOf(clip) - SAME
        ? Math.min(next, startTime)
        : next,
    Infinity,
  );
}

function limited(speed: number): number {
  if (Math.abs(speed) < MIN_SPEED / 2) return 0;
  return Math.sign(speed) * Math.min(MAX_SPEED, Math.max(MIN_SPEED, Math.abs(speed)));
}

/** The length in which a clip shows what it shows now, as far as there is room for it; at least a frame. */
function lengthAt(document: TimelineDocument, clip: TimelineClip, speed: number): number {
  const { frameRate } = document.timeline;
  if (speed === 0 || speedOf(clip) === 0) return clip.duration;
  const requested = snapToFrame(visibleOf(clip) / Math.abs(speed), frameRate);
  return Math.max(1 / frameRate, Math.min(requested, handleAfter(document, clip) - clip.startTime));
}

function withSpeed(document: TimelineDocument, clip: TimelineClip, requested: number): TimelineClip | null {
  // No faster than that its whole medium takes a frame.
  const most = mediumLengthOf(clip) * document.timeline.frameRate;
  const speed = limited(Math.max(-most, Math.min(most, requested)));
  if (Math.abs(speed - speedOf(clip)) < SAME) return null;
  const { frameRate } = document.timeline;
  const full = mediumLengthOf(clip);
  const length = lengthAt(document, clip, speed);
  // Out of a still frame it runs for as long as the medium lasts.
  const duration = speed === 0 ? length : Math.max(1 / frameRate, Math.min(length, full / Math.abs(speed)));
  const displayed = duration * Math.abs(speed);
  const trimStart = Math.max(0, Math.min(clip.trimStart, full - displayed));
  const changed = withClipExt(clip, { speed: toStore(clip, speed) });
  return (
    changed &&
    fitFades({
      ...changed,
      duration: roundTime(duration, frameRate),
      trimStart: roundTime(trimStart, frameRate),
      trimEnd: Math.max(0, roundTime(full - trimStart - displayed, frameRate)),
    })
  );
}

/** A speed that the clip came with needs no saying. */
const toStore = (clip: TimelineClip, speed: number): number | undefined =>
  Math.abs(speed - importedSpeedOf(clip)) < SAME ? undefined : speed;

const canSpeed = ({ type }: TimelineClip): boolean => type === 'video' || type === 'audio';

/**
 * Sets how fast clips play. They show the same part of their media and become shorter or longer, as far as the next clip
 * leaves room; what does not fit is cut off the end.
 * @param speed 1 is as recorded, 0 stands still, below 0 runs backwards
 */
export const setSpeed =
  (ids: Iterable<string>, speed: number): TimelineEdit =>
  (document) =>
    Number.isFinite(speed)
      ? replaceClips(
          document,
          editableClips(document, ids)
            .filter(canSpeed)
            .flatMap((clip) => withSpeed(document, clip, speed) ?? []),
        )
      : null;

/** Holds the frame that clips show at a time for their whole length. @param time seconds of the timeline */
export const freezeClips =
  (ids: Iterable<string>, time: number): TimelineEdit =>
  (document) =>
    replaceClips(
      document,
      editableClips(document, ids)
        .filter((clip) => clip.type === 'video' && speedOf(clip) !== 0)
        .flatMap((clip) => {
          const { frameRate } = document.timeline;
          const full = mediumLengthOf(clip);
          const bounds = Math.min(Math.max(time, clip.startTime), endOf(clip) - 1 / frameRate);
          const at = Math.min(full, pictureTimeAt(clip, bounds, 1 / frameRate));
          const still = withClipExt(clip, { speed: toStore(clip, 0) });
          return still
            ? [{ ...still, trimStart: roundTime(at, frameRate), trimEnd: roundTime(full - at, frameRate) }]
            : [];
        }),
    );
