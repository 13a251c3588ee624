import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { batchPath } from '#shared/desk/index.ts';
import { sendIntent } from '#renderer/desk/index.ts';
import { onTableRuns } from '#renderer/model/table-request.ts';
import type { Workspace } from './use-workspace.ts';

/** Opens a new batch of the project with a table that was dropped on its canvas. */
export function useTableRuns({
  connectionId,
  projectId,
  session,
}: Pick<Workspace, 'connectionId' | 'projectId' | 'session'>): void {
  const [, navigate] = useLocation();
  useEffect(
    () =>
      onTableRuns((table) => {
        sendIntent({ kind: 'new-batch', connectionId, projectId, projectName: session.name, table });
        navigate(batchPath(null));
      }),
    [connectionId, projectId, session, navigate],
  );
}
