import { asFollower, unsettledPhase } from './following.ts';
import type { OpenRequest, SavedTypes, SavingKind } from './saving-kind.ts';
import { withBackoff } from './save-step.ts';
import { initialState, type SavingState, type Step } from './saving-state.ts';

/** A document as it was read, with what the journal has of it. */
export interface FoundDocument<T extends SavedTypes> {
  version: number;
  /** As the service has it. */
  confirmed: T['document'];
  /** It is what this computer remembers: the service cannot be reached. */
  isRemembered: boolean;
  /** Whether another window of this computer writes. */
  isFollowing: boolean;
  /** Edits that the service may not have, in order; they may have been made on an older version. */
  edits: readonly T['edit'][];
  /** A request for some of them that was sent and not answered since; it goes on under its key. */
  unsettled: Pick<OpenRequest<T>, 'key' | 'expectedVersion' | 'entryIds'> | null;
}

/** What saving begins with. What was left unsaved is merged with what the service has once that is dispatched as fetched. */
export function opening<T extends SavedTypes>(kind: SavingKind<T>, found: FoundDocument<T>): Step<T> {
  const { confirmed, version, edits, isFollowing, isRemembered } = found;
  const unsettled = isFollowing ? null : found.unsettled;
  const base = kind.baseOf(edits);
  const on = base?.version ?? null;
  // It may have some of the edits: the window that writes will say so.
  const isAhead = isFollowing && base !== null && (on === null || on < version);
  const state: SavingState<T> = {
    // What others did meanwhile is told by what the edits were made on.
    ...initialState<T>(
      isFollowing && !isAhead ? confirmed : kind.before(edits, confirmed),
      isAhead && on !== null ? on : version,
    ),
    pending: edits,
    rebuild: edits.length > 0 && (!isFollowing || (isAhead && on === null)),
    offline: isRemembered,
    ...(unsettled && { phase: unsettledPhase(unsettled) }),
  };
  const [next, effects]: Step<T> = isRemembered ? withBackoff(kind, state) : [state, []];
  return [isFollowing ? asFollower(next) : next, effects];
}
