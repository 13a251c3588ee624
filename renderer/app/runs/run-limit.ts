import { estimateRun, exceedsLimit, runsToward } from '#shared/desk/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { estimateLines } from '#renderer/ui/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import type { StartRequest } from '#renderer/runs/index.ts';
import { pricesIn } from './use-run-estimate.ts';

/** What a person is asked before a run above their limit. */
export interface LimitQuestion {
  /** The estimate, in lines. */
  lines: readonly string[];
  /** Microcredits. */
  limit: number;
  confirm: () => void;
}

/**
 * Looks whether a run needs a yes first.
 * @returns null when it may start. @throws what reading the settings or the samples throws
 */
export async function limitQuestion(
  session: EditorSession,
  request: StartRequest,
): Promise<Omit<LimitQuestion, 'confirm'> | null> {
  const { connectionId } = session.ports;
  const { runLimits } = await callDesk('getSettings', {});
  const limit = runLimits[connectionId];
  if (limit === undefined) return null;
  const { kinds } = await callDesk('getRunSamples', { params: { connectionId } });
  const graph = session.store.getGraph();
  const { runs, targetNodeIds } = session.outlook.now();
  const targets = request.targetNodeIds ?? targetNodeIds;
  const nodes = targets ? runsToward(graph, runs, targets) : runs;
  const estimate = estimateRun(graph, nodes, kinds, pricesIn(session));
  return exceedsLimit(estimate, limit) ? { lines: estimateLines(estimate), limit } : null;
}
