import { coalesce } from '../graph/coalesce.ts';
import type { SyncState } from './sync-state.ts';

export type SaveStatus =
  | { kind: 'saved'; version: number }
  | { kind: 'kept'; waiting: number }
  | { kind: 'saving'; waiting: number }
  | { kind: 'offline'; waiting: number }
  | { kind: 'conflict'; clashes: number }
  | { kind: 'refused'; message: string; waiting: number }
  | { kind: 'gone'; waiting: number };

export function statusOf(state: SyncState): SaveStatus {
  const waiting = coalesce(state.pending.flatMap((edit) => edit.operations)).length;
  if (state.gone) return { kind: 'gone', waiting };
  if (state.clash) return { kind: 'conflict', clashes: state.clash.clashes.length };
  if (state.problem !== null) return { kind: 'refused', message: state.problem, waiting };
  if (state.offline) return { kind: 'offline', waiting };
  if (state.sending) return { kind: 'saving', waiting };
  if (waiting > 0) {
    return state.pending.every((edit) => edit.kept) && !state.unkept
      ? { kind: 'kept', waiting }
      : { kind: 'saving', waiting };
  }
  return { kind: 'saved', version: state.version };
}
