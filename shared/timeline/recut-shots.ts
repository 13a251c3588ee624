import { asRecord } from '../document/problems.ts';
import type { TimelineClip, TimelineDocument } from './document.ts';
import { framesOfClip, lanesOf } from './lanes.ts';
import { speedOf } from './speed.ts';
import { fadesOf, hasEntrance } from './transitions.ts';

/** Clips as a format writes them: in whole frames, on tracks of one kind without overlap. */

export type ShotKind = 'picture' | 'sound';

export interface Shot {
  clip: TimelineClip;
  row: Row;
  /** Frames on the timeline; a dissolve begins where its second clip does. */
  start: number;
  end: number;
  /** The first frame of the medium; the earliest one also backwards. */
  trim: number;
  /** Frames at its start and behind its end that lie on the other side of a cut within a dissolve. */
  head: number;
  tail: number;
  /** Frames of the dissolve that it comes up by, of its other fades; null where no format says it. */
  dissolve: number;
  fadeIn: number | null;
  fadeOut: number | null;
}

/** A track as it is written. */
export interface Row {
  trackId: string;
  kind: ShotKind;
  /** Its place among those of its kind. */
  position: number;
  shots: Shot[];
}

/** Frames before its start in which a transition of another program already shows a clip. */
function leadOf(clip: TimelineClip, rate: number): number {
  if (hasEntrance(clip)) return 0;
  const { value, rate: matching } = asRecord(asRecord(asRecord(clip.ext?.['otio'])['before'])['in_offset']);
  const isTime = typeof value === 'number' && typeof matching === 'number' && matching > 0;
  return isTime ? Math.round((value / matching) * rate) : 0;
}

/**
 * The tracks of a timeline as they are written. Pure.
 * @param rate frames a second. @param movesCuts whether cuts within dissolves are moved to where these begin.
 */
export function rowsOf({ timeline }: TimelineDocument, rate: number, movesCuts: boolean): Row[] {
  const byTrack = Map.groupBy(timeline.clips, ({ trackId }) => trackId);
  const counts: Record<ShotKind, number> = { picture: 0, sound: 0 };
  return timeline.tracks.flatMap(({ id }) => {
    const laid = (byTrack.get(id) ?? []).map((clip) => ({ clip, ...framesOfClip(clip, rate) }));
    return (['picture', 'sound'] as const).flatMap((kind) => {
      const matching = laid.filter(({ clip }) => (clip.type === 'audio') === (kind === 'sound'));
      if (matching.length === 0 && (kind === 'sound' || laid.length > 0)) return [];
      return lanesOf(matching, rate).map((lane) => {
        const row: Row = { trackId: id, kind, position: counts[kind]++, shots: [] };
        row.shots = lane.map(({ clip, start, end }) => shotOf(clip, row, start, end, rate));
        describeEnds(row.shots, rate);
        if (movesCuts) moveCuts(row.shots, rate);
        return row;
      });
    });
  });
}

const shotOf = (clip: TimelineClip, row: Row, start: number, end: number, rate: number): Shot => ({
  clip,
  row,
  start,
  end,
  trim: clip.trimStart * rate,
  head: 0,
  tail: 0,
  dissolve: 0,
  fadeIn: null,
  fadeOut: null,
});

/** Says of clips on one track how they come up and go down, as far as transitions beside them can say it. */
function describeEnds(shots: readonly Shot[], rate: number): void {
  for (const [index, shot] of shots.entries()) {
    const fades = fadesOf(shot.clip);
    const length = shot.end - shot.start;
    const framesOf = (seconds: number): number =>
      seconds > 0 ? Math.min(length, Math.max(1, Math.round(seconds * rate))) : 0;
    const touchesBefore = shots[index - 1]?.end === shot.start;
    if (touchesBefore && fades.dissolve) {
      shot.dissolve = framesOf(fades.fadeIn) + Math.round(fades.lead * rate);
    }
    if (!touchesBefore) shot.fadeIn = framesOf(fades.fadeIn);
    if (shots[index + 1]?.start !== shot.end) shot.fadeOut = framesOf(fades.fadeOut);
  }
}

function moveCuts(shots: readonly Shot[], rate: number): void {
  for (const [index, shot] of shots.entries()) {
    const before = shots[index - 1];
    const lead = leadOf(shot.clip, rate);
    if (!before || before.end !== shot.start || lead <= 0) continue;
    shiftCut(before, shot, -lead);
    shot.head = before.tail = lead;
  }
}

/** Moves the cut between two clips that touch, so that each shows its medium where it did. */
function shiftCut(before: Shot, after: Shot, by: number): void {
  const [speed, speedBefore] = [speedOf(after.clip), speedOf(before.clip)];
  if (speed > 0) after.trim += by * speed;
  if (speedBefore < 0) before.trim += by * speedBefore;
  after.start += by;
  before.end += by;
}
