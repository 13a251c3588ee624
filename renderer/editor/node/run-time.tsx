import { useEffect, useState, type ReactElement } from 'react';
import type { NodeRunState } from '#renderer/model/node-run-state.ts';
import { formatDuration } from '#renderer/ui/index.ts';
import css from './node-header.module.css';

/** Shorter runs are not worth a number. Milliseconds. */
const MIN_VISIBLE_MS = 500;

/** How long a node has run, or ran in the shown run; nothing for one that was done at once. */
export function RunTime({ run }: { run: NodeRunState }): ReactElement | null {
  const { phase, startedAt, durationMs } = run;
  if (phase === 'running' && startedAt != null) return <RunningTime startedAt={Date.parse(startedAt)} />;
  if (phase !== 'succeeded' || durationMs == null || durationMs < MIN_VISIBLE_MS) return null;
  return <span className={css['time']}>{formatDuration(durationMs)}</span>;
}

/** Counts seconds from the first on. */
function RunningTime({ startedAt }: { startedAt: number }): ReactElement | null {
  const [timestamp, setTimestamp] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setTimestamp(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((timestamp - startedAt) / 1000);
  return seconds < 1 ? null : <span className={css['time']}>{formatDuration(seconds * 1000)}</span>;
}
