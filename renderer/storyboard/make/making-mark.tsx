import { useQuery } from '@tanstack/react-query';
import { RotateCcw, X } from 'lucide-react';
import { useMemo, type ReactElement } from 'react';
import { costOf, useCost, useCostQuestion } from '#renderer/costs/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { IconButton, pricedLabel, ProgressBar, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { makeWork } from './make-cost.ts';
import { projectGraphQuery } from './make-nodes.ts';
import { cancelJob, retryJob, type ActiveJob } from './making.ts';
import css from './make.module.css';

const text = words.storyboard;
const states = { starting: text.starting, running: text.making, stopping: text.stopping } as const;

/** Pictures that are being made for a shot, over its frame: how far each is, and why one was not made. */
export function JobMarks({ jobs }: { jobs: readonly ActiveJob[] }): ReactElement | null {
  if (jobs.length === 0) return null;
  return (
    <ul className={css['marks']}>
      {jobs.map((job) => (
        <li key={job.id} className={css['mark']} data-failed={job.state === 'failed' ? '' : undefined}>
          {job.state === 'failed' ? (
            <>
              <p role="alert" className={css['problem']}>
                <b>{text.notMade}.</b> {job.problem}
              </p>
              <RetryJob job={job} />
              <IconButton label={text.dismiss} onClick={() => void cancelJob(job.id)}>
                <X />
              </IconButton>
            </>
          ) : (
            <>
              <span className={css['progress']}>
                <span role="status" dir="auto">
                  {states[job.state]}
                  {job.share === null ? '' : ` · ${Math.round(job.share * 100)} %`} · {job.source.name}
                </span>
                <ProgressBar value={job.share} label={`${text.making}: ${job.source.name}`} />
              </span>
              <IconButton
                label={text.stop}
                disabled={job.state === 'stopping'}
                onClick={() => void cancelJob(job.id)}
              >
                <X />
              </IconButton>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Makes a picture once more that was not made, with what that costs: nothing where it is paid, and was not fetched. */
function RetryJob({
  job: { id, connectionId, projectId, source, isPaid },
}: {
  job: ActiveJob;
}): ReactElement {
  const graph = useQuery({ ...projectGraphQuery(connectionId, projectId), enabled: source.kind === 'node' });
  const asRun = graph.data?.asRun;
  const work = useMemo(() => (isPaid ? null : makeWork(source, asRun, 1)), [source, asRun, isPaid]);
  const estimate = useCost(connectionId, work);
  const { mayStart, question } = useCostQuestion(connectionId);
  const retry = async (): Promise<void> => {
    if (isPaid || (await mayStart(async () => work && costOf(connectionId, work)))) retryJob(id);
  };
  return (
    <>
      <IconButton
        label={isPaid ? text.fetchPaid : pricedLabel(text.again, estimate)}
        onClick={() => {
          retry().catch((error: unknown) =>
            showToast({ kind: 'error', title: words.runs.notStarted, description: describeProblem(error) }),
          );
        }}
      >
        <RotateCcw />
      </IconButton>
      {question}
    </>
  );
}
