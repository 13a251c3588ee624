import type { Restoration, StateRow } from './version-rows.ts';

/** The last state of a project that was saved before its service's database was replaced. */
export interface StateBefore {
  projectId: string;
  /** Of the saved version. */
  id: string;
  version: number;
  /**
   * How it stands to the backup that is used now. A replaced database numbers versions anew, so numbers say something
   * only of states since the same replacement: `later` and `earlier` were numbered after or before another one.
   */
  numbering: 'same' | 'later' | 'earlier';
  /** The person has saved the project again since the database was replaced. */
  isSavedSince: boolean;
}

/**
 * @param rows all versions of a connection, oldest first. @param restorations all of it, oldest first.
 * @param restoration the one that is being handled. @param backupFrom when the backup was made (ISO 8601), or null.
 */
export function statesBefore(
  rows: readonly StateRow[],
  restorations: readonly Restoration[],
  restoration: string,
  backupFrom: string | null,
): StateBefore[] {
  const limit = restorations.find((found) => found.restoration === restoration)?.place ?? Infinity;
  const previous = restorations.filter((found) => found.restoration !== restoration && found.place <= limit);
  const epochOf = (position: number) => previous.filter((found) => found.place < position).length;
  const backupEpoch = previous.filter(
    (found) => backupFrom !== null && found.restoration <= backupFrom,
  ).length;
  const last = new Map<string, StateRow>();
  const savedSince = new Set<string>();
  for (const row of rows) {
    if (row.place > limit) {
      if (row.reason === 'saved') savedSince.add(row.project_id);
      continue;
    }
    const before = last.get(row.project_id);
    // Within one numbering the highest is the last, also when an older state was noted after it.
    const isNewer = !before || epochOf(row.place) > epochOf(before.place) || row.version >= before.version;
    if (isNewer) last.set(row.project_id, row);
  }
  return [...last.values()].map((row) => {
    const epoch = epochOf(row.place);
    return {
      projectId: row.project_id,
      id: row.id,
      version: row.version,
      numbering: epoch === backupEpoch ? 'same' : epoch > backupEpoch ? 'later' : 'earlier',
      isSavedSince: savedSince.has(row.project_id),
    };
  });
}
