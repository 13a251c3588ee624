import { Columns2, ListVideo } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import type { Batch, RemoteBatch, LibraryOutput, RunRecord } from '#shared/desk/index.ts';
import { describeProblem, useRunPictures } from '#renderer/desk/index.ts';
import {
  Button,
  Checkbox,
  ContextMenu,
  EmptyState,
  ErrorState,
  formatCharged,
  formatDuration,
  formatExactTime,
  ranAs,
  RelativeTime,
  showToast,
  Skeleton,
  startedByLabel,
  formatUncertain,
} from '#renderer/ui/index.ts';
import { RunThumbnails, type ThumbnailOutput } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import { BatchLine } from './batch-line.tsx';
import { compareRuns } from './compare-runs.ts';
import { RemoteBatchLine } from './remote-batch-line.tsx';
import { describeRun, describeStatus, phaseOfStatus } from './describe-run.ts';
import { currentThumbnails } from './made-now.ts';
import { PhaseDot } from './phase-dot.tsx';
import type { RunState } from './run-state.ts';
import type { RunsState, RunStore } from './run-store.ts';
import { useTeamRuns } from './use-team-runs.ts';
import { useProjectBatches } from './use-project-batches.ts';
import { useRunListCommands, type RunRowCommands } from './use-run-list-commands.ts';

import css from './run-panel.module.css';

const t = words.runs.runList;

/** A run by itself, or all runs of a batch, which may have been started on another computer. */
type Entry = { at: string } & ({ runId: string } | { batch: Batch } | { remote: RemoteBatch });

/** Newest first. */
function entriesOf(
  { order, runs, records }: RunsState,
  batches: readonly Batch[],
  remoteBatches: readonly RemoteBatch[],
): Entry[] {
  const single = order.flatMap((runId) => {
    const at = runs[runId]?.createdAt ?? records[runId]?.createdAt;
    return at === undefined ? [] : { at, runId };
  });
  const grouped = batches.map((batch) => ({ at: batch.createdAt, batch }));
  const remotes = remoteBatches.map((remote) => ({ at: remote.createdAt, remote }));
  return [...single, ...grouped, ...remotes].sort((a, b) => b.at.localeCompare(a.at));
}

/** The runs of a project, newest first; those of a grid or batch as one line. Two to four that are marked are compared by what they made. */
export function RunList({
  connectionId,
  projectId,
  runs,
  activeRuns,
  onOpenBatch,
  onOpenAsItWas,
}: {
  connectionId: string;
  projectId: string | undefined;
  runs: RunStore;
  activeRuns: number;
  onOpenBatch: ((batch: Batch) => void) | undefined;
  /** Opens the graph of the run that made an output. */
  onOpenAsItWas: ((output: LibraryOutput) => void) | undefined;
}): ReactElement | null {
  const state = useStore(runs.store);
  const pictures = useRunPictures(connectionId, state.order);
  const [marked, setMarked] = useState<readonly string[]>([]);
  const batches = useProjectBatches(connectionId, projectId);
  // A run that was opened from its batch stays there.
  const [ofBatches, setOfBatches] = useState<ReadonlySet<string>>(new Set());
  const remoteBatches = useTeamRuns(connectionId, projectId, runs);
  const entries = entriesOf(state, batches, remoteBatches).filter(
    (entry) => !('runId' in entry && ofBatches.has(entry.runId)),
  );
  const show = (runId: string): void => showRun(runs, runId);
  const showOfBatch = (runId: string): void => {
    setOfBatches(new Set([...ofBatches, runId]));
    show(runId);
  };
  const mark = (runId: string, isMarked: boolean): void => setMarked(toggled(marked, runId, isMarked));
  const compare = (): void => void compareRuns(connectionId, marked);
  const outputsOfRun = (runId: string): readonly LibraryOutput[] => pictures.get(runId) ?? [];
  const commandsOf = useRunListCommands({ runs, marked, outputsOfRun, show, mark, compare, onOpenAsItWas });
  if (entries.length === 0) return <NoRuns history={state.history} runs={runs} />;
  return (
    <section className={css['section']}>
      <div className={css['headingRow']}>
        <h2 className={css['heading']}>{activeRuns > 1 ? t.runsOn(activeRuns) : t.runsProject}</h2>
        {marked.length > 0 ? (
          <Button size="small" icon={<Columns2 aria-hidden />} onClick={compare}>
            {t.compare(marked.length)}
          </Button>
        ) : null}
      </div>
      <ul aria-label={t.runsProject}>
        {entries.map((entry) => {
          if (!('runId' in entry)) {
            const id = 'remote' in entry ? entry.remote.batchId : entry.batch.id;
            return (
              <GroupedRuns
                key={id}
                entry={entry}
                selectedRunId={state.activeId}
                onShow={showOfBatch}
                onOpenBatch={onOpenBatch}
              />
            );
          }
          return (
            <SingleRun
              key={entry.runId}
              id={entry.runId}
              connectionId={connectionId}
              state={state}
              pictures={outputsOfRun(entry.runId)}
              commands={commandsOf(entry.runId)}
              isMarked={marked.includes(entry.runId)}
              onMark={(isMarked) => mark(entry.runId, isMarked)}
              onShow={() => show(entry.runId)}
            />
          );
        })}
      </ul>
    </section>
  );
}

/** The runs of a grid or batch as one line, of this computer or another one. */
function GroupedRuns({
  entry,
  selectedRunId,
  onShow,
  onOpenBatch,
}: {
  entry: Exclude<Entry, { runId: string }>;
  selectedRunId: string | null;
  onShow: (runId: string) => void;
  onOpenBatch: ((batch: Batch) => void) | undefined;
}): ReactElement {
  const line = { selectedRunId, onShow };
  return (
    <li>
      {'remote' in entry ? (
        <RemoteBatchLine batch={entry.remote} {...line} />
      ) : (
        <BatchLine batch={entry.batch} {...line} onOpenBatch={onOpenBatch} />
      )}
    </li>
  );
}

/** Shows a run of the list, or says why it could not be opened. */
const showRun = (runs: RunStore, runId: string): void =>
  void runs.show(runId).catch((error: unknown) =>
    showToast({
      kind: 'error',
      title: t.runCouldNot,
      description: describeProblem(error),
    }),
  );

const toggled = (marked: readonly string[], id: string, isMarked: boolean): string[] =>
  isMarked ? [...marked, id] : marked.filter((each) => each !== id);

/** A run by itself, with the mark that compares it. */
function SingleRun({
  id,
  connectionId,
  state,
  pictures,
  commands,
  isMarked,
  onMark,
  onShow,
}: {
  id: string;
  connectionId: string;
  state: RunsState;
  pictures: readonly LibraryOutput[];
  commands: RunRowCommands;
  isMarked: boolean;
  onMark: (isMarked: boolean) => void;
  onShow: () => void;
}): ReactElement | null {
  const run = state.runs[id];
  const record = state.records[id];
  if (!run && !record) return null;
  const { entries, onSelect } = commands;
  return (
    <ContextMenu entries={entries} onOpenChange={(open) => open && onSelect()}>
      <li className={css['historyItem']}>
        <span className={css['mark']} data-on={isMarked || undefined}>
          <Checkbox
            label={t.markRunCompare(labelOfTime(run?.createdAt ?? record?.createdAt))}
            hideLabel
            checked={isMarked}
            onCheckedChange={onMark}
          />
        </span>
        <HistoryRow
          run={run}
          record={record}
          pictures={pictures.length > 0 ? pictures : currentThumbnails(connectionId, run)}
          isVisible={id === state.activeId}
          commands={commands}
          onShow={onShow}
        />
      </li>
    </ContextMenu>
  );
}

const labelOfTime = (at: string | undefined): string =>
  at === undefined ? t.unknownTime : formatExactTime(Date.parse(at));

/** What stands where no run is listed: they are read, could not be, or there are none. */
function NoRuns({ history, runs }: { history: RunListState; runs: RunStore }): ReactElement {
  if (history === 'loading') {
    return (
      <div className={css['section']} aria-busy="true">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height={28} style={{ marginBottom: 4 }} />
        ))}
      </div>
    );
  }
  if (history === 'error') {
    return (
      <ErrorState
        compact
        title={t.runsProjectCouldNot}
        text={t.newRunsWork}
        onRetry={() => void runs.loadHistory()}
      />
    );
  }
  return <EmptyState compact icon={<ListVideo />} title={t.noRunYet} text={t.pressRunSeeProgress} />;
}

type RunListState = ReturnType<RunStore['store']['getState']>['history'];

interface HistoryRowProps {
  /** What was read of its events, if any. */
  run: RunState | undefined;
  /** What this computer noted of it. */
  record: RunRecord | undefined;
  /** The first that it made. */
  pictures: readonly ThumbnailOutput[];
  isVisible: boolean;
  commands: RunRowCommands;
  onShow: () => void;
}

/** What a run executed, as far as it is known. */
const graphOf = (run: RunState | undefined, record: RunRecord | undefined): string =>
  ranAs({
    projectVersion: run?.projectVersion ?? record?.projectVersion ?? null,
    occasion: record?.occasion,
  });

/** What a model may have charged for a run, behind its cost. */
function uncertainText(run: RunState | undefined, record: RunRecord | undefined): string {
  const price = run?.failure?.perhapsCharged ?? record?.perhapsCharged;
  return price ? ` · ${words.runs.perhapsCharged(formatUncertain(price))}` : '';
}

function HistoryRow({ run, record, pictures, isVisible, commands, onShow }: HistoryRowProps): ReactElement {
  const status = run?.status ?? record?.status ?? '';
  const duration = run?.executionTimeMs ?? record?.executionTimeMs ?? null;
  const cost = formatCharged(run?.creditsUsedMicrocredits ?? record?.creditsUsedMicrocredits);
  return (
    <button
      type="button"
      className={css['row']}
      aria-current={isVisible}
      onFocus={commands.onSelect}
      onKeyDown={commands.onKeyDown}
      onClick={onShow}
    >
      <PhaseDot phase={phaseOfStatus(status)} />
      <span className={css['rowText']}>
        <span className={css['rowHead']}>
          <span className={css['rowTitle']}>{run ? describeRun(run) : describeStatus(status)}</span>
          <span className={css['rowEnd']}>{duration === null ? '' : formatDuration(duration)}</span>
        </span>
        <span className={css['rowNote']}>
          {graphOf(run, record)}
          {cost ? ` · ${cost}` : ''}
          {uncertainText(run, record)}
          {record?.startedBy === undefined ? '' : ` · ${startedByLabel(record.startedBy)}`} ·{' '}
          <RelativeTime at={run?.createdAt ?? record?.createdAt} />
        </span>
      </span>
      <RunThumbnails outputs={pictures} />
    </button>
  );
}
