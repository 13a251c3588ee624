import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { projectPath } from '#shared/desk/places.ts';
import { apiFor, callDesk, describeProblem, notifyOutside, useIntent } from '#renderer/desk/index.ts';
import { createRunStore, describeStatus, type RunState, type RunStore } from '#renderer/runs/index.ts';
import { creditsKey, spendKey } from '#renderer/spend/index.ts';
import { type ToastOptions } from '#renderer/ui/index.ts';
import { inSentence, words } from '#renderer/words/index.ts';

const t = words.appRuns.useProjectRuns;

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
  onRunEnd,
  onOutputs,
}: {
  connectionId: string;
  projectId: string;
  runs: RunStore;
  notify: (notice: ToastOptions) => void;
  /** Must stay the same function. */
  onRunEnd: (run: RunState) => void;
  /** Somebody asks for outputs; must stay the same function. */
  onOutputs: () => void;
}): void {
  const client = useQueryClient();
  useEffect(
    () =>
      runs.onEnd((run) => {
        void client.invalidateQueries({ queryKey: creditsKey(connectionId) });
        void client.invalidateQueries({ queryKey: spendKey(connectionId, projectId) });
        onRunEnd(run);
        void notifyOutside({
          title: t.run(inSentence(describeStatus(run.status))),
          body: run.failure?.message ?? words.counts.outputs(Object.keys(run.outputs).length),
          path: projectPath(connectionId, projectId),
          tag: run.runId,
        });
      }),
    [runs, client, connectionId, projectId, onRunEnd],
  );
  useIntent('show-outputs', { connectionId, projectId }, ({ runId }) => {
    runs.show(runId).then(onOutputs, (error: unknown) =>
      notify({
        kind: 'error',
        title: t.runCouldNotRead,
        description: describeProblem(error),
      }),
    );
  });
}
