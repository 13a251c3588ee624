import { CircleAlert, Images } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { PublicTemplateRunDetail } from '#shared/api/index.ts';
import { kindOf, Lightbox, OutputCard, type NamedOutput } from '#renderer/runs/index.ts';
import { EmptyState, formatDuration, LiveRegion, ProgressBar, Skeleton } from '#renderer/ui/index.ts';
import type { TemplateRun } from './template-run.ts';
import css from './templates.module.css';

const statusWords: Record<string, string> = {
  accepted: 'Accepted',
  queued: 'Waiting for its turn',
  running: 'Running',
  succeeded: 'Done',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** What services say of a failure is theirs to choose; only text is shown. */
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const namedOutputs = (detail: PublicTemplateRunDetail | null): NamedOutput[] =>
  Object.entries(detail?.outputs ?? {}).map(([key, output]) => ({
    key,
    label: key,
    output,
    kind: kindOf(output),
  }));

/** Progress of a run while it goes, its outputs when it is done, its failure in words. */
export function RunResult({
  connectionId,
  run,
}: {
  connectionId: string;
  run: TemplateRun | null;
}): ReactElement {
  const [openKey, setOpenKey] = useState<string | null>(null);
  if (!run) {
    return (
      <EmptyState
        compact
        icon={<Images />}
        title="Outputs appear here"
        text="Fill in the inputs and run the endpoint. What it costs is charged to your account."
      />
    );
  }
  const { detail, state, problem } = run;
  const outputs = namedOutputs(detail);
  const status = detail?.status ?? 'accepted';
  const failure =
    problem ?? (detail?.status === 'failed' ? (textOf(detail.error?.message) ?? 'The run failed.') : null);
  const where = textOf(detail?.error?.nodeTitle);
  const words =
    state === 'starting' ? 'Starting' : problem ? 'Not finished' : (statusWords[status] ?? status);
  const steps =
    detail?.nodeIndex && detail.nodesCount ? `step ${detail.nodeIndex} of ${detail.nodesCount}` : null;
  const time = detail?.executionTimeMs;
  return (
    <div className={css['result']}>
      <div className={css['resultHead']}>
        <span className={css['resultStatus']} data-status={failure ? 'failed' : status}>
          {words}
        </span>
        <span className={css['quiet']}>
          {state === 'over'
            ? time === null || time === undefined
              ? ''
              : formatDuration(time)
            : [steps, detail?.currentNode, detail?.progressMessage].filter(Boolean).join(' · ')}
        </span>
      </div>
      {state === 'over' ? null : (
        <ProgressBar
          value={detail?.progress === null || detail?.progress === undefined ? null : detail.progress / 100}
          label="Progress of the run"
        />
      )}
      <LiveRegion>{state === 'over' ? words : ''}</LiveRegion>
      {failure ? (
        <div role="alert" className={css['failure']}>
          <CircleAlert aria-hidden />
          <span>
            {where ? <strong>{where}: </strong> : null}
            {failure}
          </span>
        </div>
      ) : null}
      {state !== 'over' && outputs.length === 0 ? (
        <Skeleton height="auto" radius={10} style={{ aspectRatio: '4 / 3', marginTop: 12 }} />
      ) : null}
      {outputs.length > 0 ? (
        <ul className={css['outputs']} aria-label="Outputs">
          {outputs.map((named) => (
            <li key={named.key}>
              <OutputCard
                connectionId={connectionId}
                named={named}
                variant="preview"
                onOpen={() => setOpenKey(named.key)}
              />
            </li>
          ))}
        </ul>
      ) : state === 'over' && !failure && status === 'succeeded' ? (
        <p className={css['quiet']}>The run made no outputs.</p>
      ) : null}
      {openKey !== null ? (
        <Lightbox
          connectionId={connectionId}
          outputs={outputs}
          openKey={openKey}
          onOpenKey={setOpenKey}
          onClose={() => setOpenKey(null)}
        />
      ) : null}
    </div>
  );
}
