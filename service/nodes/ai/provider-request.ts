import { isPrivateAddressError } from './public-fetch.ts';
import { unreachable } from './provider-unreachable.ts';
import { NodeFailure, type ProviderAccess } from '../definition.ts';

/** One request to a provider: its time limits, its bytes, and what a failure of the connection means. */

export interface ProviderLimits {
  /** How long the head of a response may take, milliseconds. */
  responseMs: number;
  /** How long nothing may arrive in the middle of a response, milliseconds. */
  silenceMs: number;
  /** How long a response may take after its head, milliseconds, beyond what its bytes need at the slowest rate. */
  graceMs: number;
  /** The slowest rate, bytes a second, counted over the whole response. */
  minRate: number;
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
  /** So many bytes arrived: the time for silence begins anew, and more time is granted for the whole. */
  received(bytes: number): void;
  /** Little is expected: the whole of it has so many milliseconds from now. */
  hurry(ms: number): void;
  /** No more will be read. */
  resolve(): void;
  drop(response: Response): Promise<void>;
  /** What a failure of the connection means. */
  explain(error: unknown): unknown;
}

export function createWatch(provider: ProviderAccess, signal: AbortSignal, limits: ProviderLimits): Watch {
  const controller = new AbortController();
  let expired: 'silent' | 'slow' | null = null;
  /** When the response is too slow unless more of it comes, by `performance.now()`. */
  let deadline = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  const cancel = (): void => controller.abort(signal.reason);
  const stopTimer = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const startTimer = (silenceMs: number): void => {
    stopTimer();
    const remainingMs = deadline - performance.now();
    const isSlowFirst = remainingMs < silenceMs;
    timer = setTimeout(
      () => {
        expired = isSlowFirst ? 'slow' : 'silent';
        controller.abort();
      },
      Math.max(0, Math.min(silenceMs, remainingMs)),
    );
  };
  const finish = (): void => {
    stopTimer();
    signal.removeEventListener('abort', cancel);
  };
  const explain = (error: unknown): unknown => {
    if (error instanceof NodeFailure || signal.aborted || isPrivateAddressError(error)) return error;
    if (expired === 'slow') {
      return new NodeFailure(
        'PROVIDER_TOO_SLOW',
        `${provider.name} sent its answer too slowly, so the rest was not waited for. Try again later, or ask for less.`,
      );
    }
    if (expired === 'silent') {
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
        deadline = performance.now() + limits.graceMs;
        startTimer(limits.silenceMs);
        return response;
      } catch (error) {
        finish();
        throw explain(error);
      }
    },
    received(bytes) {
      deadline += (bytes / limits.minRate) * 1000;
      startTimer(limits.silenceMs);
    },
    hurry(ms) {
      deadline = performance.now() + ms;
      startTimer(limits.silenceMs);
    },
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
  const sizeFailure = (): NodeFailure =>
    new NodeFailure(
      'PROVIDER_ANSWER_TOO_LARGE',
      `${provider.name} sent more than ${Math.round(limitBytes / 1024 / 1024)} MB. Ask for less.`,
    );
  try {
    // What says itself that it is too large is not read at all.
    if (Number(response.headers.get('content-length') ?? 0) > limitBytes) throw sizeFailure();
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      watch.received(chunk.byteLength);
      size += chunk.byteLength;
      if (size > limitBytes) throw sizeFailure();
      yield chunk;
    }
  } catch (error) {
    throw watch.explain(error);
  } finally {
    await watch.drop(response);
  }
}
