import type { SavedTypes } from '../documents/saving-kind.ts';
import { openRequest, type SavingState } from '../documents/saving-state.ts';
import type { SavingEffect } from '../documents/saving-events.ts';

/**
 * What must hold of saving between two events and what types cannot say, in sentences; empty when all does.
 * @param outstanding effects that were asked for and have not been performed yet.
 */
export function brokenSavingRules<T extends SavedTypes>(
  state: SavingState<T>,
  outstanding: readonly SavingEffect<T>[],
): string[] {
  const broken: string[] = [];
  const isOutstanding = (matches: (effect: SavingEffect<T>) => boolean, what: string): void => {
    if (!outstanding.some(matches)) broken.push(`${what} is awaited, and nobody will bring it`);
  };
  const ids = state.pending.map(({ id }) => id);
  if (new Set(ids).size < ids.length) broken.push('an edit is pending twice');
  const { phase } = state;
  const request = openRequest(state);
  if (request?.entryIds.some((id) => !ids.includes(id)))
    broken.push('a request is open for an edit that is not pending');
  const isAsking = ['conflict', 'older'].includes(phase.kind);
  if (state.writer === 'following' && (isAsking || request !== null))
    broken.push('a window that follows sends or asks');
  switch (phase.kind) {
    case 'fetching':
      if (state.arrived.length === 0) isOutstanding(({ type }) => type === 'fetch', 'The document');
      break;
    case 'sending': {
      const { key } = phase.request;
      if (phase.stage === 'waiting') isOutstanding(({ type }) => type === 'wait', 'The end of the wait');
      else if (phase.stage === 'sent') {
        if (state.arrived.length === 0)
          isOutstanding((effect) => effect.type === 'send' && effect.key === key, 'The response');
      } else {
        isOutstanding((effect) => effect.type === 'record-request' && effect.key === key, 'The journal');
      }
      break;
    }
    case 'resting':
      isOutstanding(({ type }) => type === 'wait', 'The end of the pause');
      break;
    case 'conflict':
      if (phase.clash.clashes.length === 0) broken.push('a question is open about nothing');
      break;
    case 'older':
      if (phase.theirs.version >= state.version) broken.push('it is asked about a state that is not older');
      break;
    case 'idle': {
      const isDue = outstanding.some(
        ({ type }) => type === 'schedule-save' || type === 'wait' || type === 'journal',
      );
      const isOwn = state.writer === 'own' && state.withheld === null;
      if (isOwn && state.pending.length > 0 && !state.held && !isDue)
        broken.push('what is pending never goes out');
      break;
    }
    case 'refused':
    case 'gone':
    case 'key-needed':
    case 'stopped':
      break;
    default:
      phase satisfies never;
  }
  return broken;
}
