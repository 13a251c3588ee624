import type { OutputBatch } from './library-schemas.ts';

/** What tells a result of a grid or batch from the others of it: `Radius 30`, or `Row 12`; empty where nothing does. */
export function outputPosition(batch: Pick<OutputBatch, 'place' | 'row'> | null): string {
  if (batch === null) return '';
  if (batch.place !== '') return batch.place;
  return batch.row === null ? '' : `Row ${batch.row}`;
}

/** `Grid “Blur radii”`: what made a result, for people. */
export function outputBatchName({ kind, name }: Pick<OutputBatch, 'kind' | 'name'>): string {
  if (kind === null || name === null) return 'A deleted grid or batch';
  return `${kind === 'grid' ? 'Grid' : 'Batch'} “${name}”`;
}
