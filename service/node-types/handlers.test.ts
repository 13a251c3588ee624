import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestService } from '#service/acceptance/harness.ts';
import { saveProvider } from '#service/providers/providers.ts';
import { removeProvider } from '#service/providers/rows.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await TestService.open('in-process');
  key = await service.newKey({ account: 'reader' });
});
afterAll(() => service.close());

const imageNode = async () => {
  const { data } = await service.ok('nodeTypes.list', { key, query: { search: 'ai/image' } });
  return data.find(({ type }) => type === 'ai/image');
};

it('a list that was written out before tells of a provider that was added, and of one that was removed', async () => {
  const missing = /No image model is connected yet/;
  expect((await imageNode())?.description).toMatch(missing);
  const { db, config, now } = service.context;
  const provider = {
    name: 'local',
    baseUrl: 'http://127.0.0.1:11434/v1',
    models: [{ kind: 'image' as const, model: 'm', price: 0n }],
    key: null,
  };
  await saveProvider(db, config.dataDirectory, now(), provider);
  expect((await imageNode())?.description).not.toMatch(missing);
  await removeProvider(db, 'local');
  expect((await imageNode())?.description).toMatch(missing);
});

it('lists with other fields, limits and searches are lists of their own', async () => {
  const types = async (query: Record<string, string | number>) =>
    (await service.ok('nodeTypes.list', { key, query })).data;
  const [whole] = await types({ limit: 1 });
  const [small] = await types({ limit: 1, fields: 'icon' });
  expect(Object.keys(small!).sort()).toEqual(['icon', 'title', 'type']);
  expect(await types({ limit: 1 })).toEqual([whole]);
  expect(await types({ limit: 2 })).toHaveLength(2);
});
