import { Pause, Play, RotateCcw, Square } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { Batch, BatchLimits } from '#shared/desk/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import {
  Button,
  canCost,
  estimateLines,
  unknownEstimate,
  formatCharged,
  NumberField,
  pricedLabel,
  ProblemNote,
  ProgressBar,
} from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';
import type { RunsOfBatch } from '#renderer/costs/index.ts';
import { useBatchQuestion } from './batch-cost.ts';
import { useBatchEstimate } from './queries.ts';
import css from './batches.module.css';

const t = words.batches.batchControls;

/** What a batch has done so far, as a line. */
export function progressText({ counts, state, spentMicrocredits, pricedRuns }: Batch): string {
  const total = counts.total - counts.skipped;
  const isAllCompleted = state === 'done' && counts.done === total;
  const segments = [isAllCompleted ? t.allFinished(number(total)) : t.ofFinished(counts.done, total)];
  if (counts.submitted > 0) segments.push(t.running(counts.submitted));
  if (counts.failed > 0) segments.push(t.failed(counts.failed));
  if ((counts.perhapsCharged ?? 0) > 0) {
    segments.push(`${number(counts.perhapsCharged ?? 0)} ${words.runs.perhapsCharged(null)}`);
  }
  if (counts.canceled > 0) segments.push(t.stopped(counts.canceled));
  if (counts.skipped > 0) segments.push(t.skipped(counts.skipped));
  if (pricedRuns > 0) segments.push(formatCharged(spentMicrocredits) ?? '');
  const word = {
    draft: t.noStarted,
    running: t.running2,
    paused: t.paused,
    canceled: t.stopped2,
    done: isAllCompleted ? '' : t.finished,
  };
  return [word[state], ...segments].filter((segment) => segment !== '').join(' · ');
}

/** Progress of a batch, its ceilings, and what can be done with it now. */
export function BatchControls({ batch }: { batch: Batch }): ReactElement {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [limits, setLimits] = useState<BatchLimits>(batch.limits);
  const { counts, state } = batch;
  const { mayRun, question } = useBatchQuestion(batch.connectionId);
  const act = (work: () => Promise<unknown>) => () => {
    setBusy(true);
    setProblem(null);
    work()
      .catch((error: unknown) => setProblem(describeProblem(error)))
      .finally(() => setBusy(false));
  };
  const finished = counts.done + counts.failed + counts.canceled;
  const total = counts.total - counts.skipped;
  const withinLimit =
    limits.maxRuns === null
      ? counts.waiting
      : Math.min(counts.waiting, Math.max(0, limits.maxRuns - batch.runsStarted));
  return (
    <section className={css['controls']} aria-label={t.runs}>
      <div className={css['line']}>
        <span className={css['progress']}>
          <ProgressBar
            label={words.common.finished}
            value={total === 0 ? 0 : finished / total}
            tone={state === 'done' ? (counts.failed > 0 ? 'error' : 'ok') : 'plain'}
          />
        </span>
        <output className={css['state']}>{progressText(batch)}</output>
        <span className={css['spring']} />
        {state === 'running' || counts.waiting === 0 ? null : (
          <Limits batch={batch} limits={limits} onChange={setLimits} />
        )}
        {state === 'running' ? (
          <RunningButtons id={batch.id} {...{ isBusy, act }} />
        ) : (
          <StartButtons {...{ batch, limits, withinLimit, isBusy, act, mayRun }} />
        )}
      </div>
      {state === 'running' || counts.waiting === 0 ? null : (
        <Expected batch={batch} runs={withinLimit === 0 ? counts.waiting : withinLimit} />
      )}
      {batch.reason === null ? null : (
        <p className={css['reason']}>{words.sentences.translate(batch.reason)}</p>
      )}
      {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
      {question}
    </section>
  );
}

/** What can be done with a batch that runs. */
function RunningButtons({
  id,
  isBusy,
  act,
}: Pick<Parameters<typeof StartButtons>[0], 'isBusy' | 'act'> & { id: string }): ReactElement {
  const params = { batchId: id };
  return (
    <>
      <Button
        size="small"
        icon={<Pause aria-hidden />}
        busy={isBusy}
        onClick={act(() => callDesk('pauseBatch', { params }))}
      >
        {t.pause}
      </Button>
      <Button
        size="small"
        icon={<Square aria-hidden />}
        busy={isBusy}
        onClick={act(() => callDesk('cancelBatch', { params }))}
      >
        {t.stop}
      </Button>
    </>
  );
}

/** What can be started of a batch that does not run. */
function StartButtons({
  batch,
  limits,
  withinLimit,
  isBusy,
  act,
  mayRun,
}: {
  batch: Batch;
  limits: BatchLimits;
  /** Runs that may start now. */
  withinLimit: number;
  isBusy: boolean;
  act: (work: () => Promise<unknown>) => () => void;
  mayRun: ReturnType<typeof useBatchQuestion>['mayRun'];
}): ReactElement {
  const { id, counts, state } = batch;
  const params = { batchId: id };
  const uncertain = counts.perhapsCharged ?? 0;
  const failed = counts.failed + counts.canceled - uncertain;
  // With nothing left below the ceiling, the button says that it lifts it.
  const raised = withinLimit === 0 ? { ...limits, maxRuns: null } : limits;
  const started = withinLimit === 0 ? counts.waiting : withinLimit;
  const next: RunsOfBatch = { runs: started };
  const retries: RunsOfBatch = { runs: failed, of: 'failed' };
  const repeats: RunsOfBatch = { runs: uncertain, of: 'perhapsCharged' };
  const estimate = useBatchEstimate(batch, next);
  const estimateOfRetry = useBatchEstimate(batch, retries);
  const estimateOfUncertain = useBatchEstimate(batch, repeats);
  /** Starts runs, after the question. */
  const start = (runs: RunsOfBatch, work: () => Promise<unknown>) =>
    act(async () => ((await mayRun(id, runs)) ? work() : undefined));
  return (
    <>
      {failed > 0 ? (
        <Button
          size="small"
          icon={<RotateCcw aria-hidden />}
          busy={isBusy}
          onClick={start(retries, () => callDesk('retryBatchItems', { params, body: {} }))}
        >
          {pricedLabel(t.retry(number(failed)), estimateOfRetry)}
        </Button>
      ) : null}
      {uncertain > 0 ? (
        <Button
          size="small"
          icon={<RotateCcw aria-hidden />}
          busy={isBusy}
          onClick={start(repeats, () =>
            callDesk('retryBatchItems', { params, body: { perhapsCharged: true } }),
          )}
        >
          {pricedLabel(words.runs.askAgainMany(uncertain), estimateOfUncertain)}
        </Button>
      ) : null}
      {counts.waiting > 0 ? (
        <Button
          size="small"
          variant="run"
          icon={<Play aria-hidden fill="currentColor" />}
          busy={isBusy}
          onClick={start(next, () => callDesk('resumeBatch', { params, body: { limits: raised } }))}
        >
          {pricedLabel(startText(state, counts.waiting, withinLimit), estimate)}
        </Button>
      ) : null}
    </>
  );
}

function startText(state: Batch['state'], pending: number, withinLimit: number): string {
  if (withinLimit === 0) return pending === 1 ? t.runLastSingle : t.runAlternative(number(pending));
  return `${state === 'draft' ? t.run : t.continueWith} ${number(withinLimit)}`;
}

/** What the next runs will take, before they start. */
function Expected({ batch, runs }: { batch: Batch; runs: number }): ReactElement | null {
  const estimate = useBatchEstimate(batch, { runs });
  if (estimate === undefined) return null;
  const lines = estimate === null ? [unknownEstimate()] : estimateLines(estimate);
  return <p className={css['reason']}>{lines.join(' · ')}</p>;
}

const MICROCREDITS = 1_000_000;

/** Limits of what may cost, on demand. */
function Limits(props: Parameters<typeof CostLimits>[0] & { batch: Batch }): ReactElement | null {
  const estimate = useBatchEstimate(props.batch, { runs: props.batch.counts.waiting });
  if (estimate === undefined || (estimate !== null && !canCost(estimate))) return null;
  return (
    <details className={css['limitsFold']}>
      <summary>{t.limits}</summary>
      <CostLimits {...props} />
    </details>
  );
}

/** The most that may run, and what it may cost. */
function CostLimits({
  batch,
  limits,
  onChange,
}: {
  batch: Pick<Batch, 'origin' | 'state'>;
  limits: BatchLimits;
  onChange: (limits: BatchLimits) => void;
}): ReactElement {
  return (
    <span className={css['ceilings']}>
      <NumberField
        label={t.limitRuns}
        size="small"
        value={limits.maxRuns}
        min={1}
        max={1_000_000}
        disabled={batch.state === 'running'}
        onValueChange={(value) =>
          onChange({ ...limits, maxRuns: value === null ? null : Math.max(1, Math.round(value)) })
        }
      />
      {batch.origin.kind === 'graph' ? (
        <NumberField
          label={t.limitCredits}
          size="small"
          value={limits.maxMicrocredits === null ? null : Number(limits.maxMicrocredits) / MICROCREDITS}
          min={0}
          disabled={batch.state === 'running'}
          onValueChange={(value) =>
            onChange({
              ...limits,
              maxMicrocredits: value === null ? null : String(Math.round(Math.max(0, value) * MICROCREDITS)),
            })
          }
        />
      ) : null}
    </span>
  );
}
