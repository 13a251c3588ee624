import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, type ReactElement } from 'react';
import { endpoints } from '#shared/api/index.ts';
import { projectPath, type RunRecord } from '#shared/desk/index.ts';
import { callDesk, onDeskEvent, readFor } from '#renderer/desk/index.ts';
import { Button, IconButton, plural, RelativeTime, VisuallyHidden } from '#renderer/ui/index.ts';
import { runFromDetail } from './run-state.ts';
import { isFollowedHere } from './follow-run.ts';
import { OutputThumbnail } from './output-view.tsx';
import { phaseOfStatus } from './describe-run.ts';
import { PhaseDot } from './phase-dot.tsx';
import { outputsOf } from './run-outputs.ts';
import css from './run-notices.module.css';

const untoldKey = ['desk', 'runs', 'untold'] as const;
/** More than these would cover the page; the others follow as these are put away. */
const SHOWN_AT_ONCE = 3;

export interface RunNoticesProps {
  /** Opens the project with this run and its outputs. */
  onShowOutputs: (run: RunRecord) => void;
  onOpenProject: (run: RunRecord) => void;
}

/** Runs that ended while nobody looked: each is told until a person has put it away, then never again. */
export function RunNotices({ onShowOutputs, onOpenProject }: RunNoticesProps): ReactElement | null {
  const client = useQueryClient();
  const untold = useQuery({
    queryKey: untoldKey,
    queryFn: async ({ signal }) => (await callDesk('listUntoldRuns', { signal })).runs,
  });

  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type !== 'run' || event.run.untold === undefined) return;
        const { run } = event;
        const isHere = isFollowedHere(run.connectionId, run.runId);
        client.setQueryData<RunRecord[]>(untoldKey, (list = []) => {
          const others = list.filter(({ runId }) => runId !== run.runId);
          return run.untold && !isHere ? [run, ...others] : others;
        });
        if (run.untold && !isHere && document.hidden) void notify(run);
      }),
    [client],
  );

  const putAway = (run: RunRecord) => {
    client.setQueryData<RunRecord[]>(untoldKey, (list = []) =>
      list.filter(({ runId }) => runId !== run.runId),
    );
    void callDesk('tellRun', { params: { connectionId: run.connectionId, runId: run.runId } }).catch(
      () => undefined,
    );
  };

  const runs = untold.data ?? [];
  if (runs.length === 0) return null;
  const more = runs.length - SHOWN_AT_ONCE;
  return (
    <section className={css['notices']} aria-label="Runs that finished while you were away">
      <ul className={css['list']}>
        {runs.slice(0, SHOWN_AT_ONCE).map((run, place) => (
          <RunNotice
            key={run.runId}
            run={run}
            short={place > 0}
            onClose={() => putAway(run)}
            onShowOutputs={() => {
              putAway(run);
              onShowOutputs(run);
            }}
            onOpenProject={() => {
              putAway(run);
              onOpenProject(run);
            }}
          />
        ))}
      </ul>
      {more > 0 ? (
        <p className={css['more']}>
          <span>{`and ${plural(more, 'more run')}`}</span>
          <Button size="small" variant="quiet" onClick={() => runs.forEach(putAway)}>
            Dismiss all
          </Button>
        </p>
      ) : null}
    </section>
  );
}

const verbs: Readonly<Record<string, string>> = {
  succeeded: 'finished',
  failed: 'failed',
  canceled: 'was canceled',
};

const projectNameOf = async (run: RunRecord, signal?: AbortSignal): Promise<string | null> =>
  run.projectId === null
    ? null
    : (
        await readFor(run.connectionId)(endpoints.projects.get, {
          params: { project_id: run.projectId },
          signal,
        })
      ).name;

const titleOf = (run: RunRecord, project: string | null | undefined): string =>
  `Run${project ? ` of “${project}”` : ''} ${verbs[run.status] ?? 'ended'}`;

/** Tells a person who looks elsewhere, where the host can. */
async function notify(run: RunRecord): Promise<void> {
  if (!window.patchbay) return;
  const project = await projectNameOf(run).catch(() => null);
  await window.patchbay.notify({
    title: titleOf(run, project).slice(0, 120),
    body: run.status === 'succeeded' ? 'Its outputs are ready.' : 'Open the project to see why.',
    ...(run.projectId === null ? {} : { path: projectPath(run.connectionId, run.projectId) }),
  });
}

function RunNotice({
  run,
  short,
  onClose,
  onShowOutputs,
  onOpenProject,
}: {
  run: RunRecord;
  /** One line: what happened to it, and a way there. The newest alone is told in full. */
  short: boolean;
  onClose: () => void;
  onShowOutputs: () => void;
  onOpenProject: () => void;
}): ReactElement {
  const detail = useQuery({
    queryKey: ['runs', run.connectionId, run.runId, 'notice'],
    queryFn: async ({ signal }) =>
      runFromDetail(
        await readFor(run.connectionId)(endpoints.runs.get, { params: { run_id: run.runId }, signal }),
      ),
    staleTime: Infinity,
  });
  const project = useQuery({
    queryKey: ['projects', run.connectionId, 'name', run.projectId],
    enabled: run.projectId !== null,
    queryFn: ({ signal }) => projectNameOf(run, signal),
  });
  const outputs = detail.data ? outputsOf(detail.data) : [];
  const reason = detail.data?.failure?.message;
  const title = titleOf(run, project.data);
  const head = (
    <div className={css['head']}>
      <PhaseDot phase={phaseOfStatus(run.status)} />
      <p className={css['title']} dir="auto" role="status" title={short ? title : undefined}>
        {title}
      </p>
      {short && run.projectId !== null ? (
        <Button size="small" variant="quiet" onClick={outputs.length > 0 ? onShowOutputs : onOpenProject}>
          {outputs.length > 0 ? 'Outputs' : 'Open'}
          <VisuallyHidden>: {title}</VisuallyHidden>
        </Button>
      ) : null}
      <IconButton label="Dismiss" onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
  if (short) {
    return (
      <li className={css['notice']} data-short>
        {head}
      </li>
    );
  }
  return (
    <li className={css['notice']}>
      {head}
      <p className={css['about']} dir="auto">
        <RelativeTime at={run.updatedAt} />
        {outputs.length > 0 ? ` · ${plural(outputs.length, 'output')}` : ''}
        {run.status === 'failed' && reason ? ` · ${reason}` : ''}
      </p>
      {outputs.length > 0 ? (
        <div className={css['thumbs']} aria-hidden>
          {outputs.slice(0, 4).map((named) => (
            <span key={named.key} className={css['thumb']}>
              <OutputThumbnail connectionId={run.connectionId} named={named} />
            </span>
          ))}
        </div>
      ) : null}
      {run.projectId === null ? null : (
        <div className={css['actions']}>
          {outputs.length > 0 ? (
            <Button size="small" variant="primary" onClick={onShowOutputs}>
              Show outputs
            </Button>
          ) : (
            <Button size="small" onClick={onOpenProject}>
              Open the project
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
