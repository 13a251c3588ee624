import { z } from 'zod';

/** The order of the runs that wait, which the API does not show. */

/** Ids, the next one first; of all accounts of the service. */
export const WaitingRuns = z.object({ runIds: z.array(z.string()) });

/** `moved`: it begins next. `begun`: it waits no more, so there is nothing to move. */
export const MoveOutcome = z.object({ outcome: z.enum(['moved', 'begun']) });
