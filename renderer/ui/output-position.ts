import type { OutputBatch } from '#shared/desk/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.ui.outputPosition;

/** What tells a result of a grid or batch from the others of it: `Radius 30`, or `Row 12`; empty where nothing does. */
export function positionLabel(batch: Pick<OutputBatch, 'place' | 'row'> | null): string {
  if (batch === null) return '';
  if (batch.place !== '') return batch.place;
  return batch.row === null ? '' : t.row(batch.row);
}

/**
 * `Grid “Blur radii”`: what made a result.
 * @param startedBy who else of the account started it, as outputs say it: its name is on another computer then
 */
export function batchLabel(
  { kind, name }: Pick<OutputBatch, 'kind' | 'name'>,
  startedBy?: string | null,
): string {
  if (kind === null || name === null) {
    if (startedBy === undefined) return t.deleted;
    return startedBy === null ? t.ofSomebody : t.ofPerson(startedBy.slice(0, 100));
  }
  return kind === 'grid' ? t.grid(name) : t.batch(name);
}
