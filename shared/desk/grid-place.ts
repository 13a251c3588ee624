import type { Batch, BatchItem } from './batch-schemas.ts';

/** `Strength 0.5, Seed 7`: the values that make an item of a grid what it is; empty of a table. */
export function placeText(
  { layout, fields }: Pick<Batch, 'layout' | 'fields'>,
  item: Pick<BatchItem, 'place'>,
): string {
  return (layout?.axes ?? [])
    .map(({ field, labels }, axis) =>
      `${fields[field]?.label ?? ''} ${labels[item.place[axis] ?? 0] ?? ''}`.trim(),
    )
    .join(', ');
}
