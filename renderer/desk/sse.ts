import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { backoffMs, type Backoff } from '#shared/http/backoff.ts';
import { readApiError, STREAM_REJECTED } from '#shared/api/index.ts';
import { words } from '#renderer/words/index.ts';
import { MAX_EVENT_CHARACTERS } from './read-response.ts';

const t = words.desk.sse;

export interface EventStreamOptions {
  /** Opens the stream; `lastEventId` is where to go on, null at the start. */
  open: (request: { lastEventId: string | null; signal: AbortSignal }) => Promise<Response>;
  /** Each event once: an id seen before is skipped. */
  onEvent: (event: EventSourceMessage) => void;
  /** Where an earlier page left the stream. */
  lastEventId?: string | null;
  /** True when nothing more will come; then the end of the stream is the end, otherwise it is opened again. */
  isComplete: () => boolean;
  onStateChange?: (state: 'open' | 'waiting') => void;
  signal: AbortSignal;
  /** After so many attempts in a row that brought nothing the stream counts as lost; never, unless told. */
  maxAttempts?: number;
  /** Waits before the nth attempt in a row that brought nothing (from 1). Injected in tests. */
  wait?: (attempt: number, signal: AbortSignal) => Promise<void>;
}

/** The stream brings nothing any more, while the rest of the service may well answer. */
export class EventStreamError extends Error {
  override name = 'EventStreamError';
  constructor() {
    super(t.liveConnectionServiceProgress);
  }
}

const BACKOFF: Backoff = { firstMs: 400, maxMs: 15_000, minShare: 0.5 };

/** Waits before an event stream is opened again. */
export function backoff(attempt: number, signal: AbortSignal): Promise<void> {
  const delay = backoffMs(BACKOFF, attempt, Math.random());
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, delay);
    signal.addEventListener('abort', finish);
  });
}

/**
 * Reads an event stream to its end, opening it again after the last event whenever it is cut.
 * Resolves when complete or aborted.
 * @throws ApiError when the server refuses the stream (4xx): asking again would not help. EventStreamError.
 */
export async function readEventStream(options: EventStreamOptions): Promise<void> {
  const { open, onEvent, isComplete, onStateChange, signal, wait = backoff } = options;
  let lastEventId = options.lastEventId ?? null;
  const visitedIds = new Set<string>();
  let attempt = 0;
  while (!signal.aborted && !isComplete()) {
    try {
      const response = await open({ lastEventId, signal });
      if (!response.ok) {
        const error = await readApiError(response);
        // 408, 425, 429 and anything from 500 on may pass by itself.
        if (response.status < 500 && ![408, 425, 429].includes(response.status)) throw error;
      } else if (response.body) {
        onStateChange?.('open');
        const handleEvent = (event: EventSourceMessage): void => {
          // Its next opening is refused with the same reason.
          if (event.event === STREAM_REJECTED) return;
          if (event.id) {
            if (visitedIds.has(event.id)) return;
            visitedIds.add(event.id);
            lastEventId = event.id;
          }
          attempt = 0;
          onEvent(event);
        };
        await readEvents(response.body, { onEvent: handleEvent, isComplete, signal });
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Error && error.name === 'ApiError') throw error;
      // A cut stream or an unreachable host: opened again below.
    }
    if (signal.aborted || isComplete()) return;
    onStateChange?.('waiting');
    attempt += 1;
    if (options.maxAttempts !== undefined && attempt > options.maxAttempts) throw new EventStreamError();
    await wait(attempt, signal);
  }
}

/** Reads one connection to its end, or until nothing more is wanted: a server may leave it open after the last event. */
async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onEvent, isComplete, signal }: Pick<EventStreamOptions, 'onEvent' | 'isComplete' | 'signal'>,
): Promise<void> {
  const parser = createParser({ maxBufferSize: MAX_EVENT_CHARACTERS, onEvent });
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const leave = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  try {
    while (!isComplete()) {
      const { done: finish, value } = await reader.read();
      if (finish) break;
      parser.feed(value);
    }
  } finally {
    signal.removeEventListener('abort', leave);
    // An event without an end is not read on, and its connection not left open.
    leave();
  }
}
