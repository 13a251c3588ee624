import type { ReactElement } from 'react';
import type { ProjectVersion } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { NameDialog } from './name-dialog.tsx';
import { useChangeVersion, useNameCurrent, type ProjectRef } from './queries.ts';
import { versionTitle } from './version-words.ts';

const t = words.versions.historyDialogs;

/** What the history asks a person. */
export type HistoryQuestion =
  | { kind: 'name'; version: ProjectVersion }
  | { kind: 'name-now'; state: { version: number; graph: Graph } }
  | { kind: 'delete'; version: ProjectVersion };

/** The dialog of a question: names a version, names the project as it is now, or asks before a version is deleted. */
export function HistoryDialog({
  question,
  onDelete,
  onClose,
  ...ref
}: ProjectRef & {
  question: HistoryQuestion;
  onDelete: (version: ProjectVersion) => void;
  onClose: () => void;
}): ReactElement {
  const change = useChangeVersion(ref);
  const nameCurrent = useNameCurrent(ref);
  if (question.kind === 'name-now') {
    return (
      <NameDialog
        title={t.nameProject}
        initial=""
        save={(name) => nameCurrent.mutateAsync({ name, ...question.state })}
        onClose={onClose}
      />
    );
  }
  const { version } = question;
  if (question.kind === 'name') {
    return (
      <NameDialog
        title={version.name === null ? t.nameVersion : t.renameVersion}
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
      title={t.deleteFromHistory(versionTitle(version))}
      description={t.projectVersionCannotBrought}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            variant="danger"
            onClick={() => {
              onDelete(version);
              onClose();
            }}
          >
            {t.deleteVersion}
          </Button>
        </>
      }
    />
  );
}
