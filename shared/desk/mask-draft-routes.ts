import { z } from 'zod';
import { route } from './route.ts';

/** Masks that were drawn and are not saved to their project yet, on this computer: one for an input of a node. */

/** Letters of a mask as base64: 12 MB of PNG. */
const MAX_MASK_LETTERS = 16_000_000;
/** Most masks that are kept; the oldest go first. */
export const MAX_MASK_DRAFTS = 40;

const Png = z
  .string()
  .max(MAX_MASK_LETTERS, 'This mask is too large to be kept on this computer. Save it.')
  .regex(/^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/);

export const MaskDraft = z.object({ png: Png, savedAt: z.string() });
export type MaskDraft = z.infer<typeof MaskDraft>;

const draft = '/desk/mask-drafts/{connectionId}/{projectId}/{nodeId}/{input}' as const;

export const maskDraftRoutes = {
  readMaskDraft: route('GET', draft, { response: z.object({ draft: MaskDraft.nullable() }) }),
  /** Answers when it is on the disk. */
  writeMaskDraft: route('PUT', draft, { body: z.strictObject({ png: Png }) }),
  removeMaskDraft: route('DELETE', draft),
} as const;
