import type { RecutChange } from './recut-change.ts';
import type { TimelineClip } from './document.ts';

/** From a place on a track of the timeline here on, its clips lie later by so much; seconds. */
interface Shift {
  from: number;
  by: number;
}

const endOf = ({ startTime, duration }: TimelineClip): number => startTime + duration;

/** What the trimmed, new and missing clips of one track do to those behind them. */
function shiftsOf(changes: readonly RecutChange[]): Shift[] {
  const shifts: Shift[] = [];
  let by = 0;
  for (const { before, after } of changes) {
    if (before && after) {
      if (Math.abs(before.duration - after.duration) > 1e-9) by = endOf(after) - endOf(before);
      shifts.push({ from: endOf(before), by });
    } else if (after) {
      shifts.push({ from: after.startTime - by, by: by + after.duration });
      by += after.duration;
    } else if (before) {
      by -= before.duration;
      shifts.push({ from: endOf(before), by });
    }
  }
  return shifts;
}

/**
 * Clips that only followed: they lie on the same track, later or earlier by just as much as an earlier trim, or a clip that came
 * or went before them, on their track or another one, moved what is behind it. A clip of which anything else differs did
 * not only follow. Pure.
 * @param changes in their order. @param tolerance seconds that are no difference.
 */
export function rippleChanges(changes: readonly RecutChange[], tolerance: number): Set<RecutChange> {
  const causes = changes.filter(({ kind }) => kind === 'trimmed' || kind === 'new' || kind === 'missing');
  const tracks = [...Map.groupBy(causes, ({ before, after }) => (before ?? after)?.trackId).values()].map(
    shiftsOf,
  );
  return new Set(
    changes.filter((change) => {
      const { kind, before, after, differs } = change;
      if (kind !== 'moved' || !before || !after || differs.length > 0) return false;
      const by = after.startTime - before.startTime;
      return tracks.some((shifts) => {
        const last = shifts.findLast(({ from }) => from <= before.startTime + tolerance);
        return last !== undefined && Math.abs(last.by - by) <= tolerance && Math.abs(by) > tolerance;
      });
    }),
  );
}
