import type { TimelineClip, TimelineDocument } from '#shared/timeline/document.ts';
import {
  copyClipsTo,
  editableClips,
  endOf,
  linkedCuts,
  moveClips,
  positionsOf,
  rippleDistance,
  rippleTrim,
  rollCut,
  rollDistance,
  slipClips,
  slipDistance,
  trimClips,
  trimDistance,
  trimInStep,
  withLinked,
  type NewId,
  type TimelineEdit,
} from '#shared/timeline/edits/index.ts';
import { pictureTimeAt } from '#shared/timeline/speed.ts';
import { words } from '#renderer/words/index.ts';
import type { DraggedEdge, DragPreview, Guide, Tool } from '../model/edit-store.ts';
import type { TrackRow } from '../model/layout.ts';
import { nearestSnap, type SnapPoint } from '../model/snapping.ts';
import { formatTimecode } from '../model/timecode.ts';

const t = words.timelineGestures.drag;

/** What of a clip was taken hold of. */
export type Zone = 'start' | 'end' | 'body';

/** What a drag began with. */
export interface Grab {
  clip: TimelineClip;
  zone: Zone;
  tool: Tool;
  /** The clips that go along: the selected ones, or the clip with those linked to it. */
  ids: readonly string[];
}

/** Where the pointer has come since. */
export interface DragPoint {
  /** Seconds to the right. */
  by: number;
  /** The track under the pointer. */
  trackId: string | null;
  /** Copies are put there instead. */
  copy: boolean;
}

/** What a drag would do if it ended now. */
export interface DragStep {
  /** Of the undo step. */
  name: string;
  edit: TimelineEdit | null;
  preview: DragPreview;
  guide: Guide | null;
  /** Tracks that could not stay in step. */
  blocked: readonly string[];
}

export interface DragContext {
  document: TimelineDocument;
  rows: readonly TrackRow[];
  /** What ripples moves what is later on other tracks too. */
  keepsStep: boolean;
  /** In order; empty for no snapping. */
  points: readonly SnapPoint[];
  /** Seconds within which edges snap. */
  tolerance: number;
  newId: NewId;
}

const count = (clips: number): string => (clips === 1 ? 'clip' : t.clips(clips));

/** A change of time beside the pointer, where room is short. */
function signed(seconds: number, frameRate: number): string {
  return `${seconds < 0 ? '−' : '+'}${formatTimecode(Math.abs(seconds), frameRate, 'short')}`;
}

/** The edges of clips as an edit of these alone would leave them. */
function edgesAfter(
  document: TimelineDocument,
  clips: readonly TimelineClip[],
  edit: TimelineEdit | null,
  edges: readonly { id: string; edge: 'start' | 'end' }[],
): DraggedEdge[] {
  const subset = { ...document, timeline: { ...document.timeline, clips: [...clips] } };
  const after = (edit?.(subset) ?? subset).timeline.clips;
  const frame = 1 / document.timeline.frameRate;
  return edges.flatMap(({ id, edge }) => {
    const clip = after.find((candidate) => candidate.id === id);
    if (!clip || (clip.type !== 'image' && clip.type !== 'video')) return [];
    const time = edge === 'start' ? clip.startTime : Math.max(clip.startTime, endOf(clip) - frame);
    return [{ clip, edge, time, mediumTime: pictureTimeAt(clip, time, frame) }];
  });
}

/** A distance that brings one of some edges to a point, where one is near; and that point. */
function snapped(by: number, edges: readonly number[], { points, tolerance }: DragContext) {
  const snap = nearestSnap(
    points,
    edges.map((edge) => edge + by),
    tolerance,
  );
  return { by: by + (snap?.by ?? 0), point: snap?.point ?? null };
}

/** The point as a line, when an edge has really come there. */
const guideAt = (point: SnapPoint | null, edges: readonly number[]): Guide | null =>
  point && edges.some((edge) => Math.abs(edge - point.time) < 1e-3) ? point : null;

/** What a drag does at a point. */
export function dragStep(grab: Grab, point: DragPoint, context: DragContext): DragStep {
  if (grab.zone === 'body')
    return grab.tool === 'slip' ? slipStep(grab, point, context) : moveStep(grab, point, context);
  const neighbor = neighborOf(grab, context.document);
  if (grab.tool === 'roll' && neighbor) return rollStep(grab, neighbor, point, context);
  return trimStep(grab, point, context);
}

function moveStep({ clip, ids }: Grab, { by, trackId, copy }: DragPoint, context: DragContext): DragStep {
  const { document, rows, newId } = context;
  const clips = editableClips(document, ids);
  const edges = clips.flatMap((item) => [item.startTime, endOf(item)]);
  const snap = snapped(by, edges, context);
  const tracks = tracksUnder(rows, clip.trackId, trackId, clips);
  const positions = positionsOf(document, { ids, by: snap.by, tracks });
  const move = { ids, by: snap.by, tracks };
  const first = positions?.find(({ id }) => id === clip.id);
  return {
    name: t.trimOf(copy ? t.copyStep : t.moveStep, count(clips.length)),
    blocked: [],
    edit: positions && (copy ? copyClipsTo(move, newId) : moveClips(move, newId)),
    preview: {
      positions: new Map((positions ?? []).map((position) => [position.id, position])),
      shifts: [],
      label: signed((first?.startTime ?? clip.startTime) - clip.startTime, document.timeline.frameRate),
      at: { time: first?.startTime ?? clip.startTime, trackId: first?.trackId ?? clip.trackId },
      edges: [],
    },
    guide: guideAt(snap.point, positions?.flatMap((item) => [item.startTime, endOf(item)]) ?? []),
  };
}

/**
 * From which track to which a drag goes: clips of the kind of row it was begun on move by as many rows; pictures stay among
 * pictures and sounds among sounds.
 */
function tracksUnder(
  rows: readonly TrackRow[],
  from: string,
  to: string | null,
  clips: readonly TimelineClip[],
): ReadonlyMap<string, string> | undefined {
  const start = rows.findIndex(({ track }) => track.id === from);
  const end = rows.findIndex(({ track }) => track.id === to);
  const by = end - start;
  if (start === -1 || end === -1 || by === 0) return undefined;
  const isSound = (index: number): boolean => rows[index]?.kind === 'sound';
  const map = new Map<string, string>();
  for (const trackId of new Set(clips.map((item) => item.trackId))) {
    const index = rows.findIndex(({ track }) => track.id === trackId);
    if (isSound(index) !== isSound(start)) continue;
    const target = rows[index + by];
    if (!target || isSound(index + by) !== isSound(start) || target.track.locked) return undefined;
    map.set(trackId, target.track.id);
  }
  return map;
}

/** The clip first; linked clips whose edge lies at the same time go along. */
export function trimmedIds(
  { clip, zone }: Pick<Grab, 'clip' | 'zone'>,
  document: TimelineDocument,
): string[] {
  const time = zone === 'start' ? clip.startTime : endOf(clip);
  const linked = editableClips(document, withLinked(document, [clip.id])).filter(
    (item) =>
      item.id !== clip.id && Math.abs((zone === 'start' ? item.startTime : endOf(item)) - time) < 1e-3,
  );
  return [clip.id, ...linked.map(({ id }) => id)];
}

function trimStep(grab: Grab, { by }: DragPoint, context: DragContext): DragStep {
  const { document } = context;
  const { clip, tool } = grab;
  const edge = grab.zone === 'start' ? 'start' : 'end';
  const at = edge === 'start' ? clip.startTime : endOf(clip);
  const snap = snapped(by, [at], context);
  const trim = { ids: trimmedIds(grab, document), edge, by: snap.by } as const;
  const ripple = tool === 'ripple';
  const distance = ripple ? rippleDistance(document, trim) : trimDistance(document, trim);
  const longer = edge === 'start' ? -distance : distance;
  const clips = editableClips(document, trim.ids);
  const { frameRate } = document.timeline;
  const rippled = ripple && context.keepsStep ? trimInStep(document, { ...trim, by: distance }) : null;
  const localEdit = ripple
    ? rippleTrim({ ids: [clip.id], edge, by: distance })
    : trimClips({ ids: [clip.id], edge, by: distance });
  return {
    name: t.trimOf(ripple ? t.rippleTrim : t.trim, count(clips.length)),
    edit: distance === 0 ? null : ripple ? rippleTrim(trim, context.keepsStep) : trimClips(trim),
    blocked: rippled?.stuck ?? [],
    preview: {
      positions: new Map(
        clips.map((item) => [
          item.id,
          {
            trackId: item.trackId,
            startTime: item.startTime + (edge === 'start' && !ripple ? distance : 0),
            duration: item.duration + longer,
          },
        ]),
      ),
      shifts: [
        ...(ripple ? clips.map((item) => ({ trackId: item.trackId, from: endOf(item), by: longer })) : []),
        ...(rippled?.shifts ?? []),
      ],
      label: words.clips.trimmed(
        formatTimecode(clip.duration + longer, frameRate),
        signed(longer, frameRate),
      ),
      // The head of a ripple trim stays where it is; what follows moves.
      at: { time: ripple && edge === 'start' ? at : at + distance, trackId: clip.trackId },
      edges: edgesAfter(document, [clip], distance === 0 ? null : localEdit, [{ id: clip.id, edge }]),
    },
    guide: guideAt(snap.point, [at + distance]),
  };
}

/** The clip that touches the edge. */
function neighborOf({ clip, zone }: Grab, document: TimelineDocument): TimelineClip | null {
  return (
    document.timeline.clips.find(
      (item) =>
        item.trackId === clip.trackId &&
        item.id !== clip.id &&
        Math.abs(zone === 'start' ? endOf(item) - clip.startTime : item.startTime - endOf(clip)) < 1e-6,
    ) ?? null
  );
}

function rollStep(
  { clip, zone }: Grab,
  neighbor: TimelineClip,
  { by }: DragPoint,
  context: DragContext,
): DragStep {
  const { document } = context;
  const [left, right] = zone === 'start' ? [neighbor, clip] : [clip, neighbor];
  const cut = { leftId: left.id, rightId: right.id };
  const snap = snapped(by, [right.startTime], context);
  const distance = rollDistance(document, cut, snap.by);
  const { frameRate } = document.timeline;
  return {
    name: t.rollCut,
    blocked: [],
    edit: distance === 0 ? null : rollCut(cut, snap.by),
    preview: {
      positions: new Map(
        linkedCuts(document, cut).flatMap(([before, after]) => [
          [before.id, { ...before, duration: before.duration + distance }],
          [
            after.id,
            { ...after, startTime: after.startTime + distance, duration: after.duration - distance },
          ],
        ]),
      ),
      shifts: [],
      label: words.clips.rolled(
        formatTimecode(left.duration + distance, frameRate),
        formatTimecode(right.duration - distance, frameRate),
        signed(distance, frameRate),
      ),
      at: { time: right.startTime + distance, trackId: right.trackId },
      edges: edgesAfter(document, [left, right], distance === 0 ? null : rollCut(cut, distance), [
        { id: left.id, edge: 'end' },
        { id: right.id, edge: 'start' },
      ]),
    },
    guide: guideAt(snap.point, [right.startTime + distance]),
  };
}

function slipStep({ clip, ids }: Grab, { by }: DragPoint, { document }: DragContext): DragStep {
  // The medium follows the pointer: to the right shows what comes earlier.
  const distance = slipDistance(document, ids, -by);
  const { frameRate } = document.timeline;
  return {
    name: t.trimOf(t.slipStep, count(ids.length)),
    blocked: [],
    edit: distance === 0 ? null : slipClips(ids, -by),
    preview: {
      // It stays where it is; what the drag does is said there.
      positions: new Map([[clip.id, clip]]),
      shifts: [],
      label: words.clips.slipped(
        formatTimecode(clip.trimStart + distance, frameRate),
        signed(distance, frameRate),
      ),
      at: { time: clip.startTime, trackId: clip.trackId },
      edges: edgesAfter(document, [clip], distance === 0 ? null : slipClips([clip.id], distance), [
        { id: clip.id, edge: 'start' },
        { id: clip.id, edge: 'end' },
      ]),
    },
    guide: null,
  };
}
