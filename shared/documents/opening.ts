import type { Kind } from './kind.ts';
import type { WithDrafts } from './left-drafts.ts';
import { waiting } from './save-step.ts';
import { isUnsaved, type SavingSource, type SavingState, type Step } from './saving-state.ts';

/** A document as it was read, with what was left unsaved of it here. */
export interface OpenedDocument<D> extends WithDrafts<D> {
  version: number;
  /** As the service has it. */
  base: D;
  /** It is what this computer remembers: the service cannot be reached. */
  isRemembered: boolean;
}

/** What saving begins with. */
export function opening<D, Operation>(
  kind: Kind<D, Operation>,
  { base, version, document, doubtful, windows, isRemembered }: OpenedDocument<D>,
  source: SavingSource,
): Step<D, Operation> {
  const operations = document === base ? [] : kind.between(base, document);
  const state: SavingState<D, Operation> = {
    confirmed: base,
    version,
    pending: operations.length === 0 ? [] : [{ id: source.newId(), steps: [], operations, journaled: false }],
    doubtful: doubtful.map((sent) => ({ ...sent, outcome: 'unknown' })),
    phase: { kind: 'idle' },
    tasks: new Set(),
    held: false,
    arrived: null,
    offline: isRemembered,
    failures: 0,
    journalProblem: null,
  };
  const [next, waits] = isRemembered ? waiting(state) : ([state, []] satisfies Step<D, Operation>);
  return [
    next,
    [
      { type: 'settled', windows },
      ...(isUnsaved(state) ? [{ type: 'schedule-save' } as const] : []),
      ...(windows.length > 0 ? [{ type: 'journal', when: 'now' } as const] : []),
      ...waits,
    ],
  ];
}
