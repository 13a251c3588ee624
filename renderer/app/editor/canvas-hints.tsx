import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { useChangeSettings, useSettings } from '#renderer/desk/index.ts';
import { useUi, type EditorSession } from '#renderer/editor/index.ts';
import { HintCard, startTour, Tour, type Hint, type TourStop } from '#renderer/help/index.ts';
import type { RunStore } from '#renderer/runs/index.ts';
import { words } from '#renderer/words/index.ts';

const { hints: hintTexts, tour } = words.firstMinute;

const hints = [
  { id: 'add', text: hintTexts.add },
  { id: 'connect', text: hintTexts.connect },
  { id: 'run', text: hintTexts.run },
] as const satisfies readonly Hint[];
/** Stored among the hints that are done, so that it is not offered again. */
const TOUR = 'tour';
type DismissedId = (typeof hints)[number]['id'] | typeof TOUR;

const stops: readonly TourStop[] = [
  {
    id: 'canvas',
    target: '[data-tour="canvas"]',
    side: 'inside',
    clearOf: '[data-node]',
    ...tour.canvas,
  },
  { id: 'nodes', target: '[data-tour="left-panel"]', side: 'right', ...tour.nodes },
  { id: 'details', target: '[data-tour="right-panel"]', side: 'left', ...tour.details },
  { id: 'run', target: '[data-run-button]', side: 'bottom', ...tour.run },
  { id: 'saved', target: '[data-tour="saved"]', side: 'bottom', ...tour.saved },
];

/** What helps a newcomer on the canvas: hints that go away by doing, and the tour. */
export function CanvasHelp({
  session,
  runs,
  isLive,
}: {
  session: EditorSession;
  runs: RunStore;
  /** Previews show what comes out without a run. */
  isLive: boolean;
}): ReactElement {
  // One that goes on already was not started by doing what the hint says.
  const hasRun = useStore(runs.store, ({ isStartedByPage }) => isStartedByPage);
  const { hint, hide, isTourCompleted, tourId } = useHints(session, hasRun);
  const isSearching = useUi(session, (ui) => ui.issue);
  return (
    <>
      <HintCard
        hint={isSearching ? undefined : asItIs(hint, isLive)}
        onHide={hide}
        onTour={isTourCompleted ? null : startTour}
      />
      <Tour stops={stops} onStart={tourId} />
    </>
  );
}

/** So many nodes there have to be for a hint to make sense. */
const NODES_FOR = { add: 0, connect: 2, run: 1 } as const satisfies Record<
  (typeof hints)[number]['id'],
  number
>;

/** The first of the hints that somebody can follow on a canvas of so many nodes. */
export const fittingHint = <Entry extends Pick<(typeof hints)[number], 'id'>>(
  remaining: readonly Entry[],
  count: number,
): Entry | undefined => remaining.find(({ id }) => count >= NODES_FOR[id]);

/** What a hint says fits whether previews are on. */
const asItIs = (hint: Hint | undefined, isLive: boolean): Hint | undefined =>
  isLive && hint?.id === 'run' ? { ...hint, text: hintTexts.runLive } : hint;

/** The hint to show, and what puts all of them away. */
function useHints(session: EditorSession, hasRun: boolean) {
  const settings = useSettings();
  const { mutate } = useChangeSettings();
  // In a project that has nodes, running them is what to try first.
  const [order] = useState(() => (session.store.getGraph().nodes.length > 0 ? hints.toReversed() : hints));
  const stored = settings.data?.hintsDone;
  const dismissed = useRef<readonly string[]>([]);
  useEffect(() => {
    dismissed.current = stored ?? [];
  }, [stored]);
  const mark = useCallback(
    (...ids: DismissedId[]) => {
      const next = [...new Set([...dismissed.current, ...ids])];
      if (next.length === dismissed.current.length) return;
      dismissed.current = next;
      mutate({ hintsDone: next });
    },
    [mutate],
  );
  const count = useSyncExternalStore(
    useCallback((listener: () => void) => session.store.subscribe(listener), [session]),
    () => session.store.getGraph().nodes.length,
  );
  const remaining = stored && order.filter(({ id }) => !stored.includes(id));
  const hint = remaining && fittingHint(remaining, count);
  const isAnyLeft = remaining !== undefined && remaining.length > 0;

  useEffect(() => {
    if (!isAnyLeft) return undefined;
    if (hasRun) mark('run');
    let graph = session.store.getGraph();
    return session.store.subscribe(() => {
      const currentGraph = session.store.getGraph();
      if (currentGraph.nodes.length > graph.nodes.length) mark('add');
      if (currentGraph.connections.length > graph.connections.length) mark('connect');
      graph = currentGraph;
    });
  }, [session, hasRun, isAnyLeft, mark]);

  const onTour = useCallback(() => mark(TOUR), [mark]);
  // Before the hints that were done are read, nothing is stored in their place.
  const tourId = stored === undefined ? undefined : onTour;
  const isTourCompleted = stored?.includes(TOUR) === true;
  return {
    hint,
    hide: () => mark(...hints.map(({ id }) => id)),
    isTourCompleted,
    tourId,
  };
}
