import type { NodeCatalog } from '#shared/graph/types.ts';
import type { Catalog } from '#renderer/editor/model/catalog.ts';

const pins = {
  inputs: [
    { name: 'image', type: 'image' },
    { name: 'sigma', type: 'number(0..100)', default: 8 },
  ],
  outputs: [{ name: 'image', type: 'image' }],
};

/** A catalog in which every node is a blur, for graphs of which only the size counts. */
export const blurCatalog = {
  pinsOf: () => pins,
  find: (type: string) => ({ summary: { type, title: type, source: 'built-in' }, pins }),
  subscribe: () => () => undefined,
} satisfies NodeCatalog & Pick<Catalog, 'find' | 'subscribe'>;
