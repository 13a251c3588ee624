import { z } from 'zod';

/** The order of the runs that wait, which the API does not show. */

/** Ids, the next one first; of all accounts of the service. */
export const PendingRuns = z.object({ runIds: z.array(z.string()) });

/** A run that somebody started by the key of an endpoint, and that has ended. */
export const EndpointRun = z.object({ runId: z.string(), templateId: z.string(), endpointId: z.string() });
export type EndpointRun = z.infer<typeof EndpointRun>;

/** Asks for those before this run; null: for the newest. */
export const EndpointRunsRequest = z.strictObject({ before: z.string().max(200).nullable() });
/** Newest first, at most 100; none: there are no more. */
export const EndpointRuns = z.object({ runs: z.array(EndpointRun) });

/** `moved`: it begins next. `begun`: it waits no more, so there is nothing to move. */
export const MoveOutcome = z.object({ outcome: z.enum(['moved', 'begun']) });
