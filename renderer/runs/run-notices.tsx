import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { endpoints } from '#shared/api/index.ts';
import { projectPath, templatePath, type RunRecord } from '#shared/desk/index.ts';
import {
  applyPushedChange,
  callDesk,
  notifyOutside,
  onDeskEvent,
  ownerNameOf,
  readFor,
  useOwnerName,
} from '#renderer/desk/index.ts';
import { Button, IconButton, RelativeTime, VisuallyHidden } from '#renderer/ui/index.ts';
import { isTracked } from '#renderer/model/followed-runs.ts';
import { kindOf, OutputThumbnail, type NamedOutput } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import { runFromDetail } from './run-state.ts';
import { phaseOfStatus } from './describe-run.ts';
import { PhaseDot } from './phase-dot.tsx';
import { outputsOf } from './run-outputs.ts';
import css from './run-notices.module.css';

const t = words.runs.runNotices;

const unviewedKey = ['desk', 'runs', 'unseen'] as const;
/** More than these would cover the page; the others follow as these are put away. */
const MAX_VISIBLE = 3;

export interface RunNoticesProps {
  /** Opens the project or template with this run and its outputs. */
  onShowOutputs: (run: RunRecord) => void;
  onOpenPage: (run: RunRecord) => void;
  /** How long a notice of what did not fail stays before a page that is looked at. Milliseconds. */
  displayMs?: number;
}

/** Long enough to read a line and to go to the outputs. */
const DISPLAY_MS = 12_000;

/** Puts a notice away after a while in which the page was looked at and the pointer was elsewhere. */
function useAutoDismiss(isDismissable: boolean, displayMs: number, onLeave: () => void) {
  const [isPaused, setPaused] = useState(false);
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  const isVisible = useSyncExternalStore(followVisibility, () => !document.hidden);
  useEffect(() => {
    if (!isDismissable || isPaused || !isVisible) return undefined;
    const timer = setTimeout(() => leave.current(), displayMs);
    return () => clearTimeout(timer);
  }, [isDismissable, isPaused, isVisible, displayMs]);
  const pauseHandlers = { onMouseEnter: () => setPaused(true), onFocus: () => setPaused(true) };
  return { ...pauseHandlers, onMouseLeave: () => setPaused(false), onBlur: () => setPaused(false) };
}

function followVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Runs that ended while nobody looked: each is shown until a person has put it away or, unless it failed, for a while; then never again. */
export function RunNotices({
  onShowOutputs,
  onOpenPage,
  displayMs = DISPLAY_MS,
}: RunNoticesProps): ReactElement | null {
  const client = useQueryClient();
  const unviewed = useQuery({
    queryKey: unviewedKey,
    queryFn: async ({ signal }) => (await callDesk('listRunsToView', { signal })).runs,
  });

  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type !== 'run' || event.run.unseen === undefined) return;
        const { run } = event;
        const isRunTracked = isTracked(run.connectionId, run.runId);
        applyPushedChange<RunRecord[]>(client, unviewedKey, (list = []) => {
          const remaining = list.filter(({ runId }) => runId !== run.runId);
          return run.unseen && !isRunTracked ? [run, ...remaining] : remaining;
        });
        if (run.unseen && !isRunTracked) void notify(run);
      }),
    [client],
  );

  const dismiss = (run: RunRecord) => {
    client.setQueryData<RunRecord[]>(unviewedKey, (list = []) =>
      list.filter(({ runId }) => runId !== run.runId),
    );
    void callDesk('markRunSeen', { params: { connectionId: run.connectionId, runId: run.runId } }).catch(
      () => undefined,
    );
  };

  const runs = unviewed.data ?? [];
  if (runs.length === 0) return null;
  const hiddenCount = runs.length - MAX_VISIBLE;
  return (
    <section className={css['notices']} data-run-notices aria-label={t.runsFinishedWhileYou}>
      <ul className={css['list']}>
        {runs.slice(0, MAX_VISIBLE).map((run, index) => (
          <RunNotice
            key={run.runId}
            run={run}
            short={index > 0}
            displayMs={displayMs}
            onClose={() => dismiss(run)}
            onShowOutputs={() => {
              dismiss(run);
              onShowOutputs(run);
            }}
            onOpenPage={() => {
              dismiss(run);
              onOpenPage(run);
            }}
          />
        ))}
      </ul>
      {hiddenCount > 0 ? (
        <p className={css['more']}>
          <span>{t.label(hiddenCount)}</span>
          <Button size="small" variant="quiet" onClick={() => runs.forEach(dismiss)}>
            {t.dismissAll}
          </Button>
        </p>
      ) : null}
    </section>
  );
}

const verbs: Readonly<Record<string, string>> = {
  succeeded: t.finishedWord,
  failed: t.failedWord,
  canceled: t.wasStopped,
};

/** Whether there is a page that shows the run. */
const hasPage = ({ projectId, templateId }: RunRecord): boolean =>
  projectId !== null || templateId !== undefined;

/** Where a run is shown. */
const pageOf = ({ connectionId, projectId, templateId, runId }: RunRecord): string | undefined =>
  templateId !== undefined
    ? templatePath(templateId, runId)
    : projectId === null
      ? undefined
      : projectPath(connectionId, projectId);

/** Reads a run of a project or of a template, as the notices show it. */
async function readRun(
  { connectionId, runId, templateId, endpointId }: RunRecord,
  signal: AbortSignal,
): Promise<{ outputs: NamedOutput[]; reason: string | undefined }> {
  const read = readFor(connectionId);
  if (templateId !== undefined && endpointId !== undefined) {
    const params = { template_id: templateId, endpoint_id: endpointId, task_id: runId };
    const { outputs = {}, error } = await read(endpoints.templates.getRun, { params, signal });
    const named = Object.entries(outputs).map(([key, output]) => ({
      key,
      label: key,
      output,
      kind: kindOf(output),
    }));
    return {
      outputs: named,
      reason: typeof error?.message === 'string' ? words.sentences.translate(error.message) : undefined,
    };
  }
  const run = runFromDetail(await read(endpoints.runs.get, { params: { run_id: runId }, signal }));
  return { outputs: outputsOf(run), reason: run.failure?.message };
}

const titleOf = (run: RunRecord, project: string | null | undefined): string =>
  `Run${project ? t.label2(project) : ''} ${verbs[run.status] ?? 'ended'}`;

/** Tells a person who looks elsewhere, where the host can. */
async function notify(run: RunRecord): Promise<void> {
  const owner = await ownerNameOf(run).catch(() => null);
  await notifyOutside({
    title: titleOf(run, owner),
    body: run.status === 'succeeded' ? t.outputsReady : t.openPatchbaySee,
    path: pageOf(run),
    tag: run.runId,
  });
}

function RunSummary({
  run,
  outputs,
  reason,
}: {
  run: RunRecord;
  outputs: number;
  reason: string | undefined;
}): ReactElement {
  return (
    <p className={css['about']} dir="auto">
      <RelativeTime at={run.updatedAt} />
      {outputs > 0 ? ` · ${words.counts.outputs(outputs)}` : ''}
      {run.status === 'failed' && reason ? ` · ${reason}` : ''}
    </p>
  );
}

function RunNotice({
  run,
  short,
  displayMs,
  onClose,
  onShowOutputs,
  onOpenPage,
}: {
  run: RunRecord;
  /** One line: what happened to it, and a way there. The newest alone is shown in full. */
  short: boolean;
  displayMs: number;
  onClose: () => void;
  onShowOutputs: () => void;
  onOpenPage: () => void;
}): ReactElement {
  const detail = useQuery({
    queryKey: ['runs', run.connectionId, run.runId, 'notice'],
    queryFn: ({ signal }) => readRun(run, signal),
    staleTime: Infinity,
  });
  const owner = useOwnerName(run);
  const dismissHandlers = useAutoDismiss(run.status !== 'failed', displayMs, onClose);
  const outputs = detail.data?.outputs ?? [];
  const reason = detail.data?.reason;
  const title = titleOf(run, owner);
  const head = (
    <div className={css['head']}>
      <PhaseDot phase={phaseOfStatus(run.status)} />
      <p className={css['title']} dir="auto" role="status" title={short ? title : undefined}>
        {title}
      </p>
      {short && hasPage(run) ? (
        <Button size="small" variant="quiet" onClick={outputs.length > 0 ? onShowOutputs : onOpenPage}>
          {outputs.length > 0 ? t.outputs : t.open}
          <VisuallyHidden>: {title}</VisuallyHidden>
        </Button>
      ) : null}
      <IconButton label={words.common.dismiss} onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
  if (short) {
    return (
      <li className={css['notice']} data-short {...dismissHandlers}>
        {head}
      </li>
    );
  }
  return (
    <li className={css['notice']} {...dismissHandlers}>
      {head}
      <RunSummary run={run} outputs={outputs.length} reason={reason} />
      {outputs.length > 0 ? (
        <div className={css['thumbs']} aria-hidden>
          {outputs.slice(0, 4).map((named) => (
            <span key={named.key} className={css['thumb']}>
              <OutputThumbnail connectionId={run.connectionId} named={named} />
            </span>
          ))}
        </div>
      ) : null}
      {!hasPage(run) ? null : (
        <div className={css['actions']}>
          {outputs.length > 0 ? (
            <Button size="small" variant="primary" onClick={onShowOutputs}>
              {t.showOutputs}
            </Button>
          ) : (
            <Button size="small" onClick={onOpenPage}>
              {run.templateId === undefined ? t.openProject : t.openTemplate}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
