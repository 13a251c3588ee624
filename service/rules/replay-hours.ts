/** Hours for which an answer can be given again under its `Idempotency-Key`. */
export const REPLAY_HOURS = 24;
