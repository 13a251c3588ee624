import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { InlineGraph } from '#shared/api/index.ts';
import { projectPath } from '#shared/desk/places.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { apiFor, callDesk, describeProblem, describeWrite, offlineNow } from '#renderer/desk/index.ts';
import {
  createRunStore,
  isOver,
  outputsRequest,
  type RunStore,
  type StartRequest,
} from '#renderer/runs/index.ts';
import { creditsKey, spendKey } from '#renderer/spend/index.ts';
import { plural, type ToastOptions } from '#renderer/ui/index.ts';

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

/** What happens in the editor when a run ends, and when a notice elsewhere asks for a run's outputs. */
export function useRunEnds({
  connectionId,
  projectId,
  runs,
  notify,
  onOutputs,
}: {
  connectionId: string;
  projectId: string;
  runs: RunStore;
  notify: (notice: ToastOptions) => void;
  /** There are outputs to be looked at; must stay the same function. */
  onOutputs: () => void;
}): void {
  const client = useQueryClient();
  useEffect(
    () =>
      runs.onEnd((run) => {
        void client.invalidateQueries({ queryKey: creditsKey(connectionId) });
        void client.invalidateQueries({ queryKey: spendKey(connectionId, projectId) });
        if (Object.keys(run.outputs).length > 0) onOutputs();
        if (document.hidden) {
          void window.patchbay?.notify({
            title: run.status === 'succeeded' ? 'Run finished' : `Run ${run.status}`,
            body: run.failure?.message.slice(0, 400) ?? plural(Object.keys(run.outputs).length, 'output'),
            path: projectPath(connectionId, projectId),
          });
        }
      }),
    [runs, client, connectionId, projectId, onOutputs],
  );
  useEffect(() => {
    const look = () => {
      const { asked } = outputsRequest.getState();
      if (asked?.connectionId !== connectionId || asked.projectId !== projectId) return;
      outputsRequest.setState({ asked: null });
      runs.show(asked.runId).then(onOutputs, (error: unknown) =>
        notify({
          kind: 'error',
          title: 'The run could not be read',
          description: describeProblem(error),
        }),
      );
    };
    look();
    return outputsRequest.subscribe(look);
  }, [runs, connectionId, projectId, notify, onOutputs]);
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

/** Messages about starting a run: each press says one thing, and replaces what the press before it said. */
const START_ID = 'run-start';

/** Starting and canceling, with what is waiting saved first and failures said in words. */
export function useRunActions({
  session,
  runs,
  notify,
  onStarted,
}: {
  session: EditorSession;
  runs: RunStore;
  notify: (notice: ToastOptions) => void;
  onStarted: () => void;
}): RunActions {
  const [starting, setStarting] = useState(false);

  const start = async (request: StartRequest) => {
    if (starting) return;
    if (session.store.getGraph().nodes.length === 0) {
      notify({
        id: START_ID,
        title: 'There is nothing to run yet',
        description: 'Add a node from the palette first.',
      });
      return;
    }
    setStarting(true);
    try {
      if (!request.graph) {
        try {
          await session.store.flush();
        } catch (error) {
          if (offlineNow(session.ports.connectionId)) {
            notify({
              id: START_ID,
              kind: 'error',
              title: 'Not run: a run needs the service',
              description:
                'It cannot be reached now. Your edits are saved here and are sent when it is back; press Run then.',
            });
            return;
          }
          notify({
            id: START_ID,
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
      notify({
        id: START_ID,
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
      notify({
        id: 'run-cancel',
        kind: 'error',
        title: 'The run was not canceled',
        description: describeProblem(error),
      });
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
