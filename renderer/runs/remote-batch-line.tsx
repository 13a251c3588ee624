import { useQuery } from '@tanstack/react-query';
import { ChevronRight, LayoutGrid } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { RemoteBatch, RunRecord } from '#shared/desk/index.ts';
import { callDesk, useRunPictures } from '#renderer/desk/index.ts';
import { batchLabel, formatCharged, formatDuration, RelativeTime, Skeleton } from '#renderer/ui/index.ts';
import { RunThumbnails } from '#renderer/viewer/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { describeStatus, phaseOfStatus } from './describe-run.ts';
import { PhaseDot } from './phase-dot.tsx';
import css from './run-panel.module.css';

const t = words.runs.batchLine;

interface RemoteBatchLineProps {
  batch: RemoteBatch;
  selectedRunId: string | null;
  onShow: (runId: string) => void;
}

/** What became of its runs, in a few words. */
function progressText({ runs, succeeded, failed, microcredits }: RemoteBatch): string {
  const segments = [succeeded === runs ? t.allComplete : t.ofFinished(number(succeeded), number(runs))];
  if (failed > 0) segments.push(t.failed(number(failed)));
  const cost = formatCharged(microcredits);
  if (cost !== null) segments.push(cost);
  return segments.join(' · ');
}

/** The runs of a grid or a batch that was started on another computer as one line, which opens to list them. */
export function RemoteBatchLine(props: RemoteBatchLineProps): ReactElement {
  const { batch } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={css['row']}
        aria-expanded={isOpen}
        title={t.tableLocation}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight className={css['chevron']} size={12} aria-hidden />
        <span className={css['rowText']}>
          <span className={css['rowTitle']} dir="auto">
            {batch.startedBy === undefined
              ? t.unknownComputer
              : batchLabel({ kind: null, name: null }, batch.startedBy)}
            : {words.counts.runs(batch.runs)}
          </span>
          <span className={css['rowNote']}>
            {progressText(batch)} · <RelativeTime at={batch.createdAt} />
          </span>
        </span>
        <LayoutGrid className={css['kind']} size={14} aria-hidden />
      </button>
      {isOpen ? (
        <div className={css['opened']}>
          <Items {...props} />
        </div>
      ) : null}
    </>
  );
}

function Items({ batch, selectedRunId, onShow }: RemoteBatchLineProps): ReactElement {
  const { batchId, connectionId } = batch;
  const runs = useQuery<readonly RunRecord[]>({
    queryKey: ['desk', 'remote-batch', connectionId, batchId, batch.runs, batch.succeeded, batch.failed],
    placeholderData: (before) => before,
    queryFn: async ({ signal }) =>
      (await callDesk('listRuns', { query: { connectionId, batchId }, signal })).runs,
  });
  const records = runs.data ?? [];
  const pictures = useRunPictures(
    connectionId,
    records.map(({ runId }) => runId),
  );
  if (runs.isPending) return <Skeleton height={28} />;
  if (runs.isError) return <p className={css['feed']}>{t.runsCouldNotRead}</p>;
  return (
    <ul aria-label={t.remoteRuns}>
      {records.map(({ runId, status, executionTimeMs }) => (
        <li key={runId}>
          <button
            type="button"
            className={css['row']}
            aria-current={runId === selectedRunId}
            onClick={() => onShow(runId)}
          >
            <PhaseDot phase={phaseOfStatus(status)} />
            <span className={css['rowText']}>
              <span className={css['rowTitle']}>{describeStatus(status)}</span>
            </span>
            <RunThumbnails outputs={pictures.get(runId) ?? []} />
            <span className={css['rowEnd']}>
              {executionTimeMs === null ? '' : formatDuration(executionTimeMs)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
