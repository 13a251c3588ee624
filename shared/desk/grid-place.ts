import type { Batch, BatchItem } from './batch-schemas.ts';
import { shortInputName } from './input-name.ts';

type Named = Pick<Batch, 'layout' | 'fields'>;

/** What the values of an axis are of: `Radius`, or `Sun · Radius` where two axes have inputs of one name. */
export function axisName({ layout, fields }: Named, axis: number): string {
  const names = (layout?.axes ?? []).map(({ field }) => fields[field]?.label ?? '');
  const label = names[axis] ?? '';
  const short = shortInputName(label);
  return names.some((name, at) => at !== axis && shortInputName(name) === short) ? label : short;
}

/** `Strength 0.5, Seed 7`: the values that make an item of a grid what it is; empty of a table. */
export function coordinatesText(batch: Named, item: Pick<BatchItem, 'place'>): string {
  return (batch.layout?.axes ?? [])
    .map(({ labels }, axis) => `${axisName(batch, axis)} ${labels[item.place[axis] ?? 0] ?? ''}`.trim())
    .join(', ');
}

/** `blue, 3`: the same without the names of the axes, for names of files. */
export const valuesText = ({ layout }: Pick<Batch, 'layout'>, { place }: Pick<BatchItem, 'place'>): string =>
  (layout?.axes ?? []).flatMap(({ labels }, axis) => labels[place[axis] ?? 0]?.trim() || []).join(', ');
