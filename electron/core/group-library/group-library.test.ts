import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { latestOf, MAX_GROUP_VERSIONS } from '#shared/desk/index.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { groupLibrary } from './group-library.ts';

const AT = '2026-01-01T00:00:00.000Z';
const content = (definition = '{}') => ({ definition, types: ['image/blur'], nodeCount: 1 });

async function open(folder = join(temporaryFolder(), 'groups'), maxLetters?: number) {
  const quarantined: boolean[] = [];
  const library = groupLibrary(
    folder,
    () => 0,
    (isReadable) => quarantined.push(isReadable),
    maxLetters,
  );
  await library.load();
  return { folder, library, quarantined, names: () => library.list().map(({ name }) => name) };
}

test('groups are listed by name with their versions, renamed, deleted, and there after a restart', async () => {
  const { folder, library, names } = await open();
  const sky = await library.create({ name: 'Sky', ...content('{"v":1}') }, AT);
  const edge = await library.create({ name: 'Edge', ...content() }, AT);
  const second = await library.saveVersion(sky.id, { after: 1, ...content('{"v":2}') }, AT);
  expect(second.versions.map(({ version }) => version)).toEqual([1, 2]);
  await library.rename(sky.id, 'Clouds');
  expect(names()).toEqual(['Clouds', 'Edge']);
  await library.remove(edge.id);
  await library.remove(edge.id);
  const again = await open(folder);
  expect(again.library.list()).toEqual(library.list());
  expect(again.library.definition(sky.id, 1)).toEqual({ version: 1, definition: '{"v":1}' });
  expect(again.library.definition(sky.id, 2)).toEqual({ version: 2, definition: '{"v":2}' });
  expect(() => again.library.definition(sky.id, 3)).toThrow('This version of the group is no longer');
  expect(() => again.library.definition(edge.id, 1)).toThrow('no longer in the library');
});

test('of two windows that save a further version of one group the second is told, and nothing is lost', async () => {
  const { library } = await open();
  const { id } = await library.create({ name: 'Sky', ...content() }, AT);
  const both = await Promise.allSettled([
    library.saveVersion(id, { after: 1, ...content('{"mine":1}') }, AT),
    library.saveVersion(id, { after: 1, ...content('{"theirs":1}') }, AT),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(both[1]).toMatchObject({ reason: { status: 409 } });
  expect(library.definition(id, 2).definition).toBe('{"mine":1}');
  expect(library.list()[0]!.versions).toHaveLength(2);
});

test('the oldest version goes where there are too many, and there is an end to their size together', async () => {
  const { library } = await open();
  const { id } = await library.create({ name: 'Sky', ...content() }, AT);
  for (let after = 1; after <= MAX_GROUP_VERSIONS; after += 1)
    await library.saveVersion(id, { after, ...content() }, AT);
  const [sky] = library.list();
  expect(sky!.versions).toHaveLength(MAX_GROUP_VERSIONS);
  expect(latestOf(sky!)).toBe(MAX_GROUP_VERSIONS + 1);
  expect(() => library.definition(id, 1)).toThrow('no longer in the library');

  const small = await open(undefined, 100);
  const first = await small.library.create({ name: 'L', ...content(' '.repeat(60)) }, AT);
  await expect(small.library.create({ name: 'More', ...content(' '.repeat(41)) }, AT)).rejects.toThrow(
    'no room for another',
  );
  const further = { after: 1, ...content(' '.repeat(41)) };
  await expect(small.library.saveVersion(first.id, further, AT)).rejects.toThrow('no room');
  expect(small.library.list()).toEqual([first]);
});

test('a damaged file is replaced by its last good copy; without one that group alone is gone, and the file is kept', async () => {
  const { folder, library } = await open();
  const sky = await library.create({ name: 'Sky', ...content() }, AT);
  await library.create({ name: 'Edge', ...content() }, AT);
  const path = join(folder, `${sky.id}.json`);
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 40));
  const second = await open(folder);
  expect([second.names(), second.quarantined]).toEqual([['Edge', 'Sky'], [true]]);

  for (const file of [path, `${path}.last-good`]) writeFileSync(file, '{"format":9}');
  const third = await open(folder);
  expect([third.names(), third.quarantined]).toEqual([['Edge'], [false]]);
  expect(readdirSync(folder).filter((name) => name.includes('.broken-')).length).toBeGreaterThan(0);
});

test('a version that cannot be written is not listed', async () => {
  const { folder, library } = await open();
  const { id } = await library.create({ name: 'Sky', ...content() }, AT);
  // Nothing can be written below a file.
  rmSync(dirname(folder), { recursive: true });
  writeFileSync(dirname(folder), '');
  await expect(library.saveVersion(id, { after: 1, ...content() }, AT)).rejects.toThrow(
    /ENOTDIR|EEXIST|ENOENT/,
  );
  expect(library.list()[0]!.versions).toHaveLength(1);
});
