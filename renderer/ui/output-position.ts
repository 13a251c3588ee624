import type { OutputBatch } from '#shared/desk/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.ui.outputPosition;

/** What tells a result of a grid or batch from the others of it: `Radius 30`, or `Row 12`; empty where nothing does. */
export function positionLabel(batch: Pick<OutputBatch, 'place' | 'row'> | null): string {
  if (batch === null) return '';
  if (batch.place !== '') return batch.place;
  return batch.row === null ? '' : t.row(batch.row);
}

/** `Grid “Blur radii”`: what made a result. */
export function batchLabel({ kind, name }: Pick<OutputBatch, 'kind' | 'name'>): string {
  if (kind === null || name === null) return t.deleted;
  return kind === 'grid' ? t.grid(name) : t.batch(name);
}
