import { Crosshair, Square } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import type { Batch, LibraryOutput } from '#shared/desk/index.ts';
import { describeProblem, useOffline } from '#renderer/desk/index.ts';
import { RetryButton, ModelsButton } from '#renderer/commands/index.ts';
import { modelActionOf } from '#renderer/model/model-failures.ts';
import { phaseLabels } from '#renderer/model/node-run-state.ts';
import {
  Button,
  CachedAsOf,
  formatCharged,
  formatDuration,
  formatTimeOfDay,
  LiveRegion,
  ProgressBar,
  ranAs,
  RelativeTime,
  showToast,
  formatUncertain,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { describeRun, nodesInOrder, phaseOfStatus, progressOf } from './describe-run.ts';
import { FailedItems } from './failed-items.tsx';
import type { RunFeed } from './follow-run.ts';
import { isOver, type LogLine, type RunState } from './run-state.ts';
import { PhaseDot } from './phase-dot.tsx';
import type { RunStore } from './run-store.ts';
import { RunList } from './run-list.tsx';
import { useRunTitles, type NodeNames } from './run-titles.ts';
import { useCurrentTime } from './use-now.ts';
import css from './run-panel.module.css';

const t = words.runs.runPanel;

export interface RunPanelProps extends NodeNames {
  connectionId: string;
  /** Whose grids and batches are listed with its runs. */
  projectId?: string;
  runs: RunStore;
  onJumpToNode: (nodeId: string) => void;
  /** The outputs of the run shown are on screen. */
  areOutputsOpen?: boolean;
  onOpenOutputs: () => void;
  onOpenBatch?: (batch: Batch) => void;
  /** Shows the items of a node in a table, and runs the same again for those that failed; left out where neither can be. */
  onOpenItems?: (nodeId: string) => void;
  onRetryFailed?: (run: RunState) => void;
  /** Opens the graph of the run that made an output. */
  onOpenAsItWas?: (output: LibraryOutput) => void;
}

/** What runs, what ran, and what became of each node. */
export function RunPanel(props: RunPanelProps): ReactElement {
  const { connectionId, runs, onJumpToNode } = props;
  const state = useStore(runs.store);
  const selectedRun = state.activeId === null ? undefined : state.runs[state.activeId];
  const active = state.order.filter((id) => {
    const run = state.runs[id];
    return run && !isOver(run);
  });
  const titleOf = useRunTitles(connectionId, selectedRun, props);
  const offline = useOffline(connectionId);
  return (
    <div className={css['panel']}>
      <CachedAsOf at={offline?.asOf ?? null}>{t.runsNeedServiceThose}</CachedAsOf>
      <LiveRegion>{selectedRun ? announce(selectedRun) : ''}</LiveRegion>
      {selectedRun ? (
        <CurrentRun
          run={selectedRun}
          feed={state.feeds[selectedRun.runId] ?? null}
          runs={runs}
          titleOf={titleOf}
          onJumpToNode={onJumpToNode}
          areOutputsOpen={props.areOutputsOpen ?? false}
          onOpenOutputs={props.onOpenOutputs}
        />
      ) : null}
      <div className={css['scroll']}>
        {selectedRun ? (
          <NodeList
            run={selectedRun}
            titleOf={titleOf}
            onJumpToNode={onJumpToNode}
            onOpenItems={props.onOpenItems}
            onRetryFailed={props.onRetryFailed}
          />
        ) : null}
        {selectedRun ? <Log run={selectedRun} titleOf={titleOf} /> : null}
        <RunList
          connectionId={connectionId}
          projectId={props.projectId}
          runs={runs}
          activeRuns={active.length}
          onOpenBatch={props.onOpenBatch}
          onOpenAsItWas={props.onOpenAsItWas}
        />
      </div>
    </div>
  );
}

/** The run that is shown, and the names of its nodes. */
interface SelectedRunProps {
  run: RunState;
  titleOf: (nodeId: string) => string;
  onJumpToNode: (nodeId: string) => void;
}

/** Spoken once per change of state, not for each node. */
const announce = (run: RunState): string => {
  switch (run.status) {
    case 'running':
      return run.cancelRequested ? t.theRun : t.runStarted;
    case 'succeeded':
      return t.runFinished(Object.keys(run.outputs).length);
    case 'failed':
      return t.runFailed(run.failure?.message ?? '');
    case 'canceled':
      return t.runStopped;
    default:
      return t.runWaits;
  }
};

const feedWords: Record<RunFeed, string | null> = {
  live: null,
  reconnecting: t.connectionCutUpStopped,
  polling: t.noLiveConnectionProgress,
};

function CurrentRun({
  run,
  feed,
  runs,
  titleOf,
  onJumpToNode,
  areOutputsOpen,
  onOpenOutputs,
}: SelectedRunProps & {
  feed: RunFeed | null;
  runs: RunStore;
  areOutputsOpen: boolean;
  onOpenOutputs: () => void;
}): ReactElement {
  const purpose = useStore(runs.store, ({ records }) => records[run.runId]?.occasion);
  const isOfBatch = useStore(runs.store, ({ records }) => records[run.runId]?.batchId !== undefined);
  const over = isOver(run);
  const timestamp = useCurrentTime(!over);
  const { share } = progressOf(run);
  const [canceling, setCanceling] = useState(false);
  const cost = formatCharged(run.creditsUsedMicrocredits);
  const duration = over
    ? (run.executionTimeMs ?? null)
    : Math.max(0, Math.floor((timestamp - Date.parse(run.createdAt)) / 1000) * 1000);
  const outputs = Object.keys(run.outputs).length;
  const feedText = feed && !over ? feedWords[feed] : null;

  const cancel = async () => {
    setCanceling(true);
    try {
      await runs.cancel(run.runId);
    } catch (error) {
      showToast({ kind: 'error', title: t.runNotStopped, description: describeProblem(error) });
    } finally {
      setCanceling(false);
    }
  };

  return (
    <section className={css['current']} aria-label={t.runVisible}>
      <div className={css['headline']}>
        <PhaseDot phase={phaseOfStatus(run.status)} />
        <span className={css['status']}>{describeRun(run)}</span>
        {over ? (
          outputs > 0 && !areOutputsOpen ? (
            <Button size="small" onClick={onOpenOutputs}>
              {t.show(outputs)}
            </Button>
          ) : null
        ) : (
          <Button
            size="small"
            icon={<Square aria-hidden />}
            onClick={() => void cancel()}
            busy={canceling || run.cancelRequested}
          >
            {t.stop}
          </Button>
        )}
      </div>
      {over ? null : (
        <div className={css['progress']}>
          <ProgressBar value={share} label={t.progressRun} />
        </div>
      )}
      <div className={css['facts']}>
        <span>
          {ranAs({ projectVersion: run.projectVersion, occasion: purpose, batchName: isOfBatch ? '' : null })}
        </span>
        {duration === null || (!over && duration < 1000) ? null : <span>{formatDuration(duration)}</span>}
        {over && cost ? <span>{cost}</span> : null}
        {run.failure?.perhapsCharged ? (
          <span>{words.runs.perhapsCharged(formatUncertain(run.failure.perhapsCharged))}</span>
        ) : null}
        <RelativeTime at={run.createdAt} />
      </div>
      {feedText ? <p className={css['feed']}>{feedText}</p> : null}
      <RunFailure run={run} titleOf={titleOf} onJumpToNode={onJumpToNode} />
    </section>
  );
}

/** Why the run failed, with the ways to put it right. */
function RunFailure({ run: { failure }, titleOf, onJumpToNode }: SelectedRunProps): ReactElement | null {
  if (failure === null) return null;
  const { code, message, nodeId, perhapsCharged } = failure;
  return (
    <div className={css['failure']}>
      <p>
        {nodeId ? <strong>{titleOf(nodeId)}: </strong> : null}
        {message}
      </p>
      <ModelsButton label={modelActionOf(code)} />
      {nodeId !== null && perhapsCharged ? (
        <RetryButton
          label={words.runs.askAgain(formatUncertain(perhapsCharged))}
          onSelect={() => onJumpToNode(nodeId)}
        />
      ) : null}
      {nodeId ? (
        <Button size="small" icon={<Crosshair aria-hidden />} onClick={() => onJumpToNode(nodeId)}>
          {t.goNode}
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
  onOpenItems,
  onRetryFailed,
}: SelectedRunProps & Pick<RunPanelProps, 'onOpenItems' | 'onRetryFailed'>): ReactElement | null {
  const [most, setMost] = useState(ROWS);
  const nodes = nodesInOrder(run);
  if (nodes.length === 0) return null;
  const hiddenCount = nodes.length - most;
  return (
    <section className={css['section']}>
      <h2 className={css['heading']}>{t.nodes}</h2>
      <ul aria-label={t.nodesRun}>
        {nodes.slice(0, most).map((node) => (
          <li key={node.nodeId}>
            <button type="button" className={css['row']} onClick={() => onJumpToNode(node.nodeId)}>
              <PhaseDot phase={node.phase} />
              <span className={css['rowText']}>
                <span className={css['rowTitle']} dir="auto">
                  {titleOf(node.nodeId)}
                </span>
                {node.message !== null && node.message !== run.failure?.message ? (
                  <span className={css['rowNote']} data-tone={node.phase === 'failed' ? 'error' : undefined}>
                    {node.message}
                  </span>
                ) : null}
                {node.phase === 'running' && node.progress !== null ? (
                  <span className={css['nodeBar']}>
                    <ProgressBar value={node.progress} label={t.progressOf(titleOf(node.nodeId))} />
                  </span>
                ) : null}
              </span>
              <span className={css['rowEnd']}>
                {node.phase === 'succeeded' && node.durationMs !== null
                  ? formatDuration(node.durationMs)
                  : node.perhapsCharged
                    ? words.runs.perhapsCharged(null)
                    : phaseLabels[node.phase]}
              </span>
            </button>
            {onOpenItems && onRetryFailed ? (
              <FailedItems node={node} onOpenItems={onOpenItems} onRetry={() => onRetryFailed(run)} />
            ) : null}
          </li>
        ))}
      </ul>
      {hiddenCount > 0 ? (
        <Button size="small" variant="quiet" onClick={() => setMost(most + 5 * ROWS)}>
          {t.show2(Math.min(hiddenCount, 5 * ROWS))}
        </Button>
      ) : null}
    </section>
  );
}

/** Whether a line says no more than the run or its node does already. */
const isReported = ({ nodeId, text }: LogLine, { failure, nodes }: RunState): boolean =>
  text === failure?.message || (nodeId !== null && text === nodes[nodeId]?.message);

function Log({ run, titleOf }: Pick<SelectedRunProps, 'run' | 'titleOf'>): ReactElement | null {
  const lines = run.log.filter((line) => !isReported(line, run));
  if (lines.length === 0) return null;
  return (
    <section className={css['section']}>
      <h2 className={css['heading']}>{t.log}</h2>
      <ol className={css['log']} aria-label={t.logRun}>
        {lines.map((line) => (
          <li key={line.id} className={css['logLine']} data-tone={line.tone}>
            <span className={css['logTime']}>{formatTimeOfDay(Date.parse(line.at))}</span>
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
