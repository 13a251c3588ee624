import type { WithDrafts } from './left-drafts.ts';
import type { SavedTypes, SavingKind } from './saving-kind.ts';
import { withBackoff } from './save-step.ts';
import { initialState, isUnsaved, type SavingState, type Step } from './saving-state.ts';

/** A document as it was read, with what was left unsaved of it here. */
export interface LoadedDocument<D> extends WithDrafts<D> {
  version: number;
  /** As the service has it. */
  base: D;
  /** It is what this computer remembers: the service cannot be reached. */
  isRemembered: boolean;
}

/** What saving begins with. */
export function opening<T extends SavedTypes>(
  kind: SavingKind<T>,
  { base, version, document, doubtful, windows, isRemembered }: LoadedDocument<T['document']>,
): Step<T> {
  const start = initialState<T>(base, version);
  const state: SavingState<T> = {
    ...start,
    pending: document === base ? [] : kind.carried(start, document),
    doubtful: doubtful.map((submitted) => ({ ...submitted, outcome: 'unknown' })),
    offline: isRemembered,
  };
  const [next, waits]: Step<T> = isRemembered ? withBackoff(kind, state) : [state, []];
  return [
    next,
    [
      { type: 'settled', windows },
      ...(isUnsaved(state) ? [{ type: 'schedule-save' } as const] : []),
      ...(windows.length > 0
        ? [{ type: 'journal', when: 'now', replaced: [], entries: state.pending, accepted: [] } as const]
        : []),
      ...waits,
    ],
  ];
}
