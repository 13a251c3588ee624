import { RotateCcw, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { IconButton, ProgressBar } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
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
              <IconButton label={text.again} onClick={() => retryJob(job.id)}>
                <RotateCcw />
              </IconButton>
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
