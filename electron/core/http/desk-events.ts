import type { DeskEvent } from '#shared/desk/index.ts';

/** What changed in this process, sent to every page that listens (`GET /desk/events`). */

const encoder = new TextEncoder();
const HEARTBEAT_MS = 15_000;
/** A page that falls this far behind is dropped; it reads the state afresh when it comes back. */
const BEHIND_LIMIT_BYTES = 1024 * 1024;
/** As is one that has been behind, by however little, for so long. */
const STALL_LIMIT_MS = 10_000;

type Listener = (event: DeskEvent) => void;

/** Who reads a stream, and what is to be done when it has ended. */
export interface StreamReader {
  id: string;
  finished(): void;
}

export interface DeskEvents {
  emit(event: DeskEvent): void;
  /** Tells only the streams of some readers. */
  emitTo(readers: readonly string[], event: DeskEvent): void;
  /** @returns a function that ends the subscription. */
  subscribe(listener: Listener): () => void;
  /**
   * An endless `text/event-stream`.
   * @param snapshot what a page that has just (re)connected must know.
   */
  stream(snapshot: () => DeskEvent[], signal: AbortSignal, reader?: StreamReader | null): Response;
  /** Whether a page listens. */
  hasReaders(): boolean;
  /** Ends all streams. */
  close(): void;
}

/** @param stallLimitMs a test's readers are dropped sooner. */
export function createDeskEvents({ stallLimitMs = STALL_LIMIT_MS } = {}): DeskEvents {
  const listeners = new Set<Listener>();
  const streams = new Set<() => void>();
  const readers = new Map<string, Set<Listener>>();

  function leave(reader: StreamReader | null, listener: Listener): void {
    if (!reader) return;
    const readerListeners = readers.get(reader.id);
    readerListeners?.delete(listener);
    if (readerListeners?.size === 0) readers.delete(reader.id);
    reader.finished();
  }

  return {
    emit(event) {
      for (const listener of listeners) listener(event);
    },

    emitTo(ids, event) {
      for (const id of ids) for (const listener of readers.get(id) ?? []) listener(event);
    },

    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    stream(snapshot, signal, reader = null) {
      let end = () => {};
      let stall: NodeJS.Timeout | null = null;
      const clearStall = () => {
        if (stall) clearTimeout(stall);
        stall = null;
      };
      const body = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            let open = true;
            const write = (text: string) => {
              const bytes = encoder.encode(text);
              if ((controller.desiredSize ?? 0) + BEHIND_LIMIT_BYTES < bytes.byteLength) return end();
              controller.enqueue(bytes);
              // Below zero: nobody has asked for it yet.
              if ((controller.desiredSize ?? 0) < 0 && open) stall ??= setTimeout(end, stallLimitMs).unref();
            };
            const listener: Listener = (event) => write(`data: ${JSON.stringify(event)}\n\n`);
            const heartbeat = setInterval(() => write(': alive\n\n'), HEARTBEAT_MS);
            heartbeat.unref();
            end = () => {
              if (!open) return;
              open = false;
              clearStall();
              clearInterval(heartbeat);
              listeners.delete(listener);
              leave(reader, listener);
              streams.delete(end);
              signal.removeEventListener('abort', end);
              try {
                controller.close();
              } catch {
                // Already closed by the reader.
              }
            };
            streams.add(end);
            listeners.add(listener);
            if (reader) readers.set(reader.id, (readers.get(reader.id) ?? new Set()).add(listener));
            signal.addEventListener('abort', end);
            if (signal.aborted) return end();
            write('retry: 1000\n\n');
            for (const event of snapshot()) listener(event);
          },
          pull: clearStall,
          cancel: () => end(),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
      );
      return new Response(body, {
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
      });
    },

    hasReaders: () => streams.size > 0,

    close() {
      for (const end of streams) end();
      listeners.clear();
    },
  };
}
