import type { ComponentProps, ReactElement } from 'react';
import { Button } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useProjectContents } from './project-contents.ts';
import css from './deletion-summary.module.css';

/** What is deleted with projects, what stays of them, and what brings them back. */
export function DeletionSummary(props: {
  connectionId: string;
  projectIds: readonly string[];
  /** Of all of them together; undefined while it is not known. */
  nodeCount: number | undefined;
}): ReactElement {
  const { connectionId, projectIds, nodeCount } = props;
  const contents = useProjectContents(connectionId, projectIds);
  const texts = words.projects.deletion;
  return (
    <div className={css['summary']}>
      <p>
        {contents === undefined || nodeCount === undefined
          ? texts.counting
          : texts.removed({ ...contents, projects: projectIds.length, nodes: nodeCount })}
      </p>
      <p>{contents === undefined ? texts.remains({ runs: null, outputs: null }) : texts.remains(contents)}</p>
      <p>{texts.bringBack}</p>
    </div>
  );
}

/** Exports instead of deleting now; the dialog closes. */
export const ExportFirst = ({
  onClose,
  onExport,
  ...button
}: Pick<ComponentProps<typeof Button>, 'disabledReason'> & {
  onClose: () => void;
  onExport: () => void;
}): ReactElement => (
  <Button
    {...button}
    variant="quiet"
    onClick={() => {
      onClose();
      onExport();
    }}
  >
    {words.projects.deletion.exportFirst}
  </Button>
);
