import { bytesLabel } from '#shared/reading/index.ts';
import { DeskError } from '../desk-error.ts';

/** Reading what a service answers, for as long as something comes. */

export interface RefreshableTimeout {
  /** Something came: the time begins anew. */
  refresh(this: void): void;
  stop(this: void): void;
}

/**
 * Ends a request when nothing has come for a while.
 * @param timeoutMs milliseconds; null waits for as long as it takes.
 */
export function startTimeout(timeoutMs: number | null, end: AbortController): RefreshableTimeout {
  if (timeoutMs === null) return { refresh: () => {}, stop: () => {} };
  const timer = setTimeout(
    () => end.abort(new DOMException('No response in time', 'TimeoutError')),
    timeoutMs,
  );
  return { refresh: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}

/** A file that brings less than this within the time is not worth waiting for: byte by byte it would never end. */
export const MIN_FILE_PROGRESS_BYTES = 16 * 1024;

/**
 * The same bytes as they come, one chunk at a time; a body from which too little comes ends with an error.
 * @param minProgressBytes the time begins anew once so many bytes have come; 1 for events, which may be small and rare.
 * @param failure what the reader gets of an error of the body.
 */
export function bodyWithTimeout(
  source: ReadableStream<Uint8Array>,
  timeout: RefreshableTimeout,
  minProgressBytes: number,
  failure: (error: unknown) => unknown = (error) => error,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  // The head has just come.
  let progress = minProgressBytes;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (progress >= minProgressBytes) {
            timeout.refresh();
            progress = 0;
          }
          const { done, value } = await reader.read();
          if (!done) {
            progress += value.byteLength;
            return controller.enqueue(value);
          }
          timeout.stop();
          controller.close();
        } catch (error) {
          timeout.stop();
          controller.error(failure(error));
        }
      },
      async cancel(reason) {
        timeout.stop();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * The same bytes, up to a number of them; at one more the body fails and its source is ended.
 * @param announced bytes that the response says it has; 0 where it does not say. @throws DeskError
 */
export function limitedBody(
  source: ReadableStream<Uint8Array>,
  maxBytes: number,
  announced = 0,
): ReadableStream<Uint8Array> {
  if (announced > maxBytes) {
    source.cancel().catch(() => {});
    throw sizeLimitExceeded(maxBytes);
  }
  let size = 0;
  return source.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > maxBytes) controller.error(sizeLimitExceeded(maxBytes));
        else controller.enqueue(chunk);
      },
    }),
  );
}

const sizeLimitExceeded = (maxBytes: number) =>
  new DeskError(
    'BAD_RESPONSE',
    `The service sends more than the ${bytesLabel(maxBytes)} that this can have, so Patchbay stopped reading. Tell whoever runs the service.`,
  );
