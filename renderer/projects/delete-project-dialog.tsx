import { useState, type ReactElement } from 'react';
import { describeProblem, isConflict, isMissing } from '#renderer/desk/index.ts';
import { Button, Dialog, plural, ProblemNote, RelativeTime, showToast } from '#renderer/ui/index.ts';
import type { PublicProjectDetail } from '#shared/api/index.ts';
import { words } from '#renderer/words/index.ts';
import { DeletionSummary, ExportFirst } from './deletion-summary.tsx';
import { useDeleteProject, useProjectDetail } from './queries.ts';

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
  const name = detail.data?.name || project.name || 'Untitled project';

  const confirm = () => {
    if (!detail.data) return;
    remove.mutate(
      { projectId: project.id, expectedVersion: detail.data.version },
      {
        onSuccess: () => {
          showToast({ kind: 'ok', title: `“${name}” was deleted` });
          onDeleted();
        },
        onError: (error) => {
          if (isMissing(error)) {
            showToast({ title: `“${name}” was already gone` });
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
      title={changedSince ? `“${name}” was changed since` : `Delete “${name}”?`}
      description={
        isDeleted ? (
          'It is already gone.'
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
          <Button onClick={onClose}>{changedSince ? 'Keep it' : 'Cancel'}</Button>
          <Button
            variant="danger"
            onClick={confirm}
            busy={remove.isPending}
            whyDisabled={whyNotDeleted(detail)}
          >
            {changedSince ? 'Delete anyway' : 'Delete project'}
          </Button>
        </>
      }
    >
      <Problem error={problemOf(remove.error, detail.error)} />
    </Dialog>
  );
}

/** What is said, with its reason; null where nothing went wrong that the dialog does not ask about. */
const problemOf = (removal: Error | null, reading: Error | null): Error | null =>
  removal && !isConflict(removal) ? removal : reading && !isMissing(reading) ? reading : null;

const Problem = ({ error }: { error: Error | null }): ReactElement | null =>
  error === null ? null : <ProblemNote>{describeProblem(error)}</ProblemNote>;

/** What somebody else made of it after the question. */
const ChangedSince = ({ detail }: { detail: PublicProjectDetail | undefined }): ReactElement => (
  <>
    Someone or something changed this project after you asked to delete it. It is now at version{' '}
    {detail?.version ?? '…'} with {plural(detail?.nodeCount ?? 0, 'node')}, changed{' '}
    <RelativeTime at={detail?.updatedAt} />. You can keep it, or delete it as it is now.
  </>
);

/** Why it cannot be deleted now; null where it can. */
const whyNotDeleted = (detail: ReturnType<typeof useProjectDetail>): string | null => {
  if (detail.data && !detail.isFetching) return null;
  return detail.isError ? words.whyNot.notRead : words.whyNot.stillReading;
};
