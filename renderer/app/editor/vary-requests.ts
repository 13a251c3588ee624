import { useEffect } from 'react';
import type { EditableInputValue } from '#shared/api/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { valuesRequest, varyRequest, type ValuesRequest } from '#renderer/variants/index.ts';
import { words } from '#renderer/words/index.ts';
import type { Workspace } from './use-workspace.ts';

const t = words.appEditor.varyRequests;

/** Does in the graph what was asked for on the page of grids. */
export function useVaryRequests({ connectionId, projectId, session, notify, setVarying }: Workspace): void {
  useEffect(() => {
    const check = () => {
      if (varyRequest.getState().projectId === projectId) {
        varyRequest.setState({ projectId: null });
        setVarying(true);
      }
      const { requested } = valuesRequest.getState();
      if (requested?.connectionId !== connectionId || requested.projectId !== projectId) return;
      valuesRequest.setState({ requested: null });
      applyValues(session, requested, notify);
    };
    check();
    const stops = [varyRequest.subscribe(check), valuesRequest.subscribe(check)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [connectionId, projectId, session, notify, setVarying]);
}

/** Writes the values of a cell into the graph, as one step of undo. */
function applyValues(session: EditorSession, { values }: ValuesRequest, notify: Workspace['notify']): void {
  const existing = values.filter(({ nodeId }) => session.store.getNode(nodeId));
  const isApplied = session.apply(
    t.applyValuesGrid,
    existing.map(({ nodeId, input, value }) => ({
      op: 'setNodeInput',
      nodeId,
      input,
      value: editable(value),
    })),
  );
  const missingCount = values.length - existing.length;
  const missing = missingCount === 0 ? '' : t.notInGraph(missingCount);
  if (!isApplied) {
    notify({
      kind: 'error',
      title: t.valuesCouldNotUsed,
      description: missing || undefined,
    });
    return;
  }
  session.focusNode(existing[0]?.nodeId ?? '');
  notify({
    kind: 'ok',
    title: t.inGraph(existing.length),
    description: missing || undefined,
    action: { label: t.undo, run: () => session.undo() },
  });
}

/** Documents name a file by its value, runs by its id. */
const editable = (value: ValuesRequest['values'][number]['value']): EditableInputValue =>
  value.type === 'file' && 'fileId' in value ? { type: 'file', value: value.fileId } : value;
