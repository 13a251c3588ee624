import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { EditableInputValue } from '#shared/api/index.ts';
import {
  DEFAULT_IN_FLIGHT,
  estimateExecutions,
  gridExecutions,
  withoutVaried,
  type RunEstimate,
  type RunSamples,
} from '#shared/desk/index.ts';
import { gridPath } from '#shared/desk/places.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { plural } from '#renderer/ui/index.ts';
import {
  valuesRequest,
  VaryDialog,
  varyRequest,
  type ValuesAsked,
  type VariedAxis,
} from '#renderer/variants/index.ts';
import { isFreeIn, useRunSamples } from './use-run-estimate.ts';
import type { Workspace } from './use-workspace.ts';
import { filesToVary, inputsToVary } from './vary-inputs.ts';

/** What a grid of the open graph will take. */
function estimateOf(session: EditorSession, axes: readonly VariedAxis[], samples: RunSamples): RunEstimate {
  const graph = session.states.runGraph();
  const executions = gridExecutions(graph, axes, session.outlook.now().runs);
  return estimateExecutions(
    withoutVaried(graph, axes),
    executions,
    samples.kinds,
    DEFAULT_IN_FLIGHT,
    isFreeIn(session),
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
  const [asked] = useState(() => session.ui.get().varyRequested);
  useEffect(() => session.ui.set({ varyRequested: null }), [session]);
  const first = asked?.[0] ?? selected;
  // The graph stands still under the dialog.
  const [inputs] = useState(() =>
    inputsToVary(session.states.runGraph(), {
      first,
      selected: session.store.selectedNodes,
      inputsOf: (type) => session.catalog.pinsOf(type)?.inputs ?? [],
      titleOf: (id) => session.titleOf(id),
      fileNameOf: (fileId) => session.fileNames.get(fileId) ?? null,
    }),
  );
  return (
    <VaryDialog
      inputs={inputs}
      first={{ nodeId: first, input: asked?.[1] ?? null }}
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

/** Does in the graph what was asked for on the page of grids. */
export function useVaryRequests({ connectionId, projectId, session, notify, setVarying }: Workspace): void {
  useEffect(() => {
    const look = () => {
      if (varyRequest.getState().projectId === projectId) {
        varyRequest.setState({ projectId: null });
        setVarying(true);
      }
      const { asked } = valuesRequest.getState();
      if (asked?.connectionId !== connectionId || asked.projectId !== projectId) return;
      valuesRequest.setState({ asked: null });
      applyValues(session, asked, notify);
    };
    look();
    const stops = [varyRequest.subscribe(look), valuesRequest.subscribe(look)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [connectionId, projectId, session, notify, setVarying]);
}

/** Writes the values of a cell into the graph, as one step of undo. */
function applyValues(session: EditorSession, { values }: ValuesAsked, notify: Workspace['notify']): void {
  const there = values.filter(({ nodeId }) => session.store.getNode(nodeId));
  const isWritten = session.apply(
    'use values of a grid',
    there.map(({ nodeId, input, value }) => ({ op: 'setNodeInput', nodeId, input, value: editable(value) })),
  );
  const gone = values.length - there.length;
  const missing =
    gone === 0
      ? ''
      : ` ${plural(gone, 'node')} of the grid ${gone === 1 ? 'is' : 'are'} not in the graph any more.`;
  if (!isWritten) {
    notify({
      kind: 'error',
      title: 'The values could not be used',
      description: missing.trim() || undefined,
    });
    return;
  }
  session.focusNode(there[0]?.nodeId ?? '');
  notify({
    kind: 'ok',
    title: `${plural(there.length, 'value')} of the grid ${there.length === 1 ? 'is' : 'are'} in the graph`,
    description: missing.trim() || undefined,
    action: { label: 'Undo', run: () => session.undo() },
  });
}

/** Documents name a file by its value, runs by its id. */
const editable = (value: ValuesAsked['values'][number]['value']): EditableInputValue =>
  value.type === 'file' && 'fileId' in value ? { type: 'file', value: value.fileId } : value;
