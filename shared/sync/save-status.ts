import { coalesce } from '../graph/coalesce.ts';
import type { SyncState } from './sync-state.ts';

/** How safe the work is, for people. `waiting` counts changes the service has not taken. */
export type SaveStatus =
  | { kind: 'saved'; version: number }
  | { kind: 'kept'; waiting: number }
  | { kind: 'saving'; waiting: number }
  | { kind: 'offline'; waiting: number }
  | { kind: 'conflict'; clashes: number }
  | { kind: 'refused'; message: string; waiting: number }
  /** The journal cannot be written: the page alone holds the changes. */
  | { kind: 'unkept'; message: string; waiting: number }
  | { kind: 'key-needed'; waiting: number }
  /** The service holds `theirs`, this window had `mine` from it. */
  | { kind: 'older'; theirs: number; mine: number; waiting: number }
  | { kind: 'gone'; waiting: number };

export function statusOf(state: SyncState): SaveStatus {
  const waiting = coalesce(state.pending.flatMap((edit) => edit.operations)).length;
  if (state.gone) return { kind: 'gone', waiting };
  if (state.older) return { kind: 'older', theirs: state.older.version, mine: state.version, waiting };
  if (state.clash) return { kind: 'conflict', clashes: state.clash.clashes.length };
  if (state.keyNeeded) return { kind: 'key-needed', waiting };
  if (state.problem !== null) return { kind: 'refused', message: state.problem, waiting };
  if (waiting > 0 && state.unkept !== null) return { kind: 'unkept', message: state.unkept, waiting };
  if (state.offline) return { kind: 'offline', waiting };
  if (state.sending) return { kind: 'saving', waiting };
  if (waiting > 0) {
    return { kind: state.pending.every((edit) => edit.kept) ? 'kept' : 'saving', waiting };
  }
  return { kind: 'saved', version: state.version };
}
