import type { BatchItem } from '#shared/desk/index.ts';
import { callDesk, onDeskEvent, onDeskReconnect } from '#renderer/desk/index.ts';

/** Items in one request. */
const PAGE_SIZE = 500;

/** The items of one batch as far as a page has looked at them, kept current by events. */
export interface ItemCache {
  get(index: number): BatchItem | undefined;
  /** Reads what is missing of a range. @param to index after the last */
  ensure(from: number, to: number): void;
  /** Of every change a number more, for `useSyncExternalStore`. */
  revision(): number;
  subscribe(listener: () => void): () => void;
  /** Follows events. @returns a function that ends it */
  start(): () => void;
}

export function createItemCache(batchId: string, desk: typeof callDesk = callDesk): ItemCache {
  const items = new Map<number, BatchItem>();
  const pages = new Set<number>();
  const listeners = new Set<() => void>();
  let revision = 0;
  const changed = (): void => {
    revision += 1;
    for (const listener of listeners) listener();
  };
  const store = (received: readonly BatchItem[]): void => {
    for (const item of received) items.set(item.index, item);
    if (received.length > 0) changed();
  };
  const read = (page: number): void => {
    pages.add(page);
    desk('listBatchItems', {
      params: { batchId },
      query: { from: String(page * PAGE_SIZE), limit: String(PAGE_SIZE) },
    }).then(
      ({ items: received }) => store(received),
      // It is asked for again when it is looked at again.
      () => void pages.delete(page),
    );
  };
  return {
    get: (index) => items.get(index),
    ensure(from, to) {
      const last = Math.floor(Math.max(from, to - 1) / PAGE_SIZE);
      for (let page = Math.floor(from / PAGE_SIZE); page <= last; page += 1) {
        if (!pages.has(page)) read(page);
      }
    },
    revision: () => revision,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      const stops = [
        onDeskEvent((event) => {
          if (event.type === 'batch-items' && event.batchId === batchId) store(event.items);
        }),
        onDeskReconnect(() => {
          for (const page of pages) read(page);
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
