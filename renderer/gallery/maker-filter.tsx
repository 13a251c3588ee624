import type { ReactElement } from 'react';
import { type OutputFacets } from '#shared/desk/index.ts';
import { batchLabel, Select } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { GalleryFilters } from './filters.ts';

const t = words.gallery.makerFilter;

const groups = {
  runs: t.singleRuns,
  grids: t.grids,
  tables: t.batches,
  deleted: t.deletedGridsBatches,
};
const isGroup = (value: string): value is keyof typeof groups => Object.hasOwn(groups, value);

/** Narrows outputs by what made them: runs of their own, all grids, all batches, or one by its name. */
export function OriginFilter({
  madeBy: creator,
  onCreator,
  batches,
}: {
  madeBy: GalleryFilters['madeBy'];
  onCreator: (createdBy: GalleryFilters['madeBy']) => void;
  batches: OutputFacets['batches'];
}): ReactElement | null {
  const selectedBatch = typeof creator === 'string' || creator === null ? null : creator;
  const existing = batches.filter(({ kind }) => kind !== null);
  // One that was chosen elsewhere may be too old to be listed.
  const named =
    selectedBatch === null || existing.some(({ id }) => id === selectedBatch.id)
      ? existing
      : [selectedBatch, ...existing];
  if (batches.length === 0 && creator === null) return null;
  const kinds = new Set(batches.map(({ kind }) => kind));
  const visible: Record<keyof typeof groups, boolean> = {
    runs: true,
    grids: kinds.has('grid'),
    tables: kinds.has('table'),
    deleted: kinds.has(null),
  };
  return (
    <Select
      label={t.createdBy}
      hideLabel
      value={typeof creator === 'string' ? creator : (selectedBatch?.id ?? '')}
      options={[
        { value: '', label: t.createdAll },
        ...Object.entries(groups).flatMap(([value, label]) =>
          isGroup(value) && (visible[value] || creator === value) ? [{ value, label }] : [],
        ),
        ...named.map((batch) => ({ value: batch.id, label: batchLabel(batch).slice(0, 60) })),
      ]}
      onValueChange={(value) =>
        onCreator(isGroup(value) ? value : (named.find(({ id }) => id === value) ?? null))
      }
    />
  );
}
