import { expect, it, vi } from 'vitest';
import { endpoints, type ApiClient } from '#shared/api/index.ts';
import { Catalogue } from './catalogue.ts';

it('knows the pins of a node just made before it has read all the others', async () => {
  const others = Promise.withResolvers<void>();
  const asked: string[] = [];
  const call = async (
    endpoint: { id: string },
    args: { params?: Record<string, string> },
  ): Promise<unknown> => {
    if (endpoint.id === endpoints.nodeTypes.list.id) {
      return { data: ['a/one', 'a/two', 'a/three'].map((type) => ({ type, title: type })), hasMore: false };
    }
    const type = args.params?.['node_type'] ?? '';
    asked.push(type);
    if (asked.length <= 3) await others.promise;
    return { type, title: type, inputs: [{ name: 'in', type: 'text' }], outputs: [] };
  };
  const catalogue = new Catalogue(((endpoint: { id: string }, args: object) =>
    call(endpoint, args)) as unknown as ApiClient);
  const all = catalogue.loadAll();
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  catalogue.want('a/two');
  catalogue.want('a/two');
  await vi.waitFor(() => expect(catalogue.pinsOf('a/two')?.inputs).toHaveLength(1));
  expect(catalogue.pinsOf('a/one')).toBeUndefined();
  expect(asked).toHaveLength(4);
  others.resolve();
  await all;
  expect(catalogue.pinsOf('a/one')?.inputs).toHaveLength(1);
});
