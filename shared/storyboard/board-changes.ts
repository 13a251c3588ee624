import type { ClashOf } from '../documents/clash.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { reorderedIds } from '../document/sequence.ts';
import { clipExt, type TimelineClip } from '../timeline/index.ts';

/** What the board changed since its timeline was made last. */
export interface BoardChange {
  clipId: string;
  name: string;
  kind: ChangeKind;
  /** As the board had it when the timeline was made last; null for a new one. */
  before: TimelineClip | null;
  /** As the board has it now; null for one that is gone. */
  after: TimelineClip | null;
}
type ChangeKind = 'new' | 'gone' | 'moved' | 'length' | 'medium' | 'name' | 'look';

/** Where board and timeline meant different things; what was done on the timeline stays. */
export interface BoardClash {
  clipId: string;
  name: string;
  /** `both`: both changed the same. `gone`: its shot is gone, the clip was edited. `back`: the clip was deleted, its shot changed. */
  how: 'both' | 'gone' | 'back';
}

/** What became of the clips of the board since they were made last. */
export function changesOf(base: readonly TimelineClip[], fresh: readonly TimelineClip[]): BoardChange[] {
  const before = new Map(base.map((clip) => [clip.id, clip]));
  const after = new Set(fresh.map(({ id }) => id));
  const shifted = reorderedIds(
    base.map(({ id }) => id).filter((id) => after.has(id)),
    fresh.map(({ id }) => id).filter((id) => before.has(id)),
  );
  const removed = base.filter(({ id }) => !after.has(id));
  const reported = (
    kind: ChangeKind,
    old: TimelineClip | null,
    current: TimelineClip | null,
  ): BoardChange => ({
    clipId: (current ?? old)?.id ?? '',
    name: old?.name ?? current?.name ?? '',
    kind,
    before: old,
    after: current,
  });
  return [
    ...fresh.flatMap((clip) => {
      const old = before.get(clip.id) ?? null;
      return kindsOf(old, clip, shifted.has(clip.id)).map((kind) => reported(kind, old, clip));
    }),
    ...removed.map((clip) => reported('gone', clip, null)),
  ];
}

function kindsOf(
  before: TimelineClip | null,
  after: TimelineClip,
  isShifted: boolean,
): BoardChange['kind'][] {
  if (!before) return ['new'];
  const kinds: [BoardChange['kind'], boolean][] = [
    ['moved', isShifted],
    ['length', before.duration !== after.duration],
    ['medium', !jsonEqual(mediumOf(before), mediumOf(after))],
    ['name', before.name !== after.name],
    ['look', !jsonEqual(transitionInOf(before), transitionInOf(after))],
  ];
  return kinds.flatMap(([kind, is]) => (is ? [kind] : []));
}

/** The clips of clashes, once each. */
export function clashesOf(
  clashes: readonly ClashOf<'document'>[],
  clips: readonly TimelineClip[],
): BoardClash[] {
  const found = new Map<string, BoardClash>();
  for (const { path, how } of clashes) {
    const clip = clips.find(({ id }) => path === id || path.startsWith(`${id}.`));
    if (!clip) continue;
    const outcome = how === 'both-changed' ? 'both' : how === 'removed-there' ? 'gone' : 'back';
    found.set(clip.id, { clipId: clip.id, name: clip.name, how: outcome });
  }
  return [...found.values()];
}

/** Something of a clip that was edited on the timeline and differs from what the board says. */
export interface Preserved {
  clipId: string;
  name: string;
  field: 'length' | 'medium' | 'name' | 'look' | 'values' | 'deleted';
  /** On the timeline; null where it was deleted there. */
  timeline: TimelineClip | null;
  board: TimelineClip;
}

const valuesOf = ({ opacity, volume, transform, trimStart, ext }: TimelineClip) => {
  const { shotId: _shot, fileId: _file, fadeIn: _fade, dissolve: _dissolve, ...remaining } = clipExt({ ext });
  return { opacity, volume, transform, trimStart, remaining };
};
const mediumOf = (clip: TimelineClip) => [clip.filename, clip.type, clipExt(clip).fileId];
const transitionInOf = (clip: TimelineClip) => [clipExt(clip).fadeIn, clipExt(clip).dissolve];

/**
 * Where clips of a timeline differ from what the board says, after its changes came over.
 * @param clips of the timeline. @param fresh of the board. @param snapped the same on whole frames. @param base as the board
 * made them last.
 */
export function preservedOf(
  clips: readonly TimelineClip[],
  fresh: readonly TimelineClip[],
  snapped: readonly TimelineClip[],
  base: readonly TimelineClip[],
): Preserved[] {
  const byId = new Map(clips.map((clip) => [clip.id, clip]));
  const created = new Set(base.map(({ id }) => id));
  return fresh.flatMap((board, index): Preserved[] => {
    const clip = byId.get(board.id) ?? null;
    const reported = (field: Preserved['field']): Preserved => ({
      clipId: board.id,
      name: clip?.name ?? board.name,
      field,
      timeline: clip,
      board,
    });
    if (!clip) return created.has(board.id) ? [reported('deleted')] : [];
    const length = snapped[index]?.duration ?? board.duration;
    const fields: [Preserved['field'], boolean][] = [
      ['length', Math.abs(clip.duration - length) > 1e-6],
      ['medium', !jsonEqual(mediumOf(clip), mediumOf(board))],
      ['name', clip.name !== board.name],
      ['look', !jsonEqual(transitionInOf(clip), transitionInOf(board))],
      ['values', !jsonEqual(valuesOf(clip), valuesOf(board))],
    ];
    return fields.flatMap(([kind, is]) => (is ? [reported(kind)] : []));
  });
}
