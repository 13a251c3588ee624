import { z } from 'zod';
import { RunOutput } from '#shared/api/index.ts';

/** How far a run is with one node; the ends are called as the service calls them. */
export const NodePhase = z.enum(['waiting', 'running', 'succeeded', 'cached', 'failed', 'canceled']);
export type NodePhase = z.infer<typeof NodePhase>;

/** Phases that a node does not leave. */
const TERMINAL_PHASES: ReadonlySet<NodePhase> = new Set<NodePhase>([
  'succeeded',
  'cached',
  'failed',
  'canceled',
]);
export const isTerminalPhase = (phase: NodePhase): boolean => TERMINAL_PHASES.has(phase);

/** What people read of a phase. */
export const phaseLabels: Record<NodePhase, string> = {
  waiting: 'waiting',
  running: 'running',
  succeeded: 'done',
  cached: 'reused',
  failed: 'failed',
  canceled: 'not run',
};

/** The same where there is room to say more. */
export const describePhase = (phase: NodePhase): string =>
  phase === 'cached' ? 'reused from the last run' : phaseLabels[phase];

/** What the newest run did to one node. Lives outside the document: undo never captures it. */
export const NodeRunState = z.object({
  phase: NodePhase,
  /** 0 to 1, when the node reports it. */
  progress: z.number().nullable(),
  message: z.string().nullable(),
  /** Why it failed, as the service names it; missing in what was saved by earlier versions. */
  code: z.string().nullable().optional(),
  /** By output pin, once finished. File outputs carry a `fileId` that the media route can show. */
  outputs: z.record(z.string(), RunOutput).nullable(),
});
export type NodeRunState = z.infer<typeof NodeRunState>;

/** Run state by node, with one listener list per node: a run update wakes one node, never the canvas. */
export interface NodeRunTable {
  get(nodeId: string): NodeRunState | undefined;
  /** @returns a function that ends the subscription. */
  subscribe(nodeId: string, listener: () => void): () => void;
  /** Called with the id of each node that changed, or null when all did (a new run began). */
  subscribeAll(listener: (nodeId: string | null) => void): () => void;
}
