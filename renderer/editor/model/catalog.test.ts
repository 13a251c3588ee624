import { expect, it, vi } from 'vitest';
import { endpoints, type ApiClient } from '#shared/api/index.ts';
import { Catalog } from './catalog.ts';

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
  const catalog = new Catalog(((endpoint: { id: string }, args: object) =>
    call(endpoint, args)) as unknown as ApiClient);
  const all = catalog.loadAll();
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  catalog.request('a/two');
  catalog.request('a/two');
  await vi.waitFor(() => expect(catalog.pinsOf('a/two')?.inputs).toHaveLength(1));
  expect(catalog.pinsOf('a/one')).toBeUndefined();
  expect(asked).toHaveLength(4);
  others.resolve();
  await all;
  expect(catalog.pinsOf('a/one')?.inputs).toHaveLength(1);
});

it('reads anew who answers a type, and its defaults with it, when that has changed', async () => {
  let model = 'words-1';
  const asked: string[] = [];
  const call = async (
    endpoint: { id: string },
    args: { params?: Record<string, string> },
  ): Promise<unknown> => {
    const summary = (type: string) => ({
      type,
      title: type,
      source: type === 'ai/text' ? `built-in?acme=${model}` : 'built-in',
    });
    if (endpoint.id === endpoints.nodeTypes.list.id) {
      return { data: ['ai/text', 'a/one'].map(summary), hasMore: false };
    }
    const type = args.params?.['node_type'] ?? '';
    asked.push(type);
    return { ...summary(type), inputs: [{ name: 'model', type: 'text', default: model }], outputs: [] };
  };
  const catalog = new Catalog(((endpoint: { id: string }, args: object) =>
    call(endpoint, args)) as unknown as ApiClient);
  await catalog.loadAll();
  const before = catalog.revision;
  await catalog.refresh();
  expect([catalog.revision, asked]).toEqual([before, ['a/one', 'ai/text']]);
  model = 'words-2';
  const changed: string[] = [];
  catalog.subscribe((types) => changed.push(...types));
  await catalog.refresh();
  expect(changed).toEqual(['ai/text']);
  expect(asked).toEqual(['a/one', 'ai/text', 'ai/text']);
  expect(catalog.find('ai/text')).toMatchObject({
    summary: { source: 'built-in?acme=words-2' },
    pins: { inputs: [{ default: 'words-2' }] },
  });
});

it('says of a type that a document uses nothing again when the whole list tells the same', async () => {
  let title = 'One';
  const call = (endpoint: { id: string }, args: { params?: Record<string, string> }): unknown => {
    if (endpoint.id === endpoints.nodeTypes.list.id) {
      return {
        data: [
          { type: 'a/one', title },
          { type: 'a/two', title: 'Two' },
        ],
        hasMore: false,
      };
    }
    const type = args.params?.['node_type'] ?? '';
    return { type, title: type === 'a/one' ? 'One' : 'Two', inputs: [], outputs: [] };
  };
  const open = async () => {
    const catalog = new Catalog(((endpoint: { id: string }, args: object) =>
      Promise.resolve(call(endpoint, args))) as unknown as ApiClient);
    await catalog.loadTypes(['a/one']);
    const changed: string[] = [];
    catalog.subscribe((types) => changed.push(...types));
    await catalog.loadAll();
    expect(catalog.loaded).toBe(true);
    return { catalog, changed };
  };
  // A large document would be laid out a second time for it.
  expect((await open()).changed).not.toContain('a/one');
  title = 'First';
  const other = await open();
  expect(other.changed).toContain('a/one');
  expect(other.catalog.find('a/one')?.summary.title).toBe('First');
});

it('reads many types in one answer, and by themselves those that are not in it', async () => {
  const asked: string[] = [];
  const call = async (
    endpoint: { id: string },
    args: { params?: Record<string, string> },
  ): Promise<unknown> => {
    if (endpoint.id === endpoints.nodeTypes.list.id) {
      return { data: ['a/one', 'a/two', 'a/three', 'a/gone'].map((type) => ({ type, title: type })) };
    }
    const type = args.params?.['node_type'] ?? '';
    asked.push(type);
    return { type, title: type, inputs: [{ name: 'alone', type: 'text' }], outputs: [] };
  };
  const together: string[][] = [];
  const catalog = new Catalog(
    ((endpoint: { id: string }, args: object) => call(endpoint, args)) as unknown as ApiClient,
    (types) => {
      together.push([...types]);
      const described = types
        .filter((type) => type !== 'a/three' && type !== 'a/gone')
        .map((type) => ({ type, title: type, inputs: [{ name: 'together', type: 'text' }], outputs: [] }));
      return Promise.resolve({ described, missing: types.filter((type) => type === 'a/gone') });
    },
  );
  await catalog.loadAll();
  expect(together).toEqual([['a/one', 'a/two', 'a/three', 'a/gone']]);
  expect(asked).toEqual(['a/three']);
  expect(catalog.pinsOf('a/one')?.inputs).toMatchObject([{ name: 'together' }]);
  expect(catalog.pinsOf('a/three')?.inputs).toMatchObject([{ name: 'alone' }]);
  expect(catalog.isMissing('a/gone')).toBe(true);
});

it('reads types by themselves where they cannot be read together', async () => {
  const catalog = new Catalog(
    ((_: object, args: { params: Record<string, string> }) =>
      Promise.resolve({ type: args.params['node_type'], inputs: [], outputs: [] })) as unknown as ApiClient,
    () => Promise.reject(new Error('The app is of an earlier version.')),
  );
  await catalog.loadTypes(['a/one', 'a/two']);
  expect([catalog.pinsOf('a/one'), catalog.pinsOf('a/two')]).not.toContain(undefined);
});
