import { useQueryClient } from '@tanstack/react-query';
import { useCallback, type ReactElement } from 'react';
import type { PatchOperation } from '#shared/api/index.ts';
import { planApply } from '#shared/graph/index.ts';
import type { OutputToApply } from '#shared/graph/plan-apply.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { ApplyDialog, Lightbox, outputsOf, type RunState } from '#renderer/runs/index.ts';
import { outputLabels } from './output-labels.ts';
import { plural, type ToastOptions } from '#renderer/ui/index.ts';

/** What can be done with the outputs of the run shown: seen at full size, applied to the project. */
export function EditorResults({
  connectionId,
  notify,
  session,
  run,
  openKey,
  onOpenKey,
  applying,
  onApplyingEnd,
  onRunAgain,
}: {
  connectionId: string;
  notify: (notice: ToastOptions) => void;
  session: EditorSession;
  run: RunState;
  /** The output seen at full size, as `node.pin` or by the name the run gives it. */
  openKey: string | null;
  onOpenKey: (key: string | null) => void;
  applying: boolean;
  onApplyingEnd: () => void;
  onRunAgain: () => void;
}): ReactElement {
  const client = useQueryClient();
  const plan = (outputs: readonly OutputToApply[]) =>
    planApply(session.store.getGraph(), outputs, session.catalogue);
  const saveFirst = useCallback(() => session.store.flush(), [session]);

  const applyAsEdit = (operations: PatchOperation[], count: number) => {
    const applied = session.store.applyEdit(`apply ${plural(count, 'output')}`, operations);
    onApplyingEnd();
    if (applied.ok) notify({ kind: 'ok', title: `Applied ${plural(count, 'output')} as an edit` });
    else
      notify({
        kind: 'error',
        title: 'The outputs were not applied',
        description: applied.refusal.reason,
      });
  };

  const appliedByService = (operations: PatchOperation[], count: number) => {
    session.appliedByService(`apply ${plural(count, 'output')}`, operations);
    onApplyingEnd();
    void client.invalidateQueries({ queryKey: ['projects', connectionId] });
    notify({ kind: 'ok', title: `Applied ${plural(count, 'output')}` });
  };

  // Outputs of inner nodes can be looked at as well; the gallery has only those of the run.
  const labelOf = outputLabels(session);
  const listed = outputsOf(run, labelOf);
  const inner =
    openKey !== null && !listed.some(({ key }) => key === openKey)
      ? Object.values(run.nodes).flatMap((node) =>
          outputsOf(
            {
              ...run,
              outputs: Object.fromEntries(
                Object.entries(node.outputs ?? {}).map(([pin, output]) => [`${node.nodeId}.${pin}`, output]),
              ),
            },
            labelOf,
          ).filter(({ key }) => key === openKey),
        )
      : [];

  return (
    <>
      {openKey !== null ? (
        <Lightbox
          connectionId={connectionId}
          outputs={inner.length > 0 ? inner : listed}
          openKey={openKey}
          onOpenKey={onOpenKey}
          onClose={() => onOpenKey(null)}
        />
      ) : null}
      {applying ? (
        <ApplyDialog
          connectionId={connectionId}
          run={run}
          labelOf={labelOf}
          saveFirst={saveFirst}
          plan={plan}
          onApplyAsEdit={applyAsEdit}
          onApplied={appliedByService}
          onRunAgain={() => {
            onApplyingEnd();
            onRunAgain();
          }}
          onClose={onApplyingEnd}
        />
      ) : null}
    </>
  );
}
