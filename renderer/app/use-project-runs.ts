import { useEffect, useState } from 'react';
import type { InlineGraph } from '#shared/api/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { apiFor, callDesk, describeProblem, describeWrite, offlineNow } from '#renderer/desk/index.ts';
import { createRunStore, isOver, type RunStore, type StartRequest } from '#renderer/runs/index.ts';
import { showToast } from '#renderer/ui/index.ts';

/** The runs of the open project, followed while it is open. */
export function useProjectRuns(connectionId: string, projectId: string): RunStore {
  const [runs] = useState(() =>
    createRunStore({ connectionId, projectId, api: apiFor(connectionId), desk: callDesk }),
  );
  useEffect(() => {
    runs.open();
    void runs.loadHistory();
    return () => runs.dispose();
  }, [runs]);
  return runs;
}

export interface RunActions {
  /** Whether a start is on its way to the service. */
  starting: boolean;
  canRun: () => boolean;
  canRunSelected: () => boolean;
  runAll: () => void;
  runSelected: () => void;
  runTo: (nodeIds: readonly string[]) => void;
  /** The graph as it is on screen, whether or not it could be saved. */
  runOnScreen: () => void;
  /** Cancels the shown run, or the newest that is going on. */
  cancel: () => void;
}

/** Starting and cancelling, with what is waiting saved first and failures said in words. */
export function useRunActions({
  session,
  runs,
  onStarted,
}: {
  session: EditorSession;
  runs: RunStore;
  onStarted: () => void;
}): RunActions {
  const [starting, setStarting] = useState(false);

  const start = async (request: StartRequest) => {
    if (starting) return;
    if (session.store.getGraph().nodes.length === 0) {
      showToast({ title: 'There is nothing to run yet', description: 'Add a node from the palette first.' });
      return;
    }
    setStarting(true);
    try {
      if (!request.graph) {
        try {
          await session.store.flush();
        } catch (error) {
          if (offlineNow(session.ports.connectionId)) {
            showToast({
              kind: 'error',
              title: 'Not run: a run needs the service',
              description:
                'It cannot be reached now. Your edits are kept and go out when it is back; press Run then.',
            });
            return;
          }
          showToast({
            kind: 'error',
            title: 'Not run, because your last changes could not be saved',
            description: describeProblem(error),
            action: { label: 'Run the graph on screen', run: () => void startOnScreen() },
          });
          return;
        }
      }
      await runs.start(request);
      onStarted();
    } catch (error) {
      showToast({
        kind: 'error',
        title: 'The run was not started',
        description: describeWrite(error, 'a run'),
      });
    } finally {
      setStarting(false);
    }
  };

  const startOnScreen = () => {
    const { nodes, connections } = session.store.getGraph();
    const graph: InlineGraph = { nodes: [...nodes], connections: [...connections] };
    return start({ graph });
  };

  const cancel = async () => {
    const { runs: all, order, shownId } = runs.store.getState();
    const going = order.filter((id) => {
      const run = all[id];
      return run !== undefined && !isOver(run);
    });
    const runId = going.find((id) => id === shownId) ?? going[0];
    if (runId === undefined) return;
    try {
      await runs.cancel(runId);
    } catch (error) {
      showToast({ kind: 'error', title: 'The run was not canceled', description: describeProblem(error) });
    }
  };

  const runTo = (nodeIds: readonly string[]) => void start({ targetNodeIds: [...nodeIds] });
  return {
    starting,
    canRun: () => session.store.getGraph().nodes.length > 0,
    canRunSelected: () => session.store.selectedNodes.size > 0,
    runAll: () => void start({}),
    runSelected: () => runTo([...session.store.selectedNodes]),
    runTo,
    runOnScreen: () => void startOnScreen(),
    cancel: () => void cancel(),
  };
}
