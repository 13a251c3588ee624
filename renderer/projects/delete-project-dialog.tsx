import { useState, type ReactElement } from 'react';
import { describeProblem, isConflict, isMissing } from '#renderer/desk/index.ts';
import { Button, Dialog, ProblemNote, RelativeTime, showToast } from '#renderer/ui/index.ts';
import type { PublicProjectDetail } from '#shared/api/index.ts';
import { words } from '#renderer/words/index.ts';
import { DeletionSummary, ExportFirst } from './deletion-summary.tsx';
import { useDeleteProject, useProjectDetail } from './queries.ts';

const t = words.projects.deleteProjectDialog;

/**
 * Asks before a project is deleted, and deletes exactly what was asked about: when it has been changed meanwhile, that
 * is said, with what it is now, and asked again.
 */
export function DeleteProjectDialog({
  connectionId,
  project,
  onClose,
  onDeleted,
  onExport,
}: {
  connectionId: string;
  project: { id: string; name: string };
  onClose: () => void;
  onDeleted: () => void;
  /** Instead of deleting it now; the dialog closes. */
  onExport: () => void;
}): ReactElement {
  const detail = useProjectDetail(connectionId, project.id);
  const remove = useDeleteProject(connectionId);
  const [changedSince, setChangedSince] = useState(false);
  const name = detail.data?.name || project.name || words.common.untitledProject;

  const confirm = () => {
    if (!detail.data) return;
    remove.mutate(
      { projectId: project.id, expectedVersion: detail.data.version },
      {
        onSuccess: () => {
          showToast({ kind: 'ok', title: t.wasDeleted(name) });
          onDeleted();
        },
        onError: (error) => {
          if (isMissing(error)) {
            showToast({ title: t.alreadyRemoved(name) });
            onDeleted();
          } else if (isConflict(error)) {
            setChangedSince(true);
            void detail.refetch();
          }
        },
      },
    );
  };

  const isDeleted = detail.error !== null && isMissing(detail.error);

  return (
    <Dialog
      open
      onClose={onClose}
      title={changedSince ? t.changedSince(name) : t.delete(name)}
      description={
        isDeleted ? (
          t.alreadyRemoved2
        ) : changedSince ? (
          <ChangedSince detail={detail.data} />
        ) : (
          <DeletionSummary
            connectionId={connectionId}
            projectIds={[project.id]}
            nodeCount={detail.data?.nodeCount}
          />
        )
      }
      footer={
        <>
          {isDeleted ? null : <ExportFirst {...{ onClose, onExport }} />}
          <Button onClick={onClose}>{changedSince ? t.keepIt : t.cancel}</Button>
          <Button
            variant="danger"
            onClick={confirm}
            busy={remove.isPending}
            disabledReason={disabledReason(detail)}
          >
            {changedSince ? t.deleteAnyway : t.deleteProject}
          </Button>
        </>
      }
    >
      <Problem error={problemOf(remove.error, detail.error)} />
    </Dialog>
  );
}

/** What is said, with its reason; null where nothing went wrong that the dialog does not ask about. */
const problemOf = (removal: Error | null, loadError: Error | null): Error | null =>
  removal && !isConflict(removal) ? removal : loadError && !isMissing(loadError) ? loadError : null;

const Problem = ({ error }: { error: Error | null }): ReactElement | null =>
  error === null ? null : <ProblemNote>{describeProblem(error)}</ProblemNote>;

/** What somebody else made of it after the question. */
const ChangedSince = ({ detail }: { detail: PublicProjectDetail | undefined }): ReactElement => (
  <>
    {t.someoneSomethingChangedProject(detail?.version ?? '…', detail?.nodeCount ?? 0)}
    <RelativeTime at={detail?.updatedAt} />
    {words.projects.keepOrDelete}
  </>
);

/** Why it cannot be deleted now; null where it can. */
const disabledReason = (detail: ReturnType<typeof useProjectDetail>): string | null => {
  if (detail.data && !detail.isFetching) return null;
  return detail.isError ? words.whyNot.notRead : words.whyNot.stillReading;
};
