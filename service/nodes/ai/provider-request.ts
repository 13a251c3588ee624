import { isPrivateAddressError } from './public-fetch.ts';
import { unreachable } from './provider-unreachable.ts';
import { NodeFailure, type ProviderAccess } from '../definition.ts';

/** One request to a provider: its time limits, its bytes, and what a failure of the connection means. */

export interface ProviderLimits {
  /** How long the head of a response may take, milliseconds. */
  responseMs: number;
  /** How long nothing may arrive in the middle of a response, milliseconds. */
  silenceMs: number;
  /** The longest wait that a 429 may ask for, milliseconds. */
  longestRetryMs: number;
  /** Waits after a 429, at most. */
  retries: number;
  responseBytes: number;
}

type Send = (url: string, init: RequestInit & { signal: AbortSignal }) => Promise<Response>;

/** Ends a request when the run is canceled or nothing has arrived for too long, and tells the two apart. */
export interface Watch {
  /** @param send what sends the request; the system's `fetch` unless said otherwise. */
  fetch(url: string, init: RequestInit, send?: Send): Promise<Response>;
  /** Something arrived: the time for silence begins anew. */
  received(): void;
  /** No more will be read. */
  resolve(): void;
  drop(response: Response): Promise<void>;
  /** What a failure of the connection means. */
  explain(error: unknown): unknown;
}

export function createWatch(provider: ProviderAccess, signal: AbortSignal, limits: ProviderLimits): Watch {
  const controller = new AbortController();
  let isTimedOut = false;
  let timer: NodeJS.Timeout | null = null;
  const cancel = (): void => controller.abort(signal.reason);
  const stopTimer = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const startTimer = (ms: number): void => {
    stopTimer();
    timer = setTimeout(() => {
      isTimedOut = true;
      controller.abort();
    }, ms);
  };
  const finish = (): void => {
    stopTimer();
    signal.removeEventListener('abort', cancel);
  };
  const explain = (error: unknown): unknown => {
    if (error instanceof NodeFailure || signal.aborted || isPrivateAddressError(error)) return error;
    if (isTimedOut) {
      return new NodeFailure(
        'PROVIDER_TIMED_OUT',
        `${provider.name} did not answer in time. Try again, or ask for less.`,
      );
    }
    return unreachable(provider, error);
  };
  return {
    async fetch(url, init, send = fetch) {
      signal.throwIfAborted();
      signal.addEventListener('abort', cancel, { once: true });
      startTimer(limits.responseMs);
      try {
        const response = await send(url, { ...init, redirect: 'manual', signal: controller.signal });
        startTimer(limits.silenceMs);
        return response;
      } catch (error) {
        finish();
        throw explain(error);
      }
    },
    received: () => startTimer(limits.silenceMs),
    resolve: finish,
    async drop(response) {
      finish();
      await response.body?.cancel().catch(() => {
        // The connection is gone already.
      });
    },
    explain,
  };
}

/** The bytes of a response as they arrive. @throws NodeFailure when it stops, is too large or is cut off. */
export async function* readChunks(
  provider: ProviderAccess,
  response: Response,
  watch: Watch,
  limitBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let size = 0;
  try {
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      watch.received();
      size += chunk.byteLength;
      if (size > limitBytes) {
        throw new NodeFailure(
          'PROVIDER_ANSWER_TOO_LARGE',
          `${provider.name} sent more than ${Math.round(limitBytes / 1024 / 1024)} MB. Ask for less.`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    throw watch.explain(error);
  } finally {
    await watch.drop(response);
  }
}
