import { useEffect } from 'react';
import type { EditableInputValue } from '#shared/api/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { plural } from '#renderer/ui/index.ts';
import { valuesRequest, varyRequest, type ValuesAsked } from '#renderer/variants/index.ts';
import type { Workspace } from './use-workspace.ts';

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
