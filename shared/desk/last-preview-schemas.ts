import { z } from 'zod';
import { RunOutput } from '../api/index.ts';

/** Nodes of one project whose last preview is kept at most; those in view come first. */
export const MAX_LAST_PREVIEWS = 300;

/** The last live preview of a node, as it is shown when its project is opened again. */
export const LastPreview = z.object({
  nodeId: z.string().max(400),
  /** What it follows from, see `shared/graph/node-keys.ts`. */
  key: z.string().max(400),
  /** Longest side at which it was made, in pixels. */
  side: z.number().positive().max(100_000),
  runId: z.string().max(400),
  /** By output pin. */
  outputs: z.record(z.string().max(400), RunOutput),
});
export type LastPreview = z.infer<typeof LastPreview>;

export const LastPreviews = z.object({ previews: z.array(LastPreview).max(MAX_LAST_PREVIEWS) });
export type LastPreviews = z.infer<typeof LastPreviews>;
