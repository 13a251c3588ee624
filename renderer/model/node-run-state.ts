import { z } from 'zod';
import { RunOutput } from '#shared/api/index.ts';

/** What the newest run did to one node. Lives outside the document: undo never captures it. */
export const NodeRunState = z.object({
  phase: z.enum(['waiting', 'running', 'done', 'reused', 'failed', 'canceled']),
  /** 0 to 1, when the node reports it. */
  progress: z.number().nullable(),
  message: z.string().nullable(),
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
