import { useEffect, useState, type ReactElement } from 'react';
import type { Graph } from '#shared/graph/types.ts';
import { estimateRun, runsToward, type RunEstimate } from '#shared/desk/index.ts';
import { useCostQuestion } from '#renderer/costs/index.ts';
import { targetGroups, groupTargets, type EditorSession } from '#renderer/editor/index.ts';
import { callDesk, describeProblem, describeWrite, currentOffline } from '#renderer/desk/index.ts';
import type { LivePreviews } from '#renderer/live/index.ts';
import { isStale } from '#renderer/model/node-run-state.ts';
import { withPickedItems, type ItemRequest } from '#renderer/model/picked-items.ts';
import { isOver, type RunStore, type StartRequest } from '#renderer/runs/index.ts';
import { dismissToast, type ToastOptions } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { inlineGraph, rejectedNode, startRunnable, type Started } from './start-run.ts';
import { pricesIn } from './use-run-estimate.ts';

const t = words.appRuns.useRunActions;

export interface RunActions {
  /** Whether a start is on its way to the service. */
  starting: boolean;
  /** Asked before a run above the person's limit starts. */
  question: ReactElement | null;
  canRun: () => boolean;
  runAll: () => void;
  /** Runs everything, or stops the run that goes on. */
  runOrStop: () => void;
  runSelected: () => void;
  runTo: (nodeIds: readonly string[]) => void;
  /** Runs the same again: what failed is tried, and all else is taken from before. @param targets empty for the whole graph. */
  repeatRun: (targets: readonly string[]) => void;
  /** Runs a node for one item of its lists. @returns the run; null where none was started. */
  runItem: (nodeId: string, item: ItemRequest) => Promise<string | null>;
  /** The graph as it is on screen, whether or not it could be saved. */
  runOnScreen: () => void;
  /** Cancels the shown run, or the newest that is going on. */
  cancel: () => void;
}

/** Messages about starting a run: each press says one thing, and replaces what the press before it said. */
const START_ID = 'run-start';

interface RunDependencies {
  session: EditorSession;
  runs: RunStore;
  live: LivePreviews;
  notify: (notice: ToastOptions) => void;
  onStarted: () => void;
}

/** Starting and canceling, with what is waiting saved first and failures said in words. */
export function useRunActions({ session, runs, live, notify, onStarted }: RunDependencies): RunActions {
  const [starting, setStarting] = useState(false);
  const { mayStart, question } = useCostQuestion(session.ports.connectionId);
  useEffect(() => session.outlook.follow(resultsOf(runs, live)), [session, runs, live]);
  useEffect(() => endWithCause(session), [session]);

  const start = async (
    request: StartRequest,
    change: ((graph: Graph) => Graph) | null = null,
  ): Promise<string | null> => {
    if (starting) return null;
    if (session.store.getGraph().nodes.length === 0) {
      notify({
        id: START_ID,
        title: t.runYet,
        description: t.addNodeFromPalette,
      });
      return null;
    }
    setStarting(true);
    try {
      if (!request.graph && !(await saveFirst(session, notify, () => void startOnScreen()))) return null;
      if (!(await mayStart(() => estimateOf(session, request)))) return null;
      const outcome = await startRunnable({ session, runs }, request, change);
      if (outcome.started) onStarted();
      const notice = noticeOf(session, outcome);
      if (notice) notify({ id: START_ID, ...notice });
      else dismissToast(START_ID);
      return outcome.runId;
    } catch (error) {
      const named = rejectedNode(error);
      notify({
        id: START_ID,
        kind: 'error',
        title: t.runNotStarted,
        description: describeWrite(error, t.run),
        ...(named === null ? {} : { action: goTo(session, named.nodeId) }),
      });
      return null;
    } finally {
      setStarting(false);
    }
  };

  const startOnScreen = () => {
    return start({ graph: inlineGraph(session.store.getGraph()) });
  };

  const cancel = async () => {
    live.stop();
    const runId = runToStop(runs);
    if (runId === undefined) return;
    try {
      await runs.cancel(runId);
    } catch (error) {
      notify({
        id: 'run-cancel',
        kind: 'error',
        title: t.runNotStopped,
        description: describeProblem(error),
      });
    }
  };

  const runTo = (nodeIds: readonly string[]) => void start({ targetNodeIds: [...nodeIds] });
  return {
    starting,
    question,
    canRun: () => session.store.getGraph().nodes.length > 0,
    runAll: () => void start({}),
    runOrStop: () => void (runToStop(runs) === undefined ? start({}) : cancel()),
    runSelected: () => runTo(selectedTargets(session)),
    runTo,
    repeatRun: (targets) => void start(targets.length === 0 ? {} : { targetNodeIds: [...targets] }),
    runItem: (nodeId, { values, picked }) =>
      start(
        { targetNodeIds: [nodeId], inputOverrides: { [nodeId]: values } },
        Object.keys(picked).length === 0 ? null : (graph) => withPickedItems(graph, nodeId, picked),
      ),
    runOnScreen: () => void startOnScreen(),
    cancel: () => void cancel(),
  };
}

/** The selected nodes and what ends the selected groups; without either what ends the group that is open. */
function selectedTargets(session: EditorSession): string[] {
  const { store, groups } = session;
  const nodes = [...store.selectedNodes];
  const isOnlyNodes = nodes.length > 0 && groups.selected().length === 0;
  return isOnlyNodes ? nodes : [...nodes, ...groupTargets(session, targetGroups(session))];
}

/** What a start will take. @throws DeskError */
async function estimateOf(session: EditorSession, request: StartRequest): Promise<RunEstimate> {
  const { connectionId } = session.ports;
  const { kinds } = await callDesk('getRunSamples', { params: { connectionId } });
  const graph = session.store.getGraph();
  const { runs, paid, targetNodeIds } = session.outlook.current();
  const targets = request.targetNodeIds ?? targetNodeIds;
  const nodes = targets ? runsToward(graph, runs, targets) : runs;
  return estimateRun(graph, nodes, kinds, pricesIn(session), paid);
}

/** @returns false when it could not be saved, which was said. */
async function saveFirst(
  session: EditorSession,
  notify: RunDependencies['notify'],
  startOnScreen: () => void,
): Promise<boolean> {
  try {
    await session.store.flush();
    return true;
  } catch (error) {
    const isOffline = currentOffline(session.ports.connectionId);
    notify({
      id: START_ID,
      kind: 'error',
      ...(isOffline
        ? {
            title: t.noRunNeedsService,
            description: t.cannotReachedYourEdits,
          }
        : {
            title: t.noRunBecauseYour,
            description: describeProblem(error),
            action: { label: t.runGraphScreen, run: startOnScreen },
          }),
    });
    return false;
  }
}

/** What a run would reuse: of runs, and of previews at full size. */
const resultsOf = ({ results, table }: RunStore, { previews }: LivePreviews) => ({
  resultOf(nodeId: string, key: string | null) {
    const ran = table.resultOf(nodeId, key);
    const live = key === null || (ran !== undefined && !isStale(ran, key)) ? undefined : previews.at(key);
    return live === undefined || live.isPreview === true ? ran : live;
  },
  isReused(key: string) {
    const isReused = results.isReused(key);
    return isReused === undefined && previews.isReusable(key) ? true : isReused;
  },
  isPaid: results.isPaid,
  subscribe(listener: () => void) {
    const ends = [results.subscribe(listener), previews.subscribeAll(listener)];
    return () => {
      for (const end of ends) end();
    };
  },
});

/** The run that Stop ends: the shown one while it goes on, else the newest that does. */
function runToStop({ store }: RunStore): string | undefined {
  const { runs, order, activeId } = store.getState();
  const activeIds = order.filter((id) => {
    const run = runs[id];
    return run !== undefined && !isOver(run);
  });
  return activeIds.find((id) => id === activeId) ?? activeIds[0];
}

const goTo = (session: EditorSession, nodeId: string): NonNullable<ToastOptions['action']> => ({
  label: t.goTo(session.titleOf(nodeId)),
  run: () => session.focusNode(nodeId),
});

/** What is said of nodes that a start left out, leading to the first with a reason of its own; null when there are none. */
function noticeOf(session: EditorSession, { able, leftOut, started }: Started): ToastOptions | null {
  const { blockers } = session.outlook.get();
  const [first] = leftOut;
  if (first === undefined) {
    if (started) return null;
    return {
      title: t.noRunYouMuted,
      description: t.unmuteNodeMUnfreeze,
    };
  }
  const blocker = blockers.get(first);
  const cause = blocker?.kind === 'above' ? blocker.nodeId : first;
  const title = started ? t.nodesRun(able, session.states.runGraph().nodes.length) : t.noRunCanRun;
  const reason = session.outlook.reasonOf(cause) ?? '';
  const name = session.titleOf(cause);
  const remainingCount = leftOut.length - 1;
  // A service names the node itself.
  const named = reason.startsWith(`${name}:`) ? reason : `${name}: ${reason}`;
  const description = remainingCount === 0 ? named : t.cannotRunEither(named, remainingCount);
  return {
    kind: started ? 'plain' : 'error',
    title,
    description,
    timeout: 10_000,
    action: goTo(session, cause),
  };
}

/** The message about what cannot run goes when nothing is left of it. @returns what ends it. */
function endWithCause(session: EditorSession): () => void {
  let hadBlockers = false;
  return session.outlook.subscribe(() => {
    const hasBlockers = session.outlook.get().blockers.size > 0;
    if (hadBlockers && !hasBlockers) dismissToast(START_ID);
    hadBlockers = hasBlockers;
  });
}
