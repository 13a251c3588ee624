import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { endpoints, type PublicProjectSummary } from '#shared/api/index.ts';
import { apiFor, describeProblem, isMissing } from '#renderer/desk/index.ts';
import { Button, Dialog, showToast } from '#renderer/ui/index.ts';
import { quote, words } from '#renderer/words/index.ts';
import { DeletionSummary, ExportFirst } from './deletion-summary.tsx';
import { projectKeys } from './queries.ts';

const t = words.projects.deleteProjectsDialog;

const MAX_NAMES = 8;

/** Asks before several projects are deleted, each as it was when the question was put. */
export function DeleteProjectsDialog({
  connectionId,
  projects,
  onClose,
  onExport,
}: {
  connectionId: string;
  projects: readonly PublicProjectSummary[];
  onClose: () => void;
  /** Instead of deleting them now; the dialog closes. */
  onExport: () => void;
}): ReactElement {
  const client = useQueryClient();
  const [deleting, setDeleting] = useState(false);
  const api = apiFor(connectionId);

  /** @returns why it was not deleted; null when it is gone. */
  async function deleteProject({ id }: PublicProjectSummary): Promise<string | null> {
    const params = { project_id: id };
    try {
      const { version } = await api(endpoints.projects.get, { params });
      await api(endpoints.projects.delete, { params, query: { expectedVersion: version } });
      return null;
    } catch (error) {
      return isMissing(error) ? null : describeProblem(error);
    }
  }

  const confirm = async () => {
    setDeleting(true);
    const failed: string[] = [];
    for (const project of projects) {
      const reason = await deleteProject(project);
      if (reason !== null) failed.push(`${quote(project.name)}: ${reason}`);
    }
    void client.invalidateQueries({ queryKey: projectKeys.all(connectionId) });
    const deletedCount = projects.length - failed.length;
    if (deletedCount > 0) showToast({ kind: 'ok', title: t.deleted(deletedCount) });
    if (failed.length > 0) {
      showToast({
        kind: 'error',
        title: t.notDeleted(failed.length),
        description: failed.slice(0, 3).join(' '),
      });
    }
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t.delete(projects.length)}
      description={
        <DeletionSummary
          connectionId={connectionId}
          projectIds={projects.map(({ id }) => id)}
          nodeCount={projects.reduce((sum, { nodeCount }) => sum + nodeCount, 0)}
        />
      }
      footer={
        <>
          <ExportFirst {...{ onClose, onExport }} disabledReason={deleting ? words.whyNot.deleting : null} />
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button variant="danger" busy={deleting} onClick={() => void confirm()}>
            {t.delete2(projects.length)}
          </Button>
        </>
      }
    >
      <ProjectNames projects={projects} />
    </Dialog>
  );
}

const ProjectNames = ({ projects }: { projects: readonly PublicProjectSummary[] }): ReactElement => (
  <ul>
    {projects.slice(0, MAX_NAMES).map(({ id, name }) => (
      <li key={id} dir="auto">
        {name.slice(0, 200) || words.common.untitledProject}
      </li>
    ))}
    {projects.length > MAX_NAMES ? <li>{t.andOverflow(projects.length - MAX_NAMES)}</li> : null}
  </ul>
);
