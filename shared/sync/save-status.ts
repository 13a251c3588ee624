import { coalesce } from '../graph/coalesce.ts';
import { assertNever } from '../language/assert-never.ts';
import { refusalOf, type SyncState } from './sync-state.ts';

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
  const { phase } = state;
  const waiting = coalesce(state.pending.flatMap((edit) => edit.operations)).length;
  const unkept = waiting > 0 && state.unkept !== null ? { unkept: state.unkept } : {};
  switch (phase.kind) {
    case 'gone':
      return { kind: 'gone', waiting, ...unkept };
    case 'older':
      return { kind: 'older', theirs: phase.theirs.version, mine: state.version, waiting, ...unkept };
    case 'conflict':
      return { kind: 'conflict', clashes: phase.clash.clashes.length };
    case 'key-needed':
      return { kind: 'key-needed', waiting, ...unkept };
    case 'idle':
    case 'fetching':
    case 'resting':
    case 'refused':
    case 'sending':
      break;
    default:
      assertNever(phase);
  }
  const refusal = refusalOf(state);
  if (refusal !== null) return { kind: 'refused', message: refusal, waiting, ...unkept };
  if (waiting > 0 && state.unkept !== null) return { kind: 'unkept', message: state.unkept, waiting };
  if (state.offline) return { kind: 'offline', waiting };
  if (phase.kind === 'sending') return { kind: 'saving', waiting };
  if (waiting > 0) {
    return { kind: state.pending.every((edit) => edit.kept) ? 'kept' : 'saving', waiting };
  }
  return { kind: 'saved', version: state.version };
}
