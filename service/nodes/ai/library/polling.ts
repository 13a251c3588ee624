/** Milliseconds between questions how far a job is, and until nobody asks any more: a job is followed later then. */
export const POLL_MS = 1000;
export const POLL_LIMIT_MS = 25 * 60_000;
