import { useQueryClient } from '@tanstack/react-query';
import { useCallback, type ReactElement } from 'react';
import type { PatchOperation } from '#shared/api/index.ts';
import { planApply } from '#shared/graph/index.ts';
import type { OutputToApply } from '#shared/graph/plan-apply.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { ApplyDialog, type RunState } from '#renderer/runs/index.ts';
import { outputLabels } from '../runs/output-labels.ts';
import { type ToastOptions } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.appEditor.editorResults;

/** The outputs of the run shown are applied to the project. */
export function EditorResults({
  connectionId,
  notify,
  session,
  run,
  applying,
  onApplyingEnd,
  onRerun,
}: {
  connectionId: string;
  notify: (notice: ToastOptions) => void;
  session: EditorSession;
  run: RunState;
  applying: boolean;
  onApplyingEnd: () => void;
  onRerun: () => void;
}): ReactElement {
  const client = useQueryClient();
  const plan = (outputs: readonly OutputToApply[]) =>
    planApply(session.store.getGraph(), outputs, session.catalog);
  const saveFirst = useCallback(() => session.store.flush(), [session]);

  const applyAsEdit = (operations: PatchOperation[], count: number) => {
    const applied = session.store.applyEdit(t.apply(count), operations);
    onApplyingEnd();
    if (applied.ok) notify({ kind: 'ok', title: t.appliedEdit(count) });
    else
      notify({
        kind: 'error',
        title: t.outputsNotApplied,
        description: applied.rejection.reason,
      });
  };

  const appliedByService = (operations: PatchOperation[], count: number) => {
    session.appliedByService(t.apply(count), operations);
    onApplyingEnd();
    void client.invalidateQueries({ queryKey: ['projects', connectionId] });
    notify({ kind: 'ok', title: t.applied(count) });
  };

  return (
    <>
      {applying ? (
        <ApplyDialog
          connectionId={connectionId}
          run={run}
          labelOf={outputLabels(session)}
          saveFirst={saveFirst}
          plan={plan}
          currentGraph={() => session.store.getGraph()}
          onApplyAsEdit={applyAsEdit}
          onApplied={appliedByService}
          onRerun={() => {
            onApplyingEnd();
            onRerun();
          }}
          onClose={onApplyingEnd}
        />
      ) : null}
    </>
  );
}
