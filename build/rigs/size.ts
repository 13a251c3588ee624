/**
 * How much a rig plays in the test commands: `npm run test:long` all of it, `npm run test:slice` a fixed part, which ends
 * in minutes on a busy machine. Each rig's own command plays as much as it is asked for.
 */
export const isSlice = process.env['PATCHBAY_RIGS'] === 'slice';

/** @returns the count for this run. */
export const rigSize = (counts: { long: number; slice: number }): number =>
  isSlice ? counts.slice : counts.long;

/** @returns how often a kill rig kills: `PATCHBAY_KILLS` where it is set, else the count for this run. */
export const killCount = (counts: { long: number; slice: number }): number =>
  Number(process.env['PATCHBAY_KILLS'] ?? rigSize(counts));
