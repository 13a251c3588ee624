import type { ReactElement } from 'react';
import type { ProjectVersion } from '#shared/desk/index.ts';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { NameDialog } from './name-dialog.tsx';
import type { OpenProject } from './ports.ts';
import { useChangeVersion, useNameCurrent, type ProjectRef } from './queries.ts';
import { versionTitle } from './version-words.ts';

/** What the history asks a person. */
export type HistoryQuestion =
  | { what: 'name'; version: ProjectVersion }
  | { what: 'name-now' }
  | { what: 'delete'; version: ProjectVersion };

/** The dialog of a question: names a version, names the project as it is now, or asks before a version is deleted. */
export function HistoryDialog({
  project,
  asking: question,
  onDelete,
  onClose,
  ...ref
}: ProjectRef & {
  project: OpenProject;
  asking: HistoryQuestion;
  onDelete: (version: ProjectVersion) => void;
  onClose: () => void;
}): ReactElement {
  const change = useChangeVersion(ref);
  const nameCurrent = useNameCurrent(ref);
  if (question.what === 'name-now') {
    return (
      <NameDialog
        title="Name the project as it is now"
        initial=""
        save={(name) =>
          nameCurrent.mutateAsync({ name, version: project.version(), graph: project.getGraph() })
        }
        onClose={onClose}
      />
    );
  }
  const { version } = question;
  if (question.what === 'name') {
    return (
      <NameDialog
        title={version.name === null ? 'Name the version' : 'Rename the version'}
        initial={version.name ?? ''}
        save={(name) => change.mutateAsync({ versionId: version.id, change: { name } })}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete “${versionTitle(version)}” from the history?`}
      description="The project stays as it is. The version cannot be brought back."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            onClick={() => {
              onDelete(version);
              onClose();
            }}
          >
            Delete the version
          </Button>
        </>
      }
    />
  );
}
