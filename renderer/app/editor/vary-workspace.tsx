import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import {
  DEFAULT_IN_FLIGHT,
  estimateExecutions,
  gridExecutions,
  omitVaried,
  type RunEstimate,
  type RunSamples,
} from '#shared/desk/index.ts';
import { gridPath } from '#shared/desk/places.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { VaryDialog, type VariedAxis } from '#renderer/variants/index.ts';
import { pricesIn, useRunSamples } from '../runs/use-run-estimate.ts';
import type { Workspace } from './use-workspace.ts';
import { filesToVary, inputsToVary } from './vary-inputs.ts';

/** What a grid of the open graph will take. */
function estimateOf(session: EditorSession, axes: readonly VariedAxis[], samples: RunSamples): RunEstimate {
  const graph = session.states.runGraph();
  const executions = gridExecutions(graph, axes, session.outlook.current().runs);
  return estimateExecutions(
    omitVaried(graph, axes),
    executions,
    samples.kinds,
    DEFAULT_IN_FLIGHT,
    pricesIn(session),
  );
}

/** The dialog that makes a grid of the open graph. */
export function VaryInWorkspace({ workspace }: { workspace: Workspace }): ReactElement {
  const { connectionId, projectId, session, setVarying } = workspace;
  const [, navigate] = useLocation();
  const files = useQuery({
    queryKey: ['desk', 'files', connectionId, projectId],
    queryFn: ({ signal }) => callDesk('listFiles', { query: { connectionId, projectId }, signal }),
  });
  const samples = useRunSamples(connectionId);
  const [selected = null] = session.store.selectedNodes;
  // What was asked for when the dialog opened.
  const [request] = useState(() => session.ui.get().varyRequested);
  useEffect(() => session.ui.set({ varyRequested: null }), [session]);
  const first = request?.[0] ?? selected;
  // The graph stands still under the dialog.
  const [inputs] = useState(() =>
    inputsToVary(session.states.runGraph(), {
      first,
      selected: session.store.selectedNodes,
      inputsOf: (type) => session.catalog.pinsOf(type)?.inputs ?? [],
      titleOf: (id) => session.titleOf(id),
      iconOf: (type) => session.catalog.find(type)?.summary.icon,
      fileNameOf: (fileId) => session.fileNames.get(fileId) ?? null,
    }),
  );
  return (
    <VaryDialog
      inputs={inputs}
      first={{ nodeId: first, input: request?.[1] ?? null }}
      estimateOf={(axes) => (samples === undefined ? null : estimateOf(session, axes, samples))}
      files={filesToVary(inputs, files.data?.files ?? [], (id) => session.fileNames.get(id) ?? null)}
      source={async () => {
        const { nodes, connections } = session.states.runGraph();
        // What cannot be saved now can be varied all the same: the grid holds the graph itself.
        const projectVersion = await session.store.flush().catch(() => null);
        return {
          connectionId,
          projectId,
          projectVersion,
          graph: { nodes: [...nodes], connections: [...connections] },
        };
      }}
      onClose={() => setVarying(false)}
      onCreated={({ id }) => {
        setVarying(false);
        navigate(gridPath(connectionId, projectId, id));
      }}
    />
  );
}
