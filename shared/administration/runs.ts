import { z } from 'zod';

/** The order of the runs that wait, which the API does not show. */

/** Ids, the next one first; of all accounts of the service. */
export const PendingRuns = z.object({ runIds: z.array(z.string()) });

/** A run that has ended, whoever started it; `endpoint` is null of one that belongs to no template. */
export const TerminalRun = z.object({
  runId: z.string(),
  accountId: z.string(),
  endpoint: z.object({ templateId: z.string(), endpointId: z.string() }).nullable(),
});
export type TerminalRun = z.infer<typeof TerminalRun>;

/** Asks for those before this run; null: for the newest. */
export const TerminalRunsRequest = z.strictObject({ before: z.string().max(200).nullable() });
/** Newest first, at most 100; none: there are no more. */
export const TerminalRuns = z.object({ runs: z.array(TerminalRun) });

/** `moved`: it begins next. `begun`: it waits no more, so there is nothing to move. */
export const MoveOutcome = z.object({ outcome: z.enum(['moved', 'begun']) });
