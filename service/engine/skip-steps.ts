import { NODE_SKIPPED } from '#shared/api/schemas/runs.ts';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ActiveRun } from './active-run.ts';
import type { NodeResultsDependencies } from './node-results.ts';
import type { RunStep } from './plan.ts';

/** Nodes whose skipping is written at once. */
const SKIPS_PER_CHUNK = 100;

/** Stores that nodes are not run, as the one that decides took nothing of them. In pieces: there may be thousands. */
export async function skipSteps(
  { claims, store, hub }: Pick<NodeResultsDependencies, 'claims' | 'store' | 'hub'>,
  run: ActiveRun,
  steps: readonly RunStep[],
  selector: RunStep,
): Promise<void> {
  const unreported = steps.filter(({ node }) => !run.reportedSkips.has(node.id));
  const message = `Not run: ${run.titleOf(selector)} takes another branch.`;
  for (let at = 0; at < unreported.length; at += SKIPS_PER_CHUNK) {
    const write = async (): Promise<void> => {
      for (const { node } of unreported.slice(at, at + SKIPS_PER_CHUNK)) {
        await store.nodes.finish(run.id, { nodeId: node.id, item: '' }, 'skipped', null);
        const data = { code: NODE_SKIPPED, nodeType: node.type, selectedBy: selector.node.id };
        await store.events.append(run.id, { type: 'log', nodeId: node.id, message, data });
      }
    };
    if (at > 0) await yieldToEventLoop();
    await claims.write(run.claim, write, { relaxed: true });
  }
  if (unreported.length > 0) hub.changed(run.id);
}
