import { useCallback, useLayoutEffect, useRef, type PointerEvent, type RefObject } from 'react';
import type { TimelineClip } from '#shared/timeline/document.ts';
import { endOf, gapAt, splitClips, withLinked } from '#shared/timeline/edits/index.ts';
import { followPointer } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { Gesture, PointerContext } from '../model/gesture.ts';
import { dragStep, type DragStep, type Grab, type Zone } from './drag.ts';
import type { Box } from '../model/edit-store.ts';
import { handleGesture } from './look-gestures.ts';
import { changed, partingIds, notifyCut, notifyBlocked } from './step-notices.ts';
import { nearestSnap, snapPoints, type SnapPoint } from '../model/snapping.ts';
import { HEADS } from '../model/use-timeline-scale.ts';

const t = words.timelineGestures.useTimelinePointer;

/** Pixels within which edges snap, and from an edge of the view that scrolls it. */
export const SNAP_PIXELS = 8;
const EDGE = 36;
/** Pixels on both sides of a cut within which the roll tool holds it. */
const ROLL_PIXELS = 8;

export const newId = (): string => `clip-${crypto.randomUUID()}`;

/**
 * Dragging in the lanes: clips move and are trimmed, and an empty place draws a box around clips.
 * @returns what the lanes listen with, and what gives up a drag. That says whether there was one.
 */
export function useTimelinePointer(context: PointerContext): {
  onPointerDown: (event: PointerEvent) => void;
  /** Chooses a clip with those linked to it, as the keyboard does. */
  select: (clipId: string) => void;
  cancel: () => boolean;
} {
  const latest = useRef(context);
  useLayoutEffect(() => {
    latest.current = context;
  });
  const stop = useRef<(() => void) | null>(null);
  useLayoutEffect(() => () => stop.current?.(), []);

  const cancel = (): boolean => {
    const had = stop.current !== null;
    stop.current?.();
    return had;
  };

  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    cancel();
    const current = latest.current;
    const lane = event.target.closest<HTMLElement>('[data-track]');
    const { clip, zone, isCut } = pressTarget(current, lane?.dataset['track'], event.target, event.clientX);
    const handleDrag = isCut ? null : handleGesture(current, event);
    if (handleDrag) {
      stop.current = follow(handleDrag, latest, event, () => (stop.current = null));
      return;
    }
    if (!lane) {
      clearSelectionUnder(current, event);
      return;
    }
    if (!clip) current.store.setState({ markerId: null });
    if (clip) {
      current.store.setState({ trackId: clip.trackId });
      if (current.store.getState().tool === 'razor' && current.change) {
        cutAt(current, clip, event);
        return;
      }
      select(current, clip, event.shiftKey || event.ctrlKey || event.metaKey);
    }
    current.store.setState({ gap: null });
    const gesture = clip
      ? clipGesture(latest, clip, zone, event)
      : marqueeGesture(latest, lane.dataset['track'] ?? '', event);
    stop.current = gesture && follow(gesture, latest, event, () => (stop.current = null));
  };
  const selectClip = useCallback((clipId: string): void => {
    const { store, document } = latest.current;
    store.setState({ selected: withLinked(document, [clipId]), fromId: clipId });
  }, []);
  return { onPointerDown, select: selectClip, cancel };
}

/** A press on the empty area under the tracks; the ruler and the heads of tracks stand beside the rows. */
function clearSelectionUnder(
  { store, rowsElement }: PointerContext,
  { target, currentTarget }: PointerEvent,
): void {
  const isUnder =
    target !== currentTarget && target instanceof Element && target.contains(rowsElement.current);
  if (isUnder) store.setState({ selected: new Set(), gap: null, markerId: null });
}

/** The clip that is pressed, and what of it; with the roll tool the cut that is near. */
function pressTarget(
  context: PointerContext,
  trackId: string | undefined,
  target: Element,
  clientX: number,
): { clip: TimelineClip | undefined; zone: Zone; isCut: boolean } {
  const clipId = target.closest<HTMLElement>('[data-clip]')?.dataset['clip'];
  const pressed = context.document.timeline.clips.find(({ id }) => id === clipId);
  const rolls = context.store.getState().tool === 'roll' && context.change !== null;
  const before = rolls ? nearestCut(context, trackId, clientX) : null;
  if (before) {
    const isBehind = pressed !== undefined && Math.abs(pressed.startTime - endOf(before)) < 1e-6;
    return { clip: isBehind ? pressed : before, zone: isBehind ? 'start' : 'end', isCut: true };
  }
  const edge = target.closest<HTMLElement>('[data-edge]')?.dataset['edge'];
  return { clip: pressed, zone: edge === 'start' || edge === 'end' ? edge : 'body', isCut: false };
}

/**
 * What the roll tool holds at a point: the cut that is nearest on the track, from either side and on the line itself.
 * @returns the clip before the cut; null where no cut is near
 */
function nearestCut(
  { document, lanes }: PointerContext,
  trackId: string | undefined,
  clientX: number,
): TimelineClip | null {
  const time = lanes.timeAt(clientX);
  const clips = document.timeline.clips.filter((clip) => clip.trackId === trackId);
  const starts = clips.map(({ startTime }) => startTime);
  const distance = (clip: TimelineClip): number => Math.abs(endOf(clip) - time);
  return (
    clips
      .filter((clip) => distance(clip) * lanes.scale <= ROLL_PIXELS)
      .filter((clip) => starts.some((start) => Math.abs(start - endOf(clip)) < 1e-6))
      .toSorted((a, b) => distance(a) - distance(b))[0] ?? null
  );
}

/** Selects a clip with those linked to it, unless it is selected; with a key held it is added or taken out. */
function select({ store, document }: PointerContext, clip: TimelineClip, adds: boolean): void {
  const { selected } = store.getState();
  const linked = withLinked(document, [clip.id]);
  if (!adds) {
    if (!selected.has(clip.id)) store.setState({ selected: linked });
  } else {
    store.setState({
      selected: selected.has(clip.id)
        ? new Set([...selected].filter((id) => !linked.has(id)))
        : new Set([...selected, ...linked]),
    });
  }
  store.setState({ fromId: clip.id });
}

/** The razor: the clip and those linked with it, or with Shift all tracks, are cut at the pointer. */
function cutAt(
  { document, lanes, store, playhead, change }: PointerContext,
  clip: TimelineClip,
  event: PointerEvent,
) {
  const time = lanes.timeAt(event.clientX);
  const points =
    store.getState().snapping && !event.altKey
      ? snapPoints(document, new Set(), playhead.getState().time)
      : [];
  const by = nearestSnap(points, [time], SNAP_PIXELS / lanes.scale)?.by ?? 0;
  const ids = event.shiftKey ? null : withLinked(document, [clip.id]);
  change?.(event.shiftKey ? t.splitAllTracks : t.splitClip, splitClips(time + by, ids, newId));
}

function clipGesture(
  latest: RefObject<PointerContext>,
  clip: TimelineClip,
  zone: Zone,
  down: PointerEvent,
): Gesture | null {
  const { document, rows, lanes, store, playhead, change, pause } = latest.current;
  const { selected, tool, snapping, keepsStep } = store.getState();
  if (
    !change ||
    !selected.has(clip.id) ||
    rows.some(({ track }) => track.id === clip.trackId && track.locked)
  ) {
    return null;
  }
  const ids = [clip.id, ...[...selected].filter((id) => id !== clip.id)];
  const grab: Grab = { clip, zone, tool, ids };
  const startTime = lanes.timeAt(down.clientX);
  const moving = new Set(zone === 'body' ? ids : [clip.id]);
  const points: readonly SnapPoint[] = snapping ? snapPoints(document, moving, playhead.getState().time) : [];
  const release = pause();
  let step: DragStep | null = null;
  let copies = false;
  const input = partingIds(newId);
  // These tools are for cuts: elsewhere they choose, and move nothing.
  const onlySelects = zone === 'body' && (tool === 'roll' || tool === 'ripple');
  return {
    move({ clientX, clientY, altKey, copy }) {
      if (onlySelects) return;
      copies = copy;
      const current = latest.current;
      step = dragStep(
        grab,
        { by: current.lanes.timeAt(clientX) - startTime, trackId: trackAt(current, clientY), copy },
        {
          document,
          rows,
          keepsStep,
          points: altKey ? [] : points,
          tolerance: SNAP_PIXELS / current.lanes.scale,
          newId: input.newId,
        },
      );
      if (store.getState().dragging.size === 0)
        store.setState({ dragging: new Set(step.preview.positions.keys()) });
      store.setState({ preview: step.preview, guide: step.guide });
    },
    end(committed, dragged) {
      store.setState({ dragging: new Set(), preview: null, guide: null });
      release();
      const isSimpleClick = !dragged && !down.shiftKey && !down.ctrlKey && !down.metaKey;
      if (isSimpleClick) store.setState({ selected: withLinked(document, [clip.id]) });
      if (!committed || !step?.edit) return;
      const result = changed(latest.current.change, step.name, step.edit);
      if (!result) return;
      notifyBlocked(latest.current, result.after, step.blocked);
      // What is copied stays, and can be covered by its own copy.
      const otherIds = new Set(copies ? [] : ids);
      if (zone === 'body') notifyCut(latest.current, { ...result, splitIds: input.splitIds }, otherIds);
    },
  };
}

/** The track at a height of the window. */
function trackAt({ rows, rowsElement }: PointerContext, clientY: number): string | null {
  const y = clientY - (rowsElement.current?.getBoundingClientRect().top ?? 0);
  return rows.find(({ top, height }) => y >= top && y < top + height)?.track.id ?? null;
}

/** A box around clips; where the pointer did not move, the gap that it is on. */
function marqueeGesture(latest: RefObject<PointerContext>, trackId: string, down: PointerEvent): Gesture {
  const { store, lanes, rowsElement } = latest.current;
  const top = () => rowsElement.current?.getBoundingClientRect().top ?? 0;
  const from = { time: lanes.timeAt(down.clientX), y: down.clientY - top() };
  const before = down.shiftKey ? store.getState().selected : new Set<string>();
  store.setState({ selected: before });
  return {
    move({ clientX, clientY }) {
      const current = latest.current;
      const to = { time: current.lanes.timeAt(clientX), y: clientY - top() };
      const [left, right] = [Math.min(from.time, to.time), Math.max(from.time, to.time)];
      const [above, below] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
      const marquee: Box = {
        left: left * current.lanes.scale,
        top: above,
        width: (right - left) * current.lanes.scale,
        height: below - above,
      };
      const inside = current.rows
        .filter((row) => row.top < below && row.top + row.height > above)
        .flatMap(({ clips }) =>
          clips.filter((clip) => clip.startTime < right && clip.startTime + clip.duration > left),
        );
      const found = withLinked(
        current.document,
        inside.map(({ id }) => id),
      );
      store.setState({ marquee, selected: new Set([...before, ...found]) });
    },
    end: (committed, dragged) => {
      store.setState({ marquee: null });
      const { document, change } = latest.current;
      const isGap = committed && !dragged && change !== null && gapAt(document, trackId, from.time) !== null;
      if (isGap) store.setState({ gap: { trackId, at: from.time }, trackId });
    },
  };
}

/**
 * Plays a gesture until its pointer is up or is lost, scrolling the view when it comes near its sides.
 * @returns cancels the gesture.
 */
function follow(
  gesture: Gesture,
  latest: RefObject<PointerContext>,
  down: PointerEvent,
  onFinish: () => void,
): () => void {
  let last: globalThis.PointerEvent | null = null;
  let frame = 0;
  const move = (event: globalThis.PointerEvent): void =>
    gesture.move({
      clientX: event.clientX,
      clientY: event.clientY,
      altKey: event.altKey,
      copy: event.ctrlKey || event.metaKey,
    });
  const scroll = (): void => {
    frame = 0;
    const element = latest.current.lanes.scroller.current;
    if (!last || !element) return;
    const box = element.getBoundingClientRect();
    const over =
      Math.max(0, last.clientX - (box.right - EDGE)) - Math.max(0, box.left + HEADS + EDGE - last.clientX);
    if (over === 0) return;
    element.scrollLeft += Math.sign(over) * Math.min(24, Math.ceil(Math.abs(over) / 2));
    move(last);
    frame = requestAnimationFrame(scroll);
  };
  const finish = (committed: boolean): void => {
    cancelAnimationFrame(frame);
    onFinish();
    gesture.end(committed, last !== null);
  };
  const stop = followPointer(down, {
    onMove(event) {
      last = event;
      move(event);
      if (frame === 0) frame = requestAnimationFrame(scroll);
    },
    onEnd: () => finish(true),
    onCancel: () => finish(false),
  });
  return () => {
    stop();
    finish(false);
  };
}
