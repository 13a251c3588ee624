import { z } from 'zod';
import { RunOutput } from '#shared/api/index.ts';
import { words } from '#renderer/words/index.ts';
import { ItemCounts, ItemEnd } from './node-items.ts';

const t = words.model.nodeRunState;

/** How far a run is with one node; the ends are called as the service calls them. */
export const NodePhase = z.enum([
  'waiting',
  'running',
  'succeeded',
  'cached',
  'failed',
  'skipped',
  'canceled',
]);
export type NodePhase = z.infer<typeof NodePhase>;

/** Phases that a node does not leave. */
const TERMINAL_PHASES: ReadonlySet<NodePhase> = new Set<NodePhase>([
  'succeeded',
  'cached',
  'failed',
  'skipped',
  'canceled',
]);
export const isTerminalPhase = (phase: NodePhase): boolean => TERMINAL_PHASES.has(phase);

/** Phases that leave outputs. */
export const isCompleted = (phase: NodePhase): boolean => phase === 'succeeded' || phase === 'cached';

/** What people read of a phase. */
export const phaseLabels: Record<NodePhase, string> = {
  waiting: t.pending,
  running: t.running,
  succeeded: t.complete,
  cached: t.reused,
  failed: t.failed,
  skipped: t.skipped,
  canceled: t.notRun,
};

/** The same where there is room to say more. */
export const describePhase = (phase: NodePhase): string =>
  phase === 'cached' ? t.reusedFromLastRun : phaseLabels[phase];

/** What the newest run did to one node. Lives outside the document: undo never captures it. */
export const NodeRunState = z.object({
  phase: NodePhase,
  /** 0 to 1, when the node reports it. */
  progress: z.number().nullable(),
  message: z.string().nullable(),
  /** Why it failed, as the service names it; missing in what was saved by earlier versions. */
  code: z.string().nullable().optional(),
  /** Set where a model may have charged though nothing came of it: its price, in microcredits. */
  perhapsCharged: z.string().nullable().optional(),
  /** By output pin, once finished. File outputs carry a `fileId` that the media route can show. */
  outputs: z.record(z.string(), RunOutput).nullable(),
  /** Of a node that runs for each item of a list: how many there are, and how some of them ended. */
  items: ItemCounts.nullable().optional(),
  ends: z.array(ItemEnd).optional(),
  /** From what the outputs follow, see `shared/graph/node-keys.ts`; null where nobody said. */
  key: z.string().nullable().default(null),
  /** Whether another run would take the outputs instead of making them; null where the service does not say. */
  reusable: z.boolean().nullable().default(null),
  /** ISO time; missing where it is not said. */
  startedAt: z.string().nullable().optional(),
  /** What it took, once finished. Milliseconds. */
  durationMs: z.number().nullable().optional(),
});
export type NodeRunState = z.infer<typeof NodeRunState>;

/** Outputs of a node, with the run that made them. */
export interface NodeResult {
  runId: string;
  outputs: NonNullable<NodeRunState['outputs']>;
  key: string | null;
  /** Of a node that ran for each item of a list. */
  items?: NodeRunState['items'];
  ends?: NodeRunState['ends'];
  /** Made at preview size: its pictures are smaller than those of a run. */
  isPreview?: boolean;
  /** By how much they are smaller, above 0 and below 1; missing where they are not, or nobody said. */
  scale?: number;
}

/** Whether the graph has outgrown a result: it was made at another key than the node has now. */
export const isStale = (result: Pick<NodeResult, 'key'> | undefined, key: string | null): boolean =>
  result !== undefined && result.key !== null && key !== null && result.key !== key;

/** Run state by node, with one listener list per node: a run update wakes one node, never the canvas. */
export interface NodeRunTable {
  get(nodeId: string): NodeRunState | undefined;
  /**
   * What to show of a node whose key is `key` now: of the shown run, else, while that is the newest, what an earlier run
   * made; before both what was made at this very key.
   */
  resultOf(nodeId: string, key: string | null): NodeResult | undefined;
  /** Whether what earlier runs made is still being looked up: nothing is said yet of a node without a result. */
  isLoading?(): boolean;
  /** Called also when the reading ends. @returns a function that ends the subscription. */
  subscribe(nodeId: string, listener: () => void): () => void;
  /** Called with the id of each node that changed, or null when all did (a new run began). */
  subscribeAll(listener: (nodeId: string | null) => void): () => void;
}
