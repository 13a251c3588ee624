import { WindowId, type DeskEvent } from '#shared/desk/index.ts';
import type { CoreContext, Feature } from './feature.ts';
import type { StreamReader } from './http/desk-events.ts';
import type { DeskHandlers } from './http/desk-router.ts';

/** What has to know which windows are there. */
interface WindowWatcher {
  /** A window's event stream opened. @returns to be called when it ended. */
  windowArrived(window: string): () => void;
}

/** The event streams of pages. @param features their snapshots are what a stream begins with. */
export function openEventStreams(
  { events, handles }: CoreContext,
  { watchers, features }: { watchers: readonly WindowWatcher[]; features: readonly Feature[] },
) {
  handles.add('event streams', events, (open) => open.close());
  return {
    routes: {
      followEvents: ({ query, request }) =>
        events.stream(
          (): DeskEvent[] => features.flatMap((feature) => feature.snapshot?.() ?? []),
          request.signal,
          readerOf(query.window, watchers),
        ),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature;
}

/** The window that an event stream belongs to: it is there while the stream is open. */
function readerOf(window: string | undefined, watchers: readonly WindowWatcher[]): StreamReader | null {
  if (!WindowId.safeParse(window).success || window === undefined) return null;
  const ends = watchers.map((watcher) => watcher.windowArrived(window));
  return {
    id: window,
    finished() {
      for (const end of ends) end();
    },
  };
}
