import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Graph } from '#shared/graph/index.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createDocumentVersions, type DocumentVersions } from './document-versions.ts';
import { createVersionStore, type VersionStore } from './version-store.ts';

const graphOf = (...titles: string[]): Graph => ({
  nodes: titles.map((title, index) => ({
    id: `n${index}`,
    type: 'image/blur',
    title,
    position: { x: index * 300, y: 0 },
    inputs: { text: { type: 'string', value: `${title} `.repeat(30) } },
  })),
  connections: [],
});

function start(options: { folder?: string; limit?: number } = {}) {
  const folder = options.folder ?? temporaryFolder();
  const database = openTestDatabase(folder);
  const { clock, advance } = createTestClock();
  const log = createTestLog();
  const directory = join(folder, 'versions');
  const limits = { graphs: options.limit ?? 1e9, films: 1 };
  const documents = createDocumentVersions({ directory, database, limits, log });
  const store = createVersionStore(documents, clock);
  const files = () =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  return { folder, directory, database, store, documents, advance, log, files };
}

const keep = (store: VersionStore, version: number, graph: Graph, projectId = 'p') =>
  store.keep({ connectionId: 'local', projectId, version, reason: 'saved', graph });

const project = { connectionId: 'local', projectId: 'p' };

const list = (documents: DocumentVersions, projectId = 'p') =>
  documents.list({ ...project, projectId }).versions.map((version) => {
    if (version.kind !== 'graph') throw new Error('not a graph');
    return version;
  });

describe('keeping', () => {
  test('gives back what was saved, newest first, with what changed', async () => {
    const { store, advance, documents } = start();
    await keep(store, 1, graphOf('Photo'));
    advance(1000);
    const two = await keep(store, 2, graphOf('Photo', 'Blur'));
    expect(
      list(documents).map(({ version, nodeCount, changes }) => ({ version, nodeCount, changes })),
    ).toEqual([
      { version: 2, nodeCount: 2, changes: { added: 1, removed: 0, changed: 0, moved: 0, wires: 0 } },
      { version: 1, nodeCount: 1, changes: null },
    ]);
    expect((await store.document('local', 'p', two.id)).graph).toEqual(graphOf('Photo', 'Blur'));
    expect(list(documents)[0]?.sketch.boxes).toHaveLength(2);
  });

  test('the same document again, keys in another order, is the same version', async () => {
    const { store, files, documents } = start();
    const first = await keep(store, 1, graphOf('Photo'));
    const [node] = graphOf('Photo').nodes;
    const turned = Object.fromEntries(Object.entries(node!).reverse()) as Graph['nodes'][number];
    const again = await keep(store, 2, { nodes: [turned], connections: [] });
    expect(again.id).toBe(first.id);
    expect(list(documents)).toHaveLength(1);
    expect(files()).toHaveLength(1);
  });

  test('a document that comes back later is a version of its own on the same file', async () => {
    const { store, files, documents } = start();
    await keep(store, 1, graphOf('Photo'));
    await keep(store, 2, graphOf('Blur'));
    await keep(store, 3, graphOf('Photo'));
    expect(list(documents).map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(files()).toHaveLength(2);
    const [newest] = list(documents);
    await documents.delete(project, newest!.id);
    const [, oldest] = list(documents);
    expect((await store.document('local', 'p', oldest!.id)).graph).toEqual(graphOf('Photo'));
  });

  test('pages without gaps or repeats', async () => {
    const { store, documents } = start();
    for (let version = 1; version <= 7; version += 1) await keep(store, version, graphOf(`v${version}`));
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = documents.list(project, { cursor, limit: 3 });
      seen.push(...page.versions.map(({ version }) => version));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(() => documents.list(project, { cursor: '!' })).toThrow(/Open it again/);
  });

  test('names and keeps, and finds those alone', async () => {
    const { store, documents } = start();
    const one = await keep(store, 1, graphOf('a'));
    await keep(store, 2, graphOf('b'));
    documents.change(project, one.id, { name: 'First cut' });
    expect(documents.list(project, { namedOnly: true }).versions).toMatchObject([
      { id: one.id, name: 'First cut' },
    ]);
    documents.change(project, one.id, { name: null, keep: true });
    expect(documents.list(project, { namedOnly: true }).versions).toMatchObject([{ name: null, keep: true }]);
  });

  test('one project never sees the versions of another', async () => {
    const { store, documents } = start();
    const mine = await keep(store, 1, graphOf('a'));
    expect(list(documents, 'other')).toEqual([]);
    await expect(store.document('local', 'other', mine.id)).rejects.toThrow(/no longer stored/);
    await expect(store.document('hosted', 'p', mine.id)).rejects.toThrow(/no longer stored/);
    expect(() => documents.change({ ...project, connectionId: 'hosted' }, mine.id, { name: 'x' })).toThrow(
      /no longer stored/,
    );
    await store.removeProject('local', 'p');
    expect(list(documents)).toEqual([]);
  });
});

describe('room', () => {
  const large = (seed: string): Graph =>
    graphOf(...Array.from({ length: 40 }, (_, index) => `${seed} ${index * 7919} ${seed.length}`));

  test('the oldest without a name leave first; named and pinned ones and the newest stay', async () => {
    const probe = start();
    await keep(probe.store, 1, large('0'));
    const size = probe.documents.list(project, { kind: 'graph' }).usedBytes;
    expect(size).toBe(statSync(probe.files()[0]!).size);

    const { store, files, documents } = start({ limit: Math.round(size * 3.5) });
    const named = await keep(store, 1, large('1'));
    documents.change(project, named.id, { name: 'Stays' });
    const pinned = await keep(store, 2, large('2'));
    documents.change(project, pinned.id, { keep: true });
    for (let version = 3; version <= 8; version += 1) await keep(store, version, large(`${version}`));
    expect(list(documents).map(({ version }) => version)).toEqual([8, 2, 1]);
    expect(files()).toHaveLength(3);
    expect(documents.list(project, { kind: 'graph' }).usedBytes).toBeLessThanOrEqual(Math.round(size * 3.5));
  });

  test('with nothing left to remove the newest stays all the same', async () => {
    const { store, documents } = start({ limit: 1 });
    const one = await keep(store, 1, graphOf('a'));
    documents.change(project, one.id, { name: 'Stays' });
    await keep(store, 2, graphOf('b'));
    expect(list(documents).map(({ version }) => version)).toEqual([2, 1]);
  });
});

describe('a disk that fails', () => {
  test.each([
    ['cut', (path: string) => truncateSync(path, 40)],
    ['gone', (path: string) => rmSync(path)],
    ['another document', (path: string) => writeFileSync(path, gzipSync('{"nodes":[],"connections":[]}'))],
    ['no archive', (path: string) => writeFileSync(path, 'hello')],
  ])('a document that is %s is told, skipped, and written anew when it comes again', async (_what, harm) => {
    const { store, log, files, documents } = start();
    const one = await keep(store, 1, graphOf('a'));
    const [path] = files();
    const two = await keep(store, 2, graphOf('b'));
    harm(path!);
    await expect(store.document('local', 'p', one.id)).rejects.toThrow(/damaged on the disk/);
    expect(list(documents).map(({ id, damaged }) => [id, damaged])).toEqual([
      [two.id, false],
      [one.id, true],
    ]);
    expect(log.lines.join()).toContain('warn the document of a saved version is damaged');
    await keep(store, 3, graphOf('a'));
    expect(list(documents)[0]).toMatchObject({ version: 3, damaged: false });
    expect((await store.document('local', 'p', one.id)).graph).toEqual(graphOf('a'));
  });

  test('a stop between file and row leaves nothing behind; one between row and file is noted', async () => {
    const first = start();
    const one = await keep(first.store, 1, graphOf('a'));
    const [path] = first.files();
    await keep(first.store, 2, graphOf('b'));
    first.database.close();
    const stray = join(first.directory, 'ab');
    mkdirSync(stray, { recursive: true });
    writeFileSync(join(stray, `${'ab'.repeat(32)}.gz`), 'left over');
    writeFileSync(`${path!}.0123.tmp`, 'half');
    rmSync(path!);

    const second = start({ folder: first.folder });
    await second.documents.cleanUp();
    expect(second.files()).toHaveLength(1);
    expect(list(second.documents).map(({ version, damaged }) => [version, damaged])).toEqual([
      [2, false],
      [1, true],
    ]);
    await expect(second.store.document('local', 'p', one.id)).rejects.toThrow(/damaged on the disk/);
  });

  test('a file that cannot be written leaves no row', async () => {
    const { store, directory, documents } = start();
    await keep(store, 1, graphOf('a'));
    rmSync(directory, { recursive: true });
    // A file where the folder was: nothing can be written below it.
    writeFileSync(directory, '');
    await expect(keep(store, 2, graphOf('b'))).rejects.toThrow(/ENOTDIR|EEXIST/);
    expect(list(documents).map(({ version }) => version)).toEqual([1]);
  });
});
