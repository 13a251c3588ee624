/** What is to be in the place of a document. The same key again is the same request. */
export interface DocumentRequest<D> {
  key: string;
  expectedVersion: number;
  document: D;
  /** What was done since the request before, as undo calls it. */
  steps?: readonly string[];
}
