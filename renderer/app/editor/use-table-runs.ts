import { useLocation } from 'wouter';
import { batchPath } from '#shared/desk/index.ts';
import { sendIntent, useIntent } from '#renderer/desk/index.ts';
import type { Workspace } from './use-workspace.ts';

/** Opens a new batch of the project with a table that was dropped on its canvas. */
export function useTableRuns({
  connectionId,
  projectId,
  session,
}: Pick<Workspace, 'connectionId' | 'projectId' | 'session'>): void {
  const [, navigate] = useLocation();
  useIntent('run-rows', { connectionId, projectId }, ({ table }) => {
    sendIntent({ kind: 'new-batch', connectionId, projectId, projectName: session.name, table });
    navigate(batchPath(null));
  });
}
