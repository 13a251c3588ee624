import { errorFields } from './error-fields.ts';
import type { CoreLog } from './options.ts';

/**
 * Work in the background that reads from services: in each lane one piece after the other, and no more waiting than can
 * be held. A service that answers slowly, or much at once, holds up its own lane alone.
 */
export interface SerialQueue {
  /**
   * @param lane what waits for one another: the id of a connection.
   * @param key the same piece again is not added while it waits or is being done.
   * @param work its signal aborts when the app closes, which waits for it no longer: from then on it must write nothing.
   *   What it throws is logged.
   * @returns false when it was not added because too much waits.
   */
  add(lane: string, key: string, work: (signal: AbortSignal) => Promise<void>): boolean;
  has(key: string): boolean;
  /** Resolves when this piece is done, or at once when there is none. */
  idle(key: string): Promise<void>;
  /** Resolves when nothing waits and nothing is being done. */
  settled(): Promise<void>;
  /** What waits is dropped, what is being done is aborted. */
  close(): Promise<void>;
}

interface QueuedTask {
  work: (signal: AbortSignal) => Promise<void>;
  completion: Promise<void>;
  end: () => void;
}

/** @param options.maxWaiting pieces of one lane, the one that is being done included. */
export function createSerialQueue(options: {
  name: string;
  maxPending: number;
  log: CoreLog;
  /** A lane in which nothing waits any more. */
  onIdle?: (lane: string) => void;
}): SerialQueue {
  const { name, maxPending, log } = options;
  const lanes = new Map<string, Map<string, QueuedTask>>();
  const tasks = new Map<string, QueuedTask>();
  const stop = new AbortController();
  const stopped = new Promise<void>((resolve) =>
    stop.signal.addEventListener('abort', () => resolve(), { once: true }),
  );

  async function runLane(lane: string, pending: Map<string, QueuedTask>): Promise<void> {
    for (;;) {
      const next = pending.entries().next();
      if (next.done === true) break;
      const [key, task] = next.value;
      try {
        if (!stop.signal.aborted) await Promise.race([task.work(stop.signal), stopped]);
      } catch (error) {
        if (!stop.signal.aborted) log.info(errorFields(error), name);
      }
      pending.delete(key);
      tasks.delete(key);
      task.end();
    }
    lanes.delete(lane);
    if (!stop.signal.aborted) options.onIdle?.(lane);
  }

  async function settled(): Promise<void> {
    while (tasks.size > 0) await Promise.all(Array.from(tasks.values(), ({ completion }) => completion));
  }

  return {
    add(lane, key, work) {
      if (stop.signal.aborted) return false;
      if (tasks.has(key)) return true;
      const pending = lanes.get(lane) ?? new Map<string, QueuedTask>();
      if (pending.size >= maxPending) return false;
      const { promise: completion, resolve: end } = Promise.withResolvers<void>();
      const task = { work, completion, end };
      pending.set(key, task);
      tasks.set(key, task);
      if (!lanes.has(lane)) {
        lanes.set(lane, pending);
        void runLane(lane, pending);
      }
      return true;
    },
    has: (key) => tasks.has(key),
    idle: (key) => tasks.get(key)?.completion ?? Promise.resolve(),
    settled,
    async close() {
      stop.abort(new DOMException('Patchbay is closing.', 'AbortError'));
      await settled();
    },
  };
}
