import { ApiError } from '#shared/api/index.ts';
import { isTransientStatus } from '../api/retry.ts';
import { isUnavailable } from '../api/api-client.ts';
import { DeskError } from '../desk-error.ts';

/** What a request that did not succeed means for a batch. */
export type CallFailure =
  /** It passes by itself. `isConfirmed`: nothing was begun; else the same request has to be sent again. */
  | { kind: 'wait'; reason: string; ms: number | null; isConfirmed: boolean }
  /** A person has to do something first. Nothing was begun. */
  | { kind: 'stop'; reason: string }
  /** This one item cannot run. */
  | { kind: 'item'; error: string };

const MAY_HAVE_STARTED =
  ' The run may have been started all the same: look whether it is in the list of runs before you try it again.';

const seconds = (ms: number): string => {
  const value = Math.ceil(ms / 1000);
  if (value < 120) return value === 1 ? '1 second' : `${value} seconds`;
  return `${Math.ceil(value / 60)} minutes`;
};

/** Why one item cannot run, a sentence: nothing was asked for. */
export class ItemProblem extends Error {
  override name = 'ItemProblem';
}

/** @param error of a call to the API: ApiError, DeskError or anything unexpected. */
export function callFailureOf(error: unknown): CallFailure {
  if (isUnavailable(error)) {
    return {
      kind: 'wait',
      reason: 'The service is away. The batch goes on by itself when it is back.',
      ms: null,
      isConfirmed: false,
    };
  }
  if (error instanceof ApiError) return serviceFailure(error);
  if (error instanceof ItemProblem) return { kind: 'item', error: error.message };
  if (error instanceof DeskError) {
    return error.code === 'BAD_RESPONSE'
      ? { kind: 'item', error: `${error.message}${MAY_HAVE_STARTED}` }
      : { kind: 'stop', reason: error.message };
  }
  return { kind: 'item', error: 'Something unexpected happened. Try this one again.' };
}

function serviceFailure(error: ApiError): CallFailure {
  if (isTransientStatus(error.status)) {
    const ms = error.retryAfter === null ? null : error.retryAfter * 1000;
    return {
      kind: 'wait',
      reason: `The service is busy. The batch goes on by itself${ms === null ? '' : ` in ${seconds(ms)}`}.`,
      ms,
      // A refusal by the limiter comes before anything else; after any other a run may be there.
      isConfirmed: error.status === 429,
    };
  }
  if (error.status === 401) {
    return { kind: 'stop', reason: 'The API key was refused. Enter it again, then go on.' };
  }
  if (error.status === 402 || error.code === 'INSUFFICIENT_CREDITS') {
    return { kind: 'stop', reason: withStop(error.message) };
  }
  if (error.status === 403) {
    return { kind: 'stop', reason: `${withStop(error.message)} Ask for a key that may run this.` };
  }
  // It said yes, in a way that cannot be read: another try may be paid a second time.
  const isAccepted = error.status < 400;
  return { kind: 'item', error: `${withStop(error.message)}${isAccepted ? MAY_HAVE_STARTED : ''}` };
}

const withStop = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`);
