import { coalesce } from '../graph/coalesce.ts';
import type { SyncState } from './sync-state.ts';

/**
 * How safe the work is, for people. `waiting` counts changes the service has not taken. `unkept`: why the journal cannot be
 * written meanwhile; then they are in the page alone.
 */
export type SaveStatus =
  | { kind: 'saved'; version: number }
  | { kind: 'kept'; waiting: number }
  | { kind: 'saving'; waiting: number }
  | { kind: 'offline'; waiting: number }
  | { kind: 'conflict'; clashes: number }
  | { kind: 'refused'; message: string; waiting: number; unkept?: string }
  /** The journal cannot be written: the page alone holds the changes. */
  | { kind: 'unkept'; message: string; waiting: number }
  | { kind: 'key-needed'; waiting: number; unkept?: string }
  /** The service holds `theirs`, this window had `mine` from it. */
  | { kind: 'older'; theirs: number; mine: number; waiting: number; unkept?: string }
  | { kind: 'gone'; waiting: number; unkept?: string };

export function statusOf(state: SyncState): SaveStatus {
  const waiting = coalesce(state.pending.flatMap((edit) => edit.operations)).length;
  const unkept = waiting > 0 && state.unkept !== null ? { unkept: state.unkept } : {};
  if (state.gone) return { kind: 'gone', waiting, ...unkept };
  if (state.older) {
    return { kind: 'older', theirs: state.older.version, mine: state.version, waiting, ...unkept };
  }
  if (state.clash) return { kind: 'conflict', clashes: state.clash.clashes.length };
  if (state.keyNeeded) return { kind: 'key-needed', waiting, ...unkept };
  if (state.problem !== null) return { kind: 'refused', message: state.problem, waiting, ...unkept };
  if (waiting > 0 && state.unkept !== null) return { kind: 'unkept', message: state.unkept, waiting };
  if (state.offline) return { kind: 'offline', waiting };
  if (state.sending) return { kind: 'saving', waiting };
  if (waiting > 0) {
    return { kind: state.pending.every((edit) => edit.kept) ? 'kept' : 'saving', waiting };
  }
  return { kind: 'saved', version: state.version };
}
