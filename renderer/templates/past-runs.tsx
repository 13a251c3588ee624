import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import type { RunRecord } from '#shared/desk/index.ts';
import { callDesk, describeProblem, onDeskEvent } from '#renderer/desk/index.ts';
import { describeStatus, PhaseDot, phaseOfStatus } from '#renderer/runs/index.ts';
import { ErrorState, formatDuration, RelativeTime } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { TemplateTarget } from './template-run.ts';
import css from './past-runs.module.css';
import typography from './template-text.module.css';

const t = words.templates.pastRuns;

const pastRunsKey = ({ connectionId, templateId }: TemplateTarget) =>
  ['desk', 'runs', 'template', connectionId, templateId] as const;

/** Runs of an endpoint that this computer has started, newest first; kept current by the desktop process's events. */
export function usePastRuns(target: TemplateTarget) {
  const client = useQueryClient();
  const { connectionId, templateId, endpointId } = target;
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type !== 'run' || event.run.templateId !== templateId) return;
        if (event.run.connectionId !== connectionId) return;
        void client.invalidateQueries({ queryKey: ['desk', 'runs', 'template', connectionId, templateId] });
      }),
    [client, connectionId, templateId],
  );
  return useQuery({
    queryKey: pastRunsKey(target),
    queryFn: async ({ signal }) =>
      (await callDesk('listRuns', { query: { connectionId, templateId }, signal })).runs,
    select: (runs) => runs.filter((run) => run.endpointId === endpointId),
  });
}

/** What ran before; a press shows a run with its outputs again. */
export function PastRuns({
  runs,
  error,
  selectedId,
  onOpen,
  onRetry,
}: {
  runs: readonly RunRecord[];
  error: unknown;
  selectedId: string | null;
  onOpen: (runId: string) => void;
  onRetry: () => void;
}): ReactElement | null {
  if (error) {
    return <ErrorState compact title={t.runsCouldNotRead} text={describeProblem(error)} onRetry={onRetry} />;
  }
  if (runs.length === 0) return null;
  return (
    <section className={css['past']} aria-label={t.runsComputer}>
      <h4 className={css['pastTitle']}>{t.runsComputer}</h4>
      <ul>
        {runs.map(({ runId, status, createdAt, executionTimeMs }) => (
          <li key={runId}>
            <button
              type="button"
              className={css['pastRun']}
              aria-current={runId === selectedId}
              onClick={() => onOpen(runId)}
            >
              <PhaseDot phase={phaseOfStatus(status)} />
              <span className={css['pastStatus']}>{describeStatus(status)}</span>
              <span className={typography['quiet']}>
                <RelativeTime at={createdAt} />
              </span>
              <span className={css['pastTime']}>
                {executionTimeMs === null ? '' : formatDuration(executionTimeMs)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
