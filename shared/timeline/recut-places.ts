import type { TimelineClip, TimelineDocument, TimelineTrack } from './document.ts';
import type { RecutChange } from './recut-change.ts';

/** Where clips come to lie when a part of a cut is taken, so that none lies over another that it lies over in neither cut. */

/** How a change is taken: not at all, without its new place, or whole. `first` is whole as long as there is room. */
type MergeMode = 'left' | 'first' | 'in-place' | 'whole';

interface Chunk {
  change: RecutChange | null;
  mode: MergeMode;
  before: TimelineClip | null;
  after: TimelineClip | null;
}

export interface RecutPositions {
  /** What was chosen, and what makes room for it. */
  used: readonly RecutChange[];
  /** Taken changes that nobody chose: without them clips would lie over each other. */
  rippled: readonly RecutChange[];
  /** Of these the new place is not taken, as a clip that stays lies there. */
  unshifted: ReadonlySet<RecutChange>;
}

/** The track here for one of the other cut: of the same id, else of the same name. */
export const matchTrack = (
  tracks: readonly TimelineTrack[],
  over: Pick<TimelineTrack, 'id' | 'name'>,
): TimelineTrack | undefined =>
  tracks.find(({ id }) => id === over.id) ?? tracks.find(({ name }) => name === over.name);

/**
 * A clip that is trimmed or changed and whose new place is not free stays where it is; where it has no room there either, and
 * for clips that are moved or new, what lies in the way is taken along. Pure.
 * @param selected changes of `changes` to take. @param tolerance seconds that clips may lie over each other by rounding.
 */
export function recutPositions(
  before: TimelineDocument,
  after: TimelineDocument,
  changes: readonly RecutChange[],
  selected: ReadonlySet<RecutChange>,
  tolerance: number,
): RecutPositions {
  const chunks: Chunk[] = changes.map((change) => ({
    ...change,
    change,
    mode: selected.has(change) ? 'first' : 'left',
  }));
  if (selected.size > 0 && selected.size < changes.length) {
    const changed = new Set(changes.map((change) => change.before));
    for (const clip of before.timeline.clips) {
      if (!changed.has(clip)) chunks.push({ change: null, mode: 'left', before: clip, after: clip });
    }
    const tracks = new Map(
      after.timeline.tracks.map((track) => [
        track.id,
        matchTrack(before.timeline.tracks, track)?.id ?? `over ${track.id}`,
      ]),
    );
    const positionOf = (chunk: Chunk) => chunkPosition(chunk, tracks);
    while (makeSpace(chunks, positionOf, tolerance));
  }
  const selectedChunks = chunks.filter(({ change, mode }) => change !== null && mode !== 'left');
  const taken = selectedChunks.flatMap(({ change }) => change ?? []);
  return {
    used: taken,
    rippled: taken.filter((change) => !selected.has(change)),
    unshifted: new Set(
      selectedChunks.flatMap(({ change, mode }) => (change !== null && mode === 'in-place' ? [change] : [])),
    ),
  };
}

interface ChunkPosition {
  trackId: string;
  from: number;
  to: number;
}

const spanOf = ({ startTime, duration }: TimelineClip, trackId: string, at = startTime): ChunkPosition => ({
  trackId,
  from: at,
  to: at + duration,
});

/** Null: it does not lie on the timeline. */
function chunkPosition(
  { mode, before, after }: Chunk,
  tracks: ReadonlyMap<string, string>,
): ChunkPosition | null {
  if (mode === 'left') return before && spanOf(before, before.trackId);
  if (!after) return null;
  if (mode === 'in-place' && before) return spanOf(after, before.trackId, before.startTime);
  return spanOf(after, tracks.get(after.trackId) ?? after.trackId);
}

const isOver = (a: ChunkPosition, b: ChunkPosition, tolerance: number): boolean =>
  a.trackId === b.trackId && a.from < b.to - tolerance && b.from < a.to - tolerance;

/** Whether two clips lie over each other in one of the cuts as it is. */
function areOverAnyway(a: Chunk, b: Chunk, tolerance: number): boolean {
  const isSo = (item: TimelineClip | null, candidate: TimelineClip | null) =>
    item !== null &&
    candidate !== null &&
    isOver(spanOf(item, item.trackId), spanOf(candidate, candidate.trackId), tolerance);
  return isSo(a.before, b.before) || (a.change !== null && b.change !== null && isSo(a.after, b.after));
}

/** One pass over all clips in time. @returns whether the way of one has changed; each changes at most three times. */
function makeSpace(
  chunks: readonly Chunk[],
  positionOf: (chunk: Chunk) => ChunkPosition | null,
  tolerance: number,
): boolean {
  let isChanged = false;
  const laid = chunks.flatMap((piece) => {
    const position = positionOf(piece);
    return position ? [{ piece, position }] : [];
  });
  for (const row of Map.groupBy(laid, ({ position }) => position.trackId).values()) {
    row.sort((a, b) => a.position.from - b.position.from);
    for (const [index, item] of row.entries()) {
      for (const candidate of row.slice(index + 1)) {
        if (candidate.position.from >= item.position.to - tolerance) break;
        if (
          !isOver(item.position, candidate.position, tolerance) ||
          areOverAnyway(item.piece, candidate.piece, tolerance)
        )
          continue;
        if (isReplaceable(item.piece, candidate.piece)) isChanged = true;
      }
    }
  }
  return isChanged;
}

const canRemain = ({ mode, change }: Chunk): boolean =>
  mode === 'first' && (change?.kind === 'trimmed' || change?.kind === 'changed');

/** Changes the way of one of two clips that would lie over each other. @returns false where both are as they must be. */
function isReplaceable(a: Chunk, b: Chunk): boolean {
  const both = [a, b];
  const staying = both.find(canRemain);
  if (staying) staying.mode = 'in-place';
  else {
    const next =
      both.find(({ mode }) => mode === 'in-place') ??
      both.find(({ mode, change }) => mode === 'left' && change !== null);
    if (!next) return false;
    next.mode = 'whole';
  }
  return true;
}
