/** The name of the last event of a stream whose key was revoked or expired. Its data is the error; it is no event of a run. */
export const STREAM_REJECTED = 'rejected';
