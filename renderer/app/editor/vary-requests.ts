import type { EditableInputValue } from '#shared/api/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { useIntent, type NodeValue } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import type { Workspace } from './use-workspace.ts';

const t = words.appEditor.varyRequests;

/** Does in the graph what was asked for on the page of grids. */
export function useVaryRequests({ connectionId, projectId, session, notify, setVarying }: Workspace): void {
  const project = { connectionId, projectId };
  useIntent('vary-inputs', project, () => setVarying(true));
  useIntent('apply-values', project, ({ values }) => applyValues(session, values, notify));
}

/** Writes the values of a cell into the graph, as one step of undo. */
function applyValues(
  session: EditorSession,
  values: readonly NodeValue[],
  notify: Workspace['notify'],
): void {
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
const editable = (value: NodeValue['value']): EditableInputValue =>
  value.type === 'file' && 'fileId' in value ? { type: 'file', value: value.fileId } : value;
