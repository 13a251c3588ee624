/** Requests to save a document. */

/** What is to be in the place of a document. The same key again is the same request. */
export interface DocumentRequest<D> {
  key: string;
  expectedVersion: number;
  document: D;
  /** What was done since the request before, as undo calls it. */
  steps?: readonly string[];
}

/** A request to save of which nobody knows yet whether the service has taken it. */
export interface SentRequest<D> {
  /** The document that its changes were made on. */
  before: D;
  request: DocumentRequest<D>;
}

/** A request of a window that is gone, and what the service says became of it. */
export interface UncertainRequest<D> extends SentRequest<D> {
  outcome: 'unknown' | 'taken' | 'not-taken';
}
