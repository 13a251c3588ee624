import { z } from 'zod';

/** A model was asked, and nobody knows whether it answered: it may have charged. Such a call is not repeated by itself. */

/** The error code of a node whose call was under way when the service ended. */
export const PERHAPS_CHARGED = 'PERHAPS_CHARGED';

/** The kind of charge under which such calls stand in what a project spent; they are in no sum. */
export const PERHAPS_CHARGED_TYPE = 'perhaps_charged';

/**
 * Under `perhapsCharged` in the error of a run and in the data of `node.failed`. Lenient: what a service of another
 * version leaves out is not known.
 */
const PerhapsCharged = z.object({
  provider: z.string().catch(''),
  model: z.string().catch(''),
  /** The price that was set for one call; `0` where none is set. */
  microcredits: z.string().regex(/^\d+$/).catch('0'),
});
export type PerhapsCharged = z.infer<typeof PerhapsCharged>;

/**
 * What may have been charged.
 * @param data of a `node.failed` event, or the error of a run.
 * @returns null where nothing may have been.
 */
export function perhapsChargedOf(data: unknown): PerhapsCharged | null {
  const found = (data as { perhapsCharged?: unknown } | null | undefined)?.perhapsCharged;
  const read = PerhapsCharged.safeParse(found);
  return read.success ? read.data : null;
}
