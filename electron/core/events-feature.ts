import { WindowId, type DeskEvent } from '#shared/desk/index.ts';
import type { CoreContext, Feature } from './feature.ts';
import type { StreamReader } from './http/desk-events.ts';
import type { DeskHandlers } from './http/desk-router.ts';
import type { Journal } from './journal/journal.ts';

/** The event streams of pages. @param features their snapshots are what a stream begins with. */
export function openEventStreams(
  { events, handles }: CoreContext,
  { journal, features }: { journal: Journal; features: readonly Feature[] },
) {
  handles.add('event streams', events, (open) => open.close());
  return {
    routes: {
      followEvents: ({ query, request }) =>
        events.stream(
          (): DeskEvent[] => features.flatMap((feature) => feature.snapshot?.() ?? []),
          request.signal,
          readerOf(query.window, journal),
        ),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature;
}

/** The window that an event stream belongs to: it is there while the stream is open. */
function readerOf(window: string | undefined, journal: Journal): StreamReader | null {
  if (!WindowId.safeParse(window).success || window === undefined) return null;
  return { id: window, ended: journal.windowArrived(window) };
}
