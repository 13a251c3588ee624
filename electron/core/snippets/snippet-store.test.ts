import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_SNIPPET_LETTERS, MAX_SNIPPETS, MAX_SNIPPETS_LETTERS } from '#shared/desk/index.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { snippetStore } from './snippet-store.ts';

const AT = '2026-01-01T00:00:00.000Z';
const draft = (name: string, clip = '{}') => ({ name, clip, types: ['image/blur'], nodeCount: 1 });

async function open(path = join(temporaryFolder(), 'snippets.json')) {
  const quarantined: boolean[] = [];
  const store = snippetStore(
    path,
    () => 0,
    (isReadable) => quarantined.push(isReadable),
  );
  await store.load();
  return { path, store, quarantined, names: () => store.list().map(({ name }) => name) };
}

/** One that was closed with so many; each one that is made writes all of them anew. */
async function openWith(count: number, clip: string) {
  const { path, store } = await open();
  const one = await store.create(draft('s', clip), AT);
  const snippets = Array.from({ length: count }, (_, index) => ({ ...one, clip, id: `s${index}` }));
  writeFileSync(path, JSON.stringify({ version: 1, snippets }));
  return open(path);
}

test('snippets are listed by name, renamed, deleted, and there after a restart', async () => {
  const { path, store, names } = await open();
  const glow = await store.create(draft('Glow'), AT);
  const [edge] = await Promise.all([store.create(draft('Edge'), AT), store.create(draft('Tint'), AT)]);
  expect(names()).toEqual(['Edge', 'Glow', 'Tint']);
  await store.rename(glow.id, 'Aura');
  await store.remove(edge.id);
  await store.remove(edge.id);
  await expect(store.rename(edge.id, 'Back')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const again = await open(path);
  expect(again.store.list()).toEqual(store.list());
  expect(again.names()).toEqual(['Aura', 'Tint']);
});

test('there is an end to their number and to their size', async () => {
  const many = await openWith(MAX_SNIPPETS - 1, '{}');
  await many.store.create(draft('last'), AT);
  await expect(many.store.create(draft('more'), AT)).rejects.toThrow('no room for another snippet');
  expect(many.names()).toHaveLength(MAX_SNIPPETS);

  const clip = ' '.repeat(MAX_SNIPPET_LETTERS);
  const large = await openWith(MAX_SNIPPETS_LETTERS / MAX_SNIPPET_LETTERS - 1, clip);
  await large.store.create(draft('last', clip), AT);
  await expect(large.store.create(draft('more'), AT)).rejects.toThrow('no room for another snippet');
});

test('of a damaged file the last good copy is used; without one the list begins anew, and the file is kept', async () => {
  const { path, store } = await open();
  await store.create(draft('Glow'), AT);
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 40));
  const second = await open(path);
  expect([second.names(), second.quarantined]).toEqual([['Glow'], [true]]);

  for (const file of [path, `${path}.last-good`]) writeFileSync(file, '{"version":1,"snippets":7}');
  const third = await open(path);
  expect([third.names(), third.quarantined]).toEqual([[], [false]]);
  expect(readdirSync(dirname(path)).filter((name) => name.includes('.broken-')).length).toBeGreaterThan(0);
});

test('a snippet that cannot be written is not listed', async () => {
  const { path, store, names } = await open();
  await store.create(draft('Glow'), AT);
  // Nothing can be written below a file.
  rmSync(dirname(path), { recursive: true });
  writeFileSync(dirname(path), '');
  await expect(store.create(draft('Edge'), AT)).rejects.toThrow(/ENOTDIR|EEXIST|ENOENT/);
  expect(names()).toEqual(['Glow']);
});
