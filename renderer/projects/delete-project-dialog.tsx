import { useState, type ReactElement } from 'react';
import { describeProblem, isConflict, isMissing } from '#renderer/desk/index.ts';
import { Button, Dialog, plural, ProblemNote, RelativeTime, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
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
}: {
  connectionId: string;
  project: { id: string; name: string };
  onClose: () => void;
  onDeleted: () => void;
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

  const problem = remove.error && !isConflict(remove.error) ? describeProblem(remove.error) : null;
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
          <>
            Someone or something changed this project after you asked to delete it. It is now at version{' '}
            {detail.data?.version ?? '…'} with {plural(detail.data?.nodeCount ?? 0, 'node')}, changed{' '}
            <RelativeTime at={detail.data?.updatedAt} />. You can keep it, or delete it as it is now.
          </>
        ) : (
          <>
            {detail.data ? words.projects.goesWithIt(detail.data.nodeCount) : ''}
            Uploaded files stay. This cannot be undone.
          </>
        )
      }
      footer={
        <>
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
      {problem ? (
        <ProblemNote>{problem}</ProblemNote>
      ) : detail.isError && !isDeleted ? (
        <ProblemNote>{describeProblem(detail.error)}</ProblemNote>
      ) : null}
    </Dialog>
  );
}

/** Why it cannot be deleted now; null where it can. */
const whyNotDeleted = (detail: ReturnType<typeof useProjectDetail>): string | null => {
  if (detail.data && !detail.isFetching) return null;
  return detail.isError ? words.whyNot.notRead : words.whyNot.stillReading;
};
