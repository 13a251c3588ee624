import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { useChangeSettings, useSettings } from '#renderer/desk/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { HintCard, startTour, Tour, type Hint, type TourStop } from '#renderer/help/index.ts';

const hints = [
  { id: 'add', text: 'Double-click the canvas, or press {editor.quick-add}, to add a node.' },
  { id: 'connect', text: 'Drag from a pin at the right of a node to one at the left of another.' },
  { id: 'run', text: 'Press Run, or {run.start}, and results appear on the nodes.' },
] as const satisfies readonly Hint[];
type HintId = (typeof hints)[number]['id'];

const stops: readonly TourStop[] = [
  {
    id: 'canvas',
    target: 'section[aria-label="Canvas"]',
    side: 'inside',
    title: 'The canvas',
    text: 'A node does one thing; wires carry what it made to the next. {view.fit} shows everything, {editor.find} finds a node.',
  },
  {
    id: 'nodes',
    target: '[data-tour="left-panel"]',
    side: 'right',
    title: 'Nodes and files',
    text: 'Drag a node from here onto the canvas, or onto a wire. Photos, films and sounds can be dropped on the canvas from outside.',
  },
  {
    id: 'details',
    target: '[data-tour="right-panel"]',
    side: 'left',
    title: 'Values and results',
    text: 'Select a node, and its values and results are here; most can be set on the node itself. Runs and History are beside it.',
  },
  {
    id: 'run',
    target: '[data-run-button]',
    side: 'bottom',
    title: 'Run',
    text: 'Run makes what has changed and reuses the rest; it says before what it costs, where it is not free. While Live is on, previews follow as you type.',
  },
  {
    id: 'saved',
    target: '[data-tour="saved"]',
    side: 'bottom',
    title: 'Nothing is lost',
    text: 'Changes are saved as you make them. {edit.undo} takes them back, also after a restart. {help.open} opens Help.',
  },
];

/** What helps a newcomer on the canvas: hints that go away by doing, and the tour. */
export function CanvasHelp({
  session,
  activeRuns,
}: {
  session: EditorSession;
  activeRuns: number;
}): ReactElement {
  const { hint, hide } = useHints(session, activeRuns > 0);
  return (
    <>
      <HintCard hint={hint} onHide={hide} onTour={startTour} />
      <Tour stops={stops} />
    </>
  );
}

/** The hint to show, and what puts all of them away. */
function useHints(session: EditorSession, isRunning: boolean) {
  const settings = useSettings();
  const { mutate } = useChangeSettings();
  // In a project that has nodes, running them is what to try first.
  const [order] = useState(() => (session.store.getGraph().nodes.length > 0 ? hints.toReversed() : hints));
  const stored = settings.data?.hintsDone;
  const done = useRef<readonly string[]>([]);
  useEffect(() => {
    done.current = stored ?? [];
  }, [stored]);
  const mark = useCallback(
    (...ids: HintId[]) => {
      const now = [...new Set([...done.current, ...ids])];
      if (now.length === done.current.length) return;
      done.current = now;
      mutate({ hintsDone: now });
    },
    [mutate],
  );
  const hint = stored && order.find(({ id }) => !stored.includes(id));
  const isAnyLeft = hint !== undefined;

  useEffect(() => {
    if (!isAnyLeft) return undefined;
    if (isRunning) mark('run');
    let graph = session.store.getGraph();
    return session.store.subscribe(() => {
      const now = session.store.getGraph();
      if (now.nodes.length > graph.nodes.length) mark('add');
      if (now.connections.length > graph.connections.length) mark('connect');
      graph = now;
    });
  }, [session, isRunning, isAnyLeft, mark]);

  return { hint, hide: () => mark(...hints.map(({ id }) => id)) };
}
