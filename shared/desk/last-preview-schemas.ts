import { z } from 'zod';
import { RunOutput } from '../api/index.ts';
import { recordUpTo } from '../reading/index.ts';

/** Nodes of one project whose last preview is kept at most; those in view come first. */
export const MAX_LAST_PREVIEWS = 300;

/** Output pins of one node; node types have far fewer. */
const MAX_OUTPUTS = 200;

/** The last live preview of a node, as it is shown when its project is opened again. */
export const LastPreview = z.object({
  nodeId: z.string().max(400),
  /** What it follows from, see `shared/graph/node-keys.ts`. */
  key: z.string().max(400),
  /** Longest side at which it was made, in pixels. */
  side: z.number().positive().max(100_000),
  /** By how much its pictures are smaller than those of a run; missing at full size, and from earlier versions. */
  scale: z.number().positive().max(1).optional(),
  runId: z.string().max(400),
  /** By output pin. */
  outputs: recordUpTo(MAX_OUTPUTS, RunOutput, z.string().max(400)),
});
export type LastPreview = z.infer<typeof LastPreview>;

export const LastPreviews = z.object({ previews: z.array(LastPreview).max(MAX_LAST_PREVIEWS) });
export type LastPreviews = z.infer<typeof LastPreviews>;
