/** Hours for which a response can be given again under its `Idempotency-Key`. */
export const REPLAY_HOURS = 24;
