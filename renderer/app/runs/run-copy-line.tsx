import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useEffect, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { projectPath } from '#shared/desk/places.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import type { RunStore } from '#renderer/runs/index.ts';
import { Button, formatExactTime, showToast } from '#renderer/ui/index.ts';
import { quote, words } from '#renderer/words/index.ts';
import css from '../parts/notices.module.css';

const t = words.appRuns.runCopyLine;

/**
 * Of a project that shows a run as it was: says so, with the way back to the project of the run, and shows on the nodes
 * what that run made. Nothing for other projects.
 */
export function RunCopyLine({
  connectionId,
  projectId,
  runs,
}: {
  connectionId: string;
  projectId: string;
  runs: RunStore;
}): ReactElement | null {
  const [, navigate] = useLocation();
  const { data: copy } = useQuery({
    queryKey: ['desk', 'run-copy', connectionId, projectId],
    retry: false,
    queryFn: async ({ signal }) => {
      const query = { projectId };
      const { copies } = await callDesk('listRunCopies', { params: { connectionId }, query, signal });
      return copies[0] ?? null;
    },
  });
  const runId = copy?.runId ?? null;
  // A run of its own is newer, and is shown as in any project.
  const isPending = useStore(
    runs.store,
    ({ history, activeId, areResultsRead }) => history === 'ready' && areResultsRead && activeId === null,
  );
  useEffect(() => {
    if (runId === null || !isPending) return;
    runs.show(runId).catch((error: unknown) =>
      showToast({
        id: 'run-copy',
        kind: 'error',
        title: t.resultsRunCouldNot,
        description: describeProblem(error),
      }),
    );
  }, [runs, runId, isPending]);
  if (!copy) return null;
  const { sourceProjectId, sourceName } = copy;
  const name = sourceName === null || sourceName === '' ? t.project : quote(sourceName);
  return (
    <section className={css['notices']} aria-label={t.projectShows}>
      <ul>
        <li className={css['notice']}>
          <History aria-hidden />
          <span dir="auto">{t.runHadRunYou(name, formatExactTime(Date.parse(copy.runAt)))}</span>
          {sourceProjectId === null ? null : (
            <Button size="small" onClick={() => navigate(projectPath(connectionId, sourceProjectId))}>
              {t.backProject}
            </Button>
          )}
        </li>
      </ul>
    </section>
  );
}
