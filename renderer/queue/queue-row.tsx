import { useQueryClient } from '@tanstack/react-query';
import {
  ArrowUpToLine,
  FileArchive,
  FileInput,
  FileOutput,
  Film,
  Grid3x3,
  LayoutTemplate,
  Pause,
  Play,
  Rows3,
  Upload,
  Workflow,
  X,
} from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { ApiError, endpoints } from '#shared/api/index.ts';
import type { Batch, QueuedBatch, QueuedFile, QueuedRun, QueueItem } from '#shared/desk/index.ts';
import { costOf, useCost, useCostQuestion } from '#renderer/costs/index.ts';
import { apiFor, callDesk, describeProblem, useOwnerName } from '#renderer/desk/index.ts';
import { Button, IconButton, pricedLabel, ProgressBar, showToast } from '#renderer/ui/index.ts';
import { quote, words } from '#renderer/words/index.ts';
import { batchFraction, batchText, fileName, fileText, runName, runText } from './labels.ts';
import { refreshQueue } from './queries.ts';
import type { QueuePageProps } from './queue-props.ts';
import css from './queue.module.css';

const t = words.queue.queueRow;

interface RowProps<Item> extends Omit<QueuePageProps, 'onShowResults'> {
  item: Item;
  isUnavailable: boolean;
  timestamp: number;
}

/** One run or batch: what it is, how far, and what can be done with it. */
export function QueueRow({ item, ...remaining }: RowProps<QueueItem>): ReactElement {
  if (item.kind === 'file') return <FileRow item={item} />;
  return item.kind === 'run' ? (
    <RunRow item={item} {...remaining} />
  ) : (
    <BatchRow item={item} {...remaining} />
  );
}

/** Does something to the queue, shows what went wrong, and reads the queue anew. */
function useAct(connectionId: string) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const act = (title: string, work: () => Promise<unknown>) => async () => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const isFinished = error instanceof ApiError && error.status === 409;
      showToast(
        isFinished
          ? { title: t.hadAlreadyFinished }
          : { kind: 'error', title, description: describeProblem(error) },
      );
    } finally {
      setBusy(false);
      void refreshQueue(client, connectionId);
    }
  };
  return { act, isBusy };
}

function RunRow({ item, isUnavailable, timestamp, onOpenRun }: RowProps<QueuedRun>): ReactElement {
  const { run, number, progress, state } = item;
  const { runId, connectionId } = run;
  const name = runName(number, useOwnerName(run), run.occasion);
  const { act, isBusy } = useAct(connectionId);
  const cancel = act(t.runNotStopped, async () => {
    await apiFor(connectionId)(endpoints.runs.cancel, { params: { run_id: runId } });
    // Whoever cancels it needs no notice of its end.
    await callDesk('markRunSeen', { params: { connectionId, runId } });
  });
  const move = act(t.runNot, async () => {
    const { outcome } = await callDesk('moveRunToFront', { params: { connectionId, runId } });
    if (outcome === 'begun') showToast({ title: t.alreadyStarted });
  });
  const isTemplate = run.templateId !== undefined;
  const hasPage = isTemplate || run.projectId !== null;
  return (
    <>
      <span className={css['kind']} data-state={state} aria-hidden>
        {run.occasion?.kind === 'film' ? <Film /> : isTemplate ? <LayoutTemplate /> : <Workflow />}
      </span>
      <Texts name={name} text={runText(item, { isUnavailable, timestamp })} />
      <span className={css['progress']}>
        {state === 'waiting' ? null : (
          <ProgressBar
            label={t.progressOf(name)}
            value={isUnavailable ? (progress.fraction ?? 0) : progress.fraction}
          />
        )}
      </span>
      <span className={css['actions']}>
        {item.canMove ? (
          <IconButton
            label={t.moveFront(name)}
            disabled={isBusy || isUnavailable}
            onClick={() => void move()}
          >
            <ArrowUpToLine />
          </IconButton>
        ) : null}
        {hasPage ? (
          <Button size="small" variant="quiet" aria-label={t.open(name)} onClick={() => onOpenRun(run)}>
            {t.open2}
          </Button>
        ) : null}
        {isTemplate ? null : (
          <IconButton
            label={t.stop(name)}
            disabled={!item.canCancel || isBusy || isUnavailable}
            onClick={() => void cancel()}
          >
            <X />
          </IconButton>
        )}
      </span>
    </>
  );
}

function BatchRow({ item, onOpenBatch }: RowProps<QueuedBatch>): ReactElement {
  const { batch } = item;
  const { act, isBusy } = useAct(batch.connectionId);
  const { mayStart, question } = useCostQuestion(batch.connectionId);
  const params = { batchId: batch.id };
  const work = { kind: 'batch' as const, batchId: batch.id, runs: runsLeft(batch) };
  const estimate = useCost(batch.connectionId, batch.state === 'paused' ? work : null);
  const resume = async (): Promise<void> => {
    if (await mayStart(() => costOf(batch.connectionId, work)))
      await callDesk('resumeBatch', { params, body: {} });
  };
  const name = `${batch.kind === 'grid' ? t.grid : t.batch} ${quote(batch.name)}`;
  const text =
    batch.reason === null
      ? batchText(batch)
      : `${batchText(batch)} · ${words.sentences.translate(batch.reason)}`;
  return (
    <>
      <span className={css['kind']} data-state={batch.state} aria-hidden>
        {batch.kind === 'grid' ? <Grid3x3 /> : <Rows3 />}
      </span>
      <Texts name={name} text={text} />
      <span className={css['progress']}>
        <ProgressBar label={t.progressOf(name)} value={batchFraction(batch)} />
      </span>
      <span className={css['actions']}>
        {item.canMove ? (
          <IconButton
            label={t.moveFront(name)}
            disabled={isBusy}
            onClick={() => void act(t.notMove, () => callDesk('moveBatchToFront', { params }))()}
          >
            <ArrowUpToLine />
          </IconButton>
        ) : null}
        {batch.state === 'running' ? (
          <IconButton
            label={t.pause(name)}
            disabled={isBusy}
            onClick={() => void act(t.notPaused, () => callDesk('pauseBatch', { params }))()}
          >
            <Pause />
          </IconButton>
        ) : batch.state === 'paused' ? (
          <IconButton
            label={pricedLabel(t.resume(name), estimate)}
            disabled={isBusy}
            onClick={() => void act(t.notResumed, resume)()}
          >
            <Play />
          </IconButton>
        ) : null}
        <Button size="small" variant="quiet" aria-label={t.open(name)} onClick={() => onOpenBatch(batch)}>
          {t.open2}
        </Button>
        <IconButton
          label={t.stop(name)}
          disabled={isBusy || batch.state === 'canceled'}
          onClick={() => void act(t.notStopped, () => callDesk('cancelBatch', { params }))()}
        >
          <X />
        </IconButton>
        {question}
      </span>
    </>
  );
}

/** How many runs of a batch a resume starts at most. */
const runsLeft = ({ counts, limits, runsStarted }: Batch): number =>
  limits.maxRuns === null
    ? counts.waiting
    : Math.min(counts.waiting, Math.max(0, limits.maxRuns - runsStarted));

const fileIcons = { upload: <Upload />, export: <FileOutput />, import: <FileInput />, zip: <FileArchive /> };

function FileRow({ item }: { item: QueuedFile }): ReactElement {
  const { id, connectionId, work, state, fraction, canRetry, canPause } = item;
  const { act, isBusy } = useAct(connectionId);
  const name = fileName(item);
  const upload = { params: { uploadId: id } };
  const cancel = act(t.notCanceled, () => {
    if (work === 'upload') return callDesk('cancelUpload', upload);
    return work === 'zip'
      ? callDesk('cancelZip', { params: { zipId: id } })
      : callDesk('cancelTransfer', { params: { transferId: id } });
  });
  const retry = act(t.notTriedRetry, () => callDesk('retryUpload', upload));
  const pause = act(t.notPaused, () => callDesk('pauseUpload', upload));
  const resume = act(t.notResumed, () => callDesk('resumeUpload', upload));
  return (
    <>
      <span className={css['kind']} data-state={state} aria-hidden>
        {fileIcons[work]}
      </span>
      <Texts name={name} text={fileText(item)} />
      <span className={css['progress']}>
        {state === 'failed' ? null : <ProgressBar label={t.progressOf(name)} value={fraction} />}
      </span>
      <span className={css['actions']}>
        {canRetry ? (
          <Button
            size="small"
            variant="quiet"
            disabled={isBusy}
            aria-label={t.tryRetry(name)}
            onClick={() => void retry()}
          >
            {words.common.tryRetry}
          </Button>
        ) : null}
        {canPause ? (
          <IconButton label={t.pause(name)} disabled={isBusy} onClick={() => void pause()}>
            <Pause />
          </IconButton>
        ) : state === 'paused' ? (
          <IconButton label={t.resume(name)} disabled={isBusy} onClick={() => void resume()}>
            <Play />
          </IconButton>
        ) : null}
        <IconButton label={t.cancel(name)} disabled={isBusy} onClick={() => void cancel()}>
          <X />
        </IconButton>
      </span>
    </>
  );
}

const Texts = ({ name, text }: { name: string; text: string }): ReactElement => (
  <span className={css['texts']}>
    <span className={css['name']} dir="auto" title={name}>
      {name}
    </span>
    <span className={css['quiet']} title={text}>
      {text}
    </span>
  </span>
);
