import { parseInSlices } from '#shared/reading/index.ts';
import type { ObservedResponse, ProxyObserver } from '../api/proxy-observer.ts';
import { runInSlices } from '../slices.ts';
import type { AllowedCall } from './allow.ts';

/** Third stage of the proxy: what the API has no list of is noted as it passes. */

/** A longer response is parsed with pauses. */
const LARGE_TEXT_LENGTH = 256 * 1024;

/** An event stream that tells the observer when it has begun and how it ended. */
export function observeStream(
  observer: ProxyObserver,
  { connectionId, match }: AllowedCall,
  body: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  if (match === null) return body;
  observer.onStreamOpen?.(connectionId, match);
  return withEnd(body, (isComplete) => observer.streamFinished(connectionId, match, isComplete));
}

/** Hands a response that was read whole to the observer. @param requestBody bytes of the request's JSON body, or null. */
export function observeResponse(
  observer: ProxyObserver,
  { connectionId, match, request }: AllowedCall,
  { response, text, requestBody }: { response: Response; text: string; requestBody: Uint8Array | null },
): void {
  if (match === null) return;
  const body = memoize(() => parseJson(text));
  observer.responded(connectionId, match, {
    status: response.status,
    body,
    bodyInSlices: memoize(async () => {
      if (text.length < LARGE_TEXT_LENGTH) return body();
      return runInSlices(parseInSlices(text)).catch(() => null);
    }),
    requestBody: memoize(() =>
      requestBody === null ? null : parseJson(new TextDecoder().decode(requestBody)),
    ),
    header: (name) => request.headers.get(name),
    minimal: response.headers.get('preference-applied') === 'return=minimal',
  } satisfies ObservedResponse);
}

/** Works a value out at the first call. */
function memoize<T>(make: () => T): () => T {
  let cached: { value: T } | null = null;
  return () => (cached ??= { value: make() }).value;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Passes chunks on as they come, one at a time, and says when the last has passed or the reader left. */
function withEnd(
  source: ReadableStream<Uint8Array>,
  onEnd: (isComplete: boolean) => void,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          controller.close();
          onEnd(true);
        } catch (error) {
          controller.error(error);
          onEnd(false);
        }
      },
      async cancel(reason) {
        onEnd(false);
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
