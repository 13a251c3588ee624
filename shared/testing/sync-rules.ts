import type { SyncEffect, SyncState } from '../sync/index.ts';

/**
 * What must hold of saving between two events and what types cannot say, in sentences; empty when all does.
 * @param outstanding effects that were asked for and have not been performed yet.
 */
export function brokenSyncRules(state: SyncState, outstanding: readonly SyncEffect[]): string[] {
  const broken: string[] = [];
  const isOutstanding = (matches: (effect: SyncEffect) => boolean, what: string): void => {
    if (!outstanding.some(matches)) broken.push(`${what} is awaited, and nobody will bring it`);
  };
  const ids = state.pending.map(({ id }) => id);
  if (new Set(ids).size < ids.length) broken.push('an edit is pending twice');
  const { phase } = state;
  switch (phase.kind) {
    case 'fetching':
      isOutstanding((effect) => effect.type === 'fetch', 'The document');
      break;
    case 'resting':
      isOutstanding((effect) => effect.type === 'wait', 'The end of the pause');
      break;
    case 'sending': {
      const { idempotencyKey } = phase.inFlight;
      if (phase.inFlight.entryIds.some((id) => !ids.includes(id))) {
        broken.push('a request is open for an edit that is not pending');
      }
      if (phase.stage === 'waiting') isOutstanding((effect) => effect.type === 'wait', 'The end of the wait');
      else if (phase.stage === 'sent') {
        isOutstanding((effect) => effect.type === 'send' && effect.key === idempotencyKey, 'The response');
      } else {
        isOutstanding(
          (effect) => effect.type === 'record-request' && effect.inFlight.idempotencyKey === idempotencyKey,
          'The journal',
        );
      }
      break;
    }
    case 'conflict':
      if (phase.clash.clashes.length === 0) broken.push('a question is open about nothing');
      break;
    case 'older':
      if (phase.theirs.version >= state.version) broken.push('the service did not go back');
      break;
    case 'idle':
    case 'refused':
    case 'gone':
    case 'key-needed':
      break;
    default:
      phase satisfies never;
  }
  return broken;
}
