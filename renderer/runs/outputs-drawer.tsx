import { ChevronDown, Columns2, Download, Images } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import { useStore } from 'zustand';
import type { RunRecord } from '#shared/desk/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { Button, EmptyState, IconButton, ranAs, RelativeTime, showToast, pane } from '#renderer/ui/index.ts';
import {
  largestComparable,
  openCompare,
  saveOutput,
  saveOutputsAsZip,
  type NamedOutput,
} from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import { OutputWithMenu, useDrawerCommands } from './output-with-menu.tsx';
import { OutputGallery } from './output-gallery.tsx';
import { useStaleOutputs, type CurrentGraph } from './outgrown-outputs.ts';
import { isOver, type RunState } from './run-state.ts';
import { equalOutputs } from './equal-outputs.ts';
import { outputsOf, type OutputLabels } from './run-outputs.ts';
import type { RunStore } from './run-store.ts';
import css from './outputs.module.css';

const t = words.runs.outputsDrawer;

/** What a run executed, as far as this computer noted it. */
const ranAsIn = (record: RunRecord | undefined, { projectVersion }: RunState): string =>
  ranAs({
    projectVersion,
    occasion: record?.occasion,
    batchName: record?.batchId === undefined ? null : '',
  });

/** What is opened with the focus: its first output has it, else its first button. */
function useFocusedFirst(isFocused: boolean): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isFocused) return;
    const first = section.current?.querySelector<HTMLElement>('ul button');
    (first ?? section.current?.querySelector('button'))?.focus();
  }, [isFocused]);
  return section;
}

/** What the shown run made, large enough to judge. */
export function OutputsDrawer({
  connectionId,
  projectId = null,
  projectName,
  runs,
  labelOf,
  graph,
  onOpen,
  onApply,
  onClose,
  isFocused = false,
}: {
  connectionId: string;
  /** Whose film its outputs may be in; null for that of no project. */
  projectId?: string | null;
  projectName: string;
  runs: RunStore;
  labelOf?: OutputLabels;
  /** The graph as it is now; absent where there is none. */
  graph?: CurrentGraph;
  /** Full size, by the output's key. */
  onOpen: (key: string) => void;
  onApply: () => void;
  onClose: () => void;
  /** It was opened by a key: the focus goes to its first output, else to its buttons. */
  isFocused?: boolean;
}): ReactElement {
  const run = useStore(runs.store, ({ runs: all, activeId: id }) => (id === null ? undefined : all[id]));
  const record = useStore(runs.store, ({ records }) => records[run?.runId ?? '']);
  const outputs = run ? outputsOf(run, labelOf, projectName) : [];
  const stale = useStaleOutputs(run, graph);
  const { visible: displayed, times } = deduplicate(outputs, stale);
  const runId = run?.runId ?? null;
  const { keys, mark } = useMarked(runId);
  const drawer = useDrawerCommands({
    connectionId,
    runId,
    projectId,
    outputs: displayed,
    keys,
    mark,
    onOpen,
    compare: () => compare(connectionId, runId, displayed, keys),
  });
  const section = useFocusedFirst(isFocused);
  return (
    <section ref={section} className={css['drawer']} aria-label={words.common.outputs} {...pane}>
      <header className={css['header']}>
        <h2 className={css['title']}>{words.common.outputs}</h2>
        <Subtitle run={run} record={record} count={outputs.length} />
        <StaleNote count={stale.size} total={outputs.length} />
        <BulkActions connectionId={connectionId} runId={runId} outputs={displayed} keys={keys} />
        {outputs.length > 0 && run && isOver(run) ? (
          <Button size="small" variant={stale.size > 0 ? 'quiet' : 'secondary'} onClick={onApply}>
            {t.applyOutputs}
          </Button>
        ) : null}
        <IconButton label={t.closeOutputs} onClick={onClose}>
          <ChevronDown />
        </IconButton>
      </header>
      {outputs.length === 0 ? (
        <NoOutputs run={run} />
      ) : (
        <OutputGallery
          outputs={displayed}
          renderOutput={(named) => (
            <OutputWithMenu
              onSelect={() => drawer.select(named.key)}
              connectionId={connectionId}
              named={named}
              times={times.get(named.key)}
              isStale={stale.has(named.key)}
              onOpen={() => onOpen(named.key)}
              star={drawer.starOf(named)}
              isMarked={keys.includes(named.key)}
              onMark={displayed.length > 1 ? (isMarked) => mark(named.key, isMarked) : undefined}
            />
          )}
        />
      )}
    </section>
  );
}

/** How many outputs the shown run has, what ran and when. */
function Subtitle(props: {
  run: RunState | undefined;
  record: RunRecord | undefined;
  count: number;
}): ReactElement {
  const { run, record, count } = props;
  return (
    <span className={css['subtitle']}>
      {run ? (
        <>
          {words.counts.outputs(count)} · {ranAsIn(record, run)} · <RelativeTime at={run.createdAt} />
        </>
      ) : null}
    </span>
  );
}

/** Of equal outputs the first. `times` has how often each of them is there, by its key. */
function deduplicate(
  outputs: readonly NamedOutput[],
  stale: ReadonlySet<string>,
): { visible: NamedOutput[]; times: ReadonlyMap<string, number> } {
  const uniqueOutputs = equalOutputs(outputs, stale);
  return {
    visible: uniqueOutputs.map(({ named }) => named),
    times: new Map(uniqueOutputs.map(({ named, times }) => [named.key, times])),
  };
}

/** The outputs that a person marked to compare them; those of another run are others. */
function useMarked(runId: string | null): {
  keys: readonly string[];
  mark: (key: string, isMarked: boolean) => void;
} {
  const [marked, setMarked] = useState<{ runId: string | null; keys: readonly string[] }>({
    runId,
    keys: [],
  });
  const keys = marked.runId === runId ? marked.keys : [];
  return {
    keys,
    mark: (key, isMarked) =>
      setMarked({ runId, keys: isMarked ? [...keys, key] : keys.filter((each) => each !== key) }),
  };
}

/** Why nothing is here, and what brings something. */
function NoOutputs({ run }: { run: RunState | undefined }): ReactElement {
  const [title, text] = run === undefined ? EMPTY_RUN : emptyOutputsText(run);
  return <EmptyState compact icon={<Images />} title={title} text={text} />;
}

const EMPTY_RUN = [t.noOutputsYet, t.pressRun] as const;

function emptyOutputsText(run: RunState): readonly [title: string, text: string] {
  switch (run.status) {
    case 'succeeded':
      return [t.runNoOutputs, t.lastNodesGaveNo];
    case 'failed':
      return [t.runFailedBeforeHad, t.runsPanelNodesUntil];
    case 'canceled':
      return [t.runStoppedBeforeHad, t.nodesUntilThenCanvas];
    default:
      return [t.outputsAppearWhenRun, t.untilThenEachNode];
  }
}

/** Says that results are older than the graph. */
function StaleNote({ count, total }: { count: number; total: number }): ReactElement | null {
  if (count === 0) return null;
  return (
    <span className={css['since']} title={t.graphChangedSinceRun}>
      {count === total ? t.graphChangedSince : t.changedSince(count, total)}
    </span>
  );
}

/** What can be done with several outputs at once. @param keys of those that are marked. */
function BulkActions(props: {
  connectionId: string;
  runId: string | null;
  outputs: readonly NamedOutput[];
  keys: readonly string[];
}): ReactElement | null {
  const { connectionId, runId, outputs, keys } = props;
  if (outputs.length < 2) return null;
  const isComparable = keys.length > 0 || largestComparable(outputs).length > 1;
  return (
    <>
      {isComparable ? (
        <Button
          size="small"
          variant="quiet"
          icon={<Columns2 aria-hidden />}
          onClick={() => compare(connectionId, runId, outputs, keys)}
        >
          {keys.length > 0 ? t.compare(keys.length) : t.compare2}
        </Button>
      ) : null}
      <Button
        size="small"
        variant="quiet"
        icon={<Download aria-hidden />}
        onClick={() => void saveAll(connectionId, runId ?? '', outputs)}
      >
        {t.saveAll}
      </Button>
    </>
  );
}

/** Those that are marked beside each other; where none is, those of one kind. Too few or too many are said. */
function compare(
  connectionId: string,
  runId: string | null,
  outputs: readonly NamedOutput[],
  keys: readonly string[],
): void {
  const selected =
    keys.length === 0 ? largestComparable(outputs) : outputs.filter(({ key }) => keys.includes(key));
  const problem = openCompare(selected.map((named) => ({ ...named, connectionId, runId })));
  if (problem !== null) showToast({ id: 'compare', title: problem });
}

/** As one ZIP; one after another where the run is not in the library of this computer. */
async function saveAll(connectionId: string, runId: string, outputs: readonly NamedOutput[]): Promise<void> {
  const body = { connectionId, runId, limit: 500 };
  const recorded = await callDesk('searchOutputs', { body }).catch(() => null);
  if (recorded !== null && recorded.outputs.length >= outputs.length) {
    await saveOutputsAsZip(recorded.outputs.map(({ id }) => id));
    return;
  }
  for (const named of outputs) await saveOutput(connectionId, named);
}
