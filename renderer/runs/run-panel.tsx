import { Crosshair, ListVideo, Square } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import type { LibraryOutput, RunRecord } from '#shared/desk/index.ts';
import { describeProblem, useOffline } from '#renderer/desk/index.ts';
import { ModelsButton } from '#renderer/commands/index.ts';
import { modelActionOf } from '#renderer/model/model-failures.ts';
import { phaseLabels } from '#renderer/model/node-run-state.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  CachedAsOf,
  formatCredits,
  formatDuration,
  LiveRegion,
  plural,
  ProgressBar,
  RelativeTime,
  showToast,
  Skeleton,
} from '#renderer/ui/index.ts';
import { describeRun, describeStatus, nodesInOrder, phaseOfStatus, progressOf } from './describe-run.ts';
import type { RunFeed } from './follow-run.ts';
import { isOver, type RunState } from './run-state.ts';
import { PhaseDot } from './phase-dot.tsx';
import type { RunStore } from './run-store.ts';
import { RunThumbnails, useRunPictures } from './run-thumbnails.tsx';
import { useNow } from './use-now.ts';
import css from './run-panel.module.css';

export interface RunPanelProps {
  connectionId: string;
  runs: RunStore;
  /** A node's name as the graph has it now. */
  titleOf: (nodeId: string) => string;
  onJumpToNode: (nodeId: string) => void;
  onOpenOutputs: () => void;
}

/** What runs, what ran, and what became of each node. */
export function RunPanel({
  connectionId,
  runs,
  titleOf,
  onJumpToNode,
  onOpenOutputs,
}: RunPanelProps): ReactElement {
  const state = useStore(runs.store);
  const shown = state.shownId === null ? undefined : state.runs[state.shownId];
  const going = state.order.filter((id) => {
    const run = state.runs[id];
    return run && !isOver(run);
  });
  const offline = useOffline(connectionId);
  return (
    <div className={css['panel']}>
      <CachedAsOf at={offline?.asOf ?? null}>Runs need the service; those under way go on there.</CachedAsOf>
      <LiveRegion>{shown ? announce(shown) : ''}</LiveRegion>
      {shown ? (
        <CurrentRun
          run={shown}
          feed={state.feeds[shown.runId] ?? null}
          runs={runs}
          titleOf={titleOf}
          onJumpToNode={onJumpToNode}
          onOpenOutputs={onOpenOutputs}
        />
      ) : null}
      <div className={css['scroll']}>
        {shown ? <NodeList run={shown} titleOf={titleOf} onJumpToNode={onJumpToNode} /> : null}
        {shown && shown.log.length > 0 ? <Log run={shown} titleOf={titleOf} /> : null}
        <History connectionId={connectionId} runs={runs} going={going.length} />
      </div>
    </div>
  );
}

/** Spoken once per change of state, not for each node. */
const announce = (run: RunState): string => {
  switch (run.status) {
    case 'running':
      return run.cancelRequested ? 'Canceling the run' : 'The run has started';
    case 'succeeded':
      return `The run has finished with ${plural(Object.keys(run.outputs).length, 'output')}`;
    case 'failed':
      return `The run failed. ${run.failure?.message ?? ''}`;
    case 'canceled':
      return 'The run was canceled';
    default:
      return 'The run waits for its turn';
  }
};

const feedWords: Record<RunFeed, string | null> = {
  live: null,
  reconnecting: 'The connection was cut. It is taken up again where it stopped.',
  polling: 'No live connection. Progress is asked for every few seconds.',
};

function CurrentRun({
  run,
  feed,
  runs,
  titleOf,
  onJumpToNode,
  onOpenOutputs,
}: Omit<RunPanelProps, 'connectionId'> & { run: RunState; feed: RunFeed | null }): ReactElement {
  const over = isOver(run);
  const now = useNow(!over);
  const { share } = progressOf(run);
  const [canceling, setCanceling] = useState(false);
  const cost = formatCredits(run.creditsUsedMicrocredits);
  const duration = over
    ? (run.executionTimeMs ?? null)
    : Math.max(0, Math.floor((now - Date.parse(run.createdAt)) / 1000) * 1000);
  const outputs = Object.keys(run.outputs).length;
  const feedText = feed && !over ? feedWords[feed] : null;

  const cancel = async () => {
    setCanceling(true);
    try {
      await runs.cancel(run.runId);
    } catch (error) {
      showToast({ kind: 'error', title: 'The run was not canceled', description: describeProblem(error) });
    } finally {
      setCanceling(false);
    }
  };

  return (
    <section className={css['current']} aria-label="Run shown">
      <div className={css['headline']}>
        <PhaseDot phase={phaseOfStatus(run.status)} />
        <span className={css['status']}>{describeRun(run)}</span>
        {over ? (
          outputs > 0 ? (
            <Button size="small" onClick={onOpenOutputs}>
              Show {plural(outputs, 'output')}
            </Button>
          ) : null
        ) : (
          <Button
            size="small"
            icon={<Square aria-hidden />}
            onClick={() => void cancel()}
            busy={canceling || run.cancelRequested}
          >
            Cancel
          </Button>
        )}
      </div>
      {over ? null : (
        <div className={css['progress']}>
          <ProgressBar value={share} label="Progress of the run" />
        </div>
      )}
      <div className={css['facts']}>
        {run.projectVersion === null ? <span>unsaved graph</span> : <span>version {run.projectVersion}</span>}
        {duration === null || (!over && duration < 1000) ? null : <span>{formatDuration(duration)}</span>}
        {over && cost ? <span>{cost}</span> : null}
        <RelativeTime at={run.createdAt} />
      </div>
      {feedText ? <p className={css['feed']}>{feedText}</p> : null}
      <RunFailure run={run} titleOf={titleOf} onJumpToNode={onJumpToNode} />
    </section>
  );
}

/** Why the run failed, with the ways to put it right. */
function RunFailure({
  run: { failure },
  titleOf,
  onJumpToNode,
}: Pick<RunPanelProps, 'titleOf' | 'onJumpToNode'> & { run: RunState }): ReactElement | null {
  if (failure === null) return null;
  const { code, message, nodeId } = failure;
  return (
    <div className={css['failure']}>
      <p>
        {nodeId ? <strong>{titleOf(nodeId)}: </strong> : null}
        {message}
      </p>
      <ModelsButton label={modelActionOf(code)} />
      {nodeId ? (
        <Button size="small" icon={<Crosshair aria-hidden />} onClick={() => onJumpToNode(nodeId)}>
          Go to the node
        </Button>
      ) : null}
    </div>
  );
}

/** Nodes listed at first: what failed and what runs come before the others. */
const ROWS = 100;

function NodeList({
  run,
  titleOf,
  onJumpToNode,
}: {
  run: RunState;
  titleOf: (nodeId: string) => string;
  onJumpToNode: (nodeId: string) => void;
}): ReactElement | null {
  const [most, setMost] = useState(ROWS);
  const nodes = nodesInOrder(run);
  if (nodes.length === 0) return null;
  const more = nodes.length - most;
  return (
    <section className={css['section']}>
      <h2 className={css['heading']}>Nodes</h2>
      <ul aria-label="Nodes of the run">
        {nodes.slice(0, most).map((node) => (
          <li key={node.nodeId}>
            <button type="button" className={css['row']} onClick={() => onJumpToNode(node.nodeId)}>
              <PhaseDot phase={node.phase} />
              <span className={css['rowText']}>
                <span className={css['rowTitle']} dir="auto">
                  {titleOf(node.nodeId)}
                </span>
                {node.message ? (
                  <span className={css['rowNote']} data-tone={node.phase === 'failed' ? 'error' : undefined}>
                    {node.message}
                  </span>
                ) : null}
                {node.phase === 'running' && node.progress !== null ? (
                  <span className={css['nodeBar']}>
                    <ProgressBar value={node.progress} label={`Progress of ${titleOf(node.nodeId)}`} />
                  </span>
                ) : null}
              </span>
              <span className={css['rowEnd']}>
                {node.phase === 'succeeded' && node.durationMs !== null
                  ? formatDuration(node.durationMs)
                  : phaseLabels[node.phase]}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <Button size="small" variant="quiet" onClick={() => setMost(most + 5 * ROWS)}>
          Show {plural(Math.min(more, 5 * ROWS), 'more node')}
        </Button>
      ) : null}
    </section>
  );
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

function Log({ run, titleOf }: { run: RunState; titleOf: (nodeId: string) => string }): ReactElement {
  return (
    <section className={css['section']}>
      <h2 className={css['heading']}>Log</h2>
      <ol className={css['log']} aria-label="Log of the run">
        {run.log.map((line) => (
          <li key={line.id} className={css['logLine']} data-tone={line.tone}>
            <span className={css['logTime']}>{clock.format(Date.parse(line.at))}</span>
            <span>
              {line.nodeId ? `${titleOf(line.nodeId)}: ` : ''}
              {line.text}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function History({
  connectionId,
  runs,
  going,
}: {
  connectionId: string;
  runs: RunStore;
  going: number;
}): ReactElement | null {
  const state = useStore(runs.store);
  const pictures = useRunPictures(connectionId, state.order);
  if (state.order.length === 0) {
    if (state.history === 'loading') {
      return (
        <div className={css['section']} aria-busy="true">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={28} style={{ marginBottom: 4 }} />
          ))}
        </div>
      );
    }
    if (state.history === 'error') {
      return (
        <ErrorState
          compact
          title="The runs of this project could not be read"
          text="New runs work all the same."
          onRetry={() => void runs.loadHistory()}
        />
      );
    }
    return (
      <EmptyState
        compact
        icon={<ListVideo />}
        title="Nothing has run yet"
        text="Press Run to see progress, messages and results here."
      />
    );
  }
  return (
    <section className={css['section']}>
      <h2 className={css['heading']}>{going > 1 ? `Runs, ${going} going on` : 'Runs of this project'}</h2>
      <ul aria-label="Runs of this project">
        {state.order.map((id) => {
          const run = state.runs[id];
          const record = state.records[id];
          if (!run && !record) return null;
          return (
            <li key={id}>
              <HistoryRow
                run={run}
                record={record}
                pictures={pictures.get(id) ?? []}
                isShown={id === state.shownId}
                onShow={() =>
                  void runs.show(id).catch((error: unknown) =>
                    showToast({
                      kind: 'error',
                      title: 'This run could not be opened',
                      description: describeProblem(error),
                    }),
                  )
                }
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface HistoryRowProps {
  /** What was read of its events, if any. */
  run: RunState | undefined;
  /** What this computer noted of it. */
  record: RunRecord | undefined;
  /** The first that it made. */
  pictures: readonly LibraryOutput[];
  isShown: boolean;
  onShow: () => void;
}

function HistoryRow({ run, record, pictures, isShown, onShow }: HistoryRowProps): ReactElement {
  const status = run?.status ?? record?.status ?? '';
  const version = run?.projectVersion ?? record?.projectVersion ?? null;
  const duration = run?.executionTimeMs ?? record?.executionTimeMs ?? null;
  const cost = formatCredits(run?.creditsUsedMicrocredits ?? record?.creditsUsedMicrocredits);
  return (
    <button type="button" className={css['row']} aria-current={isShown} onClick={onShow}>
      <PhaseDot phase={phaseOfStatus(status)} />
      <span className={css['rowText']}>
        <span className={css['rowTitle']}>{run ? describeRun(run) : describeStatus(status)}</span>
        <span className={css['rowNote']}>
          {version === null ? 'unsaved graph' : `version ${version}`}
          {cost && cost !== 'free' ? ` · ${cost}` : ''} ·{' '}
          <RelativeTime at={run?.createdAt ?? record?.createdAt} />
        </span>
      </span>
      <RunThumbnails outputs={pictures} />
      <span className={css['rowEnd']}>{duration === null ? '' : formatDuration(duration)}</span>
    </button>
  );
}
