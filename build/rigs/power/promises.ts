import { z } from 'zod';

/** What the workload was told by the app and its service; none of it may be missing after a power cut. */
export const PowerPromise = z.discriminatedUnion('kind', [
  /** The journal answered: the edit adds the node `nodeId`. */
  z.object({ kind: z.literal('journaled'), projectId: z.string(), nodeId: z.string() }),
  /** The service answered: its document has the nodes at this version. */
  z.object({
    kind: z.literal('saved'),
    projectId: z.string(),
    version: z.int(),
    nodeIds: z.array(z.string()),
  }),
  z.object({ kind: z.literal('settings'), theme: z.string() }),
  z.object({ kind: z.literal('connection'), name: z.string() }),
  z.object({ kind: z.literal('version'), projectId: z.string(), id: z.string() }),
  z.object({ kind: z.literal('file'), fileId: z.string(), sha256: z.string() }),
  z.object({ kind: z.literal('part'), uploadId: z.string(), partNumber: z.int(), sha256: z.string() }),
  z.object({ kind: z.literal('run'), runId: z.string() }),
]);
export type PowerPromise = z.infer<typeof PowerPromise>;
