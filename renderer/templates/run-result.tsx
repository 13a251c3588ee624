import { CircleAlert, Images } from 'lucide-react';
import type { ReactElement } from 'react';
import type { PublicTemplateRunDetail } from '#shared/api/index.ts';
import { OutputCard } from '#renderer/runs/index.ts';
import { EmptyState, formatDuration, LiveRegion, ProgressBar, Skeleton } from '#renderer/ui/index.ts';
import { kindOf, openViewer, useOutputStars, type ViewedItem } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import type { TemplateRun } from './template-run.ts';
import css from './run-result.module.css';
import typography from './template-text.module.css';

const t = words.templates.runResult;

const statusLabels: Record<string, string> = {
  accepted: t.accepted,
  queued: t.pending,
  running: t.running,
  succeeded: t.complete,
  failed: t.failed,
  canceled: t.stopped,
};

/** What services say of a failure is theirs to choose; only text is shown. */
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const viewedItems = (connectionId: string, detail: PublicTemplateRunDetail | null): ViewedItem[] =>
  Object.entries(detail?.outputs ?? {}).map(([key, output]) => ({
    key,
    label: key,
    output,
    kind: kindOf(output),
    connectionId,
    runId: detail?.taskId ?? null,
  }));

/** Progress of a run while it goes, its outputs when it is done, its failure in words. */
export function RunResult({
  connectionId,
  run,
}: {
  connectionId: string;
  run: TemplateRun | null;
}): ReactElement {
  if (!run) {
    return (
      <EmptyState
        compact
        icon={<Images />}
        title={words.templates.resultPlace}
        text={words.templates.noResult}
      />
    );
  }
  const { detail, state } = run;
  const outputs = viewedItems(connectionId, detail);
  const failure = failureOf(run);
  const isOver = state === 'over';
  return (
    <div className={css['result']}>
      <Head run={run} hasFailed={failure !== null} />
      {isOver ? null : (
        <ProgressBar
          value={typeof detail?.progress === 'number' ? detail.progress / 100 : null}
          label={t.progressRun}
        />
      )}
      <LiveRegion>{isOver ? statusLabel(run) : ''}</LiveRegion>
      {failure ? <Failure location={textOf(detail?.error?.nodeTitle)} message={failure} /> : null}
      {!isOver && outputs.length === 0 ? (
        <Skeleton height="auto" radius={10} style={{ aspectRatio: '4 / 3', marginTop: 12 }} />
      ) : null}
      <Outputs connectionId={connectionId} runId={detail?.taskId ?? null} items={outputs} />
      {isOver && !failure && outputs.length === 0 && detail?.status === 'succeeded' ? (
        <p className={typography['quiet']}>{t.runNoOutputs}</p>
      ) : null}
    </div>
  );
}

function Head({ run, hasFailed }: { run: TemplateRun; hasFailed: boolean }): ReactElement {
  return (
    <div className={css['resultHead']}>
      <span className={css['resultStatus']} data-status={hasFailed ? 'failed' : statusOf(run)}>
        {statusLabel(run)}
      </span>
      <span className={typography['quiet']}>
        {run.state === 'over' ? timeLabel(run) : progressLabel(run)}
      </span>
    </div>
  );
}

const Failure = ({ location, message }: { location: string | null; message: string }): ReactElement => (
  <div role="alert" className={css['failure']}>
    <CircleAlert aria-hidden />
    <span>
      {location ? <strong>{location}: </strong> : null}
      {message}
    </span>
  </div>
);

function Outputs(props: {
  connectionId: string;
  runId: string | null;
  items: readonly ViewedItem[];
}): ReactElement | null {
  const { connectionId, runId, items } = props;
  const stars = useOutputStars(connectionId, runId === null ? null : { runId });
  const starOf = (item: ViewedItem) => {
    const isOn = stars.isStarred(item);
    return isOn === null ? undefined : { isOn, onToggle: () => stars.toggle(item) };
  };
  if (items.length === 0) return null;
  return (
    <ul className={css['outputs']} aria-label={words.common.outputs}>
      {items.map((item, index) => (
        <li key={item.key}>
          <OutputCard
            connectionId={item.connectionId}
            named={item}
            variant="preview"
            star={starOf(item)}
            onOpen={() => openViewer({ items, index })}
          />
        </li>
      ))}
    </ul>
  );
}

const statusOf = ({ detail }: TemplateRun): string => detail?.status ?? 'accepted';

function statusLabel(run: TemplateRun): string {
  if (run.state === 'starting') return t.starting;
  return run.problem ? t.noFinished : (statusLabels[statusOf(run)] ?? statusOf(run));
}

/** Why the run has no result; null while it goes on, and when it has one. */
function failureOf({ detail, problem }: TemplateRun): string | null {
  if (problem) return problem;
  return detail?.status === 'failed'
    ? words.sentences.translate(textOf(detail.error?.message) ?? t.runFailed)
    : null;
}

const timeLabel = ({ detail }: TemplateRun): string =>
  typeof detail?.executionTimeMs === 'number' ? formatDuration(detail.executionTimeMs) : '';

function progressLabel({ detail }: TemplateRun): string {
  const steps = detail?.nodeIndex && detail.nodesCount ? t.step(detail.nodeIndex, detail.nodesCount) : null;
  return [steps, detail?.currentNode, detail?.progressMessage].filter(Boolean).join(' · ');
}
