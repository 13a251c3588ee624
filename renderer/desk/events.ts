import { DeskEvent } from '#shared/desk/index.ts';
import { readEvent } from './read-response.ts';
import { readEventStream } from './sse.ts';
import { deskFetch } from './transport.ts';
import { windowId } from './window-id.ts';

type Listener = (event: DeskEvent) => void;

const listeners = new Set<Listener>();
const openListeners = new Set<(isReconnect: boolean) => void>();

/** Calls back with each change in the desktop process. @returns a function that ends the subscription. */
export function onDeskEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Calls back whenever the stream opens, with `again` after a cut: what happened before is not sent, so it must be asked
 * for anew.
 */
export function onDeskOpen(listener: (isReconnect: boolean) => void): () => void {
  openListeners.add(listener);
  return () => openListeners.delete(listener);
}

/** Calls back when the stream is open again after a cut. */
export const onDeskReconnect = (listener: () => void): (() => void) =>
  onDeskOpen((isReconnect) => {
    if (isReconnect) listener();
  });

/** Reads the desk's events until `signal` aborts. One stream a page. */
export async function startDeskEvents(signal: AbortSignal): Promise<void> {
  let wasOpen = false;
  await readEventStream({
    open: ({ lastEventId, signal }) =>
      deskFetch(`/desk/events?window=${windowId}`, {
        headers: {
          accept: 'text/event-stream',
          ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
        },
        signal,
      }),
    isComplete: () => false,
    onStateChange: (state) => {
      if (state !== 'open') return;
      for (const listener of openListeners) listener(wasOpen);
      wasOpen = true;
    },
    onEvent: ({ data }) => {
      const event = readEvent(DeskEvent, data);
      if (event) for (const listener of listeners) listener(event);
    },
    signal,
  });
}
