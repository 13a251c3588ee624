import type { GridLayout, NewBatchItem } from '#shared/desk/index.ts';
import type { AxisValue } from './axis-values.ts';

/** Where the items of a grid lie. An item's place is its value on each axis; its index follows from that alone. */

/** The direction in which an axis is laid out. */
export type Direction = 'columns' | 'rows' | 'pages';
export const DIRECTIONS: readonly Direction[] = ['columns', 'rows', 'pages'];

/** All combinations; the first axis changes fastest. */
export function gridItems(axes: readonly (readonly AxisValue[])[]): NewBatchItem[] {
  const total = axes.reduce((product, axis) => product * axis.length, 1);
  return Array.from({ length: total }, (_, index) => {
    const coordinates = coordinatesOf(
      index,
      axes.map((axis) => axis.length),
    );
    return { place: coordinates, values: axes.map((axis, at) => axis[coordinates[at] ?? 0]?.value ?? null) };
  });
}

/** The value on each axis of an item. @param sizes of the axes */
export function coordinatesOf(index: number, sizes: readonly number[]): number[] {
  let remaining = index;
  return sizes.map((size) => {
    const at = remaining % size;
    remaining = Math.floor(remaining / size);
    return at;
  });
}

/** The item at a place. */
export function indexOf(coordinates: readonly number[], sizes: readonly number[]): number {
  let index = 0;
  for (let at = sizes.length - 1; at >= 0; at -= 1) index = index * (sizes[at] ?? 1) + (coordinates[at] ?? 0);
  return index;
}

export const defaultLayout = (axes: GridLayout['axes']): GridLayout => ({
  axes,
  columns: 0,
  rows: axes.length > 1 ? 1 : null,
  pages: axes.length > 2 ? 2 : null,
});

/** Lays an axis in another direction; the one that lay there takes its place. */
export function turned(layout: GridLayout, direction: Direction, axis: number | null): GridLayout {
  const before = layout[direction];
  if (before === axis) return layout;
  const swapped = DIRECTIONS.find((candidate) => candidate !== direction && layout[candidate] === axis);
  return { ...layout, [direction]: axis, ...(swapped === undefined ? {} : { [swapped]: before }) };
}

/** The labels along a direction; one empty label where no axis lies there. */
export const directionLabels = (layout: GridLayout, direction: Direction): readonly string[] => {
  const axis = layout[direction];
  return axis === null ? [''] : (layout.axes[axis]?.labels ?? ['']);
};

/** The item at a position of the table that is shown. */
export function itemAt(layout: GridLayout, position: Readonly<Record<Direction, number>>): number {
  const coordinates = layout.axes.map((_, axis) => {
    const direction = DIRECTIONS.find((candidate) => layout[candidate] === axis);
    return direction === undefined ? 0 : position[direction];
  });
  return indexOf(
    coordinates,
    layout.axes.map(({ labels }) => labels.length),
  );
}
