import type { EditableInputValue } from '#shared/api/schemas/index.ts';
import type { GraphConnection, GraphNode } from '#shared/graph/index.ts';

/** The words in which sample graphs are written. */

type Simple = string | number | boolean;

const valueOf = (value: Simple): EditableInputValue => ({
  type: typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'boolean',
  value,
});

/** A node at a place, with plain values set. */
export const node = (
  id: string,
  type: string,
  title: string,
  [x, y]: [number, number],
  inputs: Record<string, Simple> = {},
): GraphNode => ({
  id,
  type,
  title,
  position: { x, y },
  inputs: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, valueOf(value)])),
});

/** A wire between `node.pin` and `node.pin`. */
export const wire = (from: string, to: string): GraphConnection => {
  const end = (text: string): [string, string] => {
    const [id, pin] = text.split('.') as [string, string];
    return [id, pin];
  };
  return { from: end(from), to: end(to) };
};

/** A node that brings a picture into a graph. @param file id of the picture's file. */
export const photoNode = (
  id: string,
  title: string,
  location: [number, number],
  file: string,
): GraphNode => ({
  ...node(id, 'input/image', title, location),
  inputs: { file: { type: 'file', value: file } },
});
