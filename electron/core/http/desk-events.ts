import type { DeskEvent } from '#shared/desk/index.ts';

/** What changed in this process, told to every page that listens (`GET /desk/events`). */

const encoder = new TextEncoder();
const HEARTBEAT_MS = 15_000;
/** A page that falls this far behind is dropped; it reads the state afresh when it comes back. */
const BEHIND_LIMIT_BYTES = 1024 * 1024;

type Listener = (event: DeskEvent) => void;

export interface DeskEvents {
  emit(event: DeskEvent): void;
  /** @returns a function that ends the subscription. */
  subscribe(listener: Listener): () => void;
  /**
   * An endless `text/event-stream`.
   * @param snapshot what a page that has just (re)connected must know.
   */
  stream(snapshot: () => DeskEvent[], signal: AbortSignal): Response;
  /** Ends all streams. */
  close(): void;
}

export function createDeskEvents(): DeskEvents {
  const listeners = new Set<Listener>();
  const streams = new Set<() => void>();

  return {
    emit(event) {
      for (const listener of listeners) listener(event);
    },

    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    stream(snapshot, signal) {
      let end = () => {};
      const body = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            let open = true;
            const write = (text: string) => {
              const bytes = encoder.encode(text);
              if ((controller.desiredSize ?? 0) + BEHIND_LIMIT_BYTES < bytes.byteLength) return end();
              controller.enqueue(bytes);
            };
            const listener: Listener = (event) => write(`data: ${JSON.stringify(event)}\n\n`);
            const heartbeat = setInterval(() => write(': alive\n\n'), HEARTBEAT_MS);
            heartbeat.unref();
            end = () => {
              if (!open) return;
              open = false;
              clearInterval(heartbeat);
              listeners.delete(listener);
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
            signal.addEventListener('abort', end);
            if (signal.aborted) return end();
            write('retry: 1000\n\n');
            for (const event of snapshot()) listener(event);
          },
          cancel: () => end(),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
      );
      return new Response(body, {
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
      });
    },

    close() {
      for (const end of streams) end();
      listeners.clear();
    },
  };
}
