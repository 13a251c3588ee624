import type { CanvasOperation } from '#shared/canvas/operations.ts';

/** What undo or redo of one step came to, in operations; skipped is what others have changed since. */
export interface StepOutcome {
  label: string;
  applied: number;
  skipped: number;
  /** Ids of the nodes that it changed; some may be gone. */
  touched: readonly string[];
  /** The canvas items that it changed; some may be gone. */
  items: readonly Pick<CanvasOperation, 'kind' | 'id'>[];
}
