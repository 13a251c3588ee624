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
 * @param within milliseconds; null waits for as long as it takes.
 */
export function startTimeout(within: number | null, end: AbortController): RefreshableTimeout {
  if (within === null) return { refresh: () => {}, stop: () => {} };
  const timer = setTimeout(() => end.abort(new DOMException('No response in time', 'TimeoutError')), within);
  return { refresh: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}

/** The same bytes as they come, one chunk at a time; a body from which nothing comes any more ends with an error. */
export function bodyWithTimeout(
  source: ReadableStream<Uint8Array>,
  timeout: RefreshableTimeout,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          timeout.refresh();
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          timeout.stop();
          controller.close();
        } catch (error) {
          timeout.stop();
          controller.error(error);
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
    throw tooManyBytes(maxBytes);
  }
  let size = 0;
  return source.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > maxBytes) controller.error(tooManyBytes(maxBytes));
        else controller.enqueue(chunk);
      },
    }),
  );
}

const tooManyBytes = (maxBytes: number) =>
  new DeskError(
    'BAD_RESPONSE',
    `The service sends more than the ${bytesLabel(maxBytes)} that this can have, so Patchbay stopped reading. Tell whoever runs the service.`,
  );
