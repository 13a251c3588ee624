import type { Batch, RunRecord } from '#shared/desk/index.ts';

/** Whose queue is shown, and where its items lead. */
export interface QueuePageProps {
  connectionId: string;
  connectionName: string;
  /** Opens the project or template of a run. */
  onOpenRun: (run: RunRecord) => void;
  onShowResults: (run: RunRecord) => void;
  onOpenBatch: (batch: Batch) => void;
}
