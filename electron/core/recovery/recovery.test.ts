// @module-tag rig
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtProgram } from '#native/testing/built-program.ts';
import { describe, expect, test } from 'vitest';
import type { DeskStatus, JournalState, VersionPage } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { createSpawnLauncher } from '../local-service/spawn-launcher.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestCore, type TestCore } from '../testing/test-core.ts';
import { createTestLog } from '../testing/test-log.ts';

/** The core with the real local service behind it, whose database is lost between two starts. */

const entry = builtProgram(new URL('../../../service/main.ts', import.meta.url), 'service/main.js');

async function start(folder = temporaryFolder()): Promise<TestCore> {
  const launchService = createSpawnLauncher({ entry, log: createTestLog() });
  const desk = await startTestCore({ folder, launchService });
  await desk.until((event) => event.type === 'local-service' && event.status.state === 'running');
  return desk;
}

const api = (desk: TestCore, method: string, path: string, body?: unknown) =>
  desk.read(method, `/api/local/v1${path}`, body);
const node = (id: string, value = id) => ({
  id,
  type: 'input/text',
  inputs: { value: { type: 'string', value } },
});
interface Document {
  id: string;
  name: string;
  version: number;
  document: { graph: Graph };
}
const documentOf = (desk: TestCore, id: string) =>
  api(desk, 'GET', `/projects/${id}/document`) as Promise<Document>;
const nodeIds = async (desk: TestCore, id: string) =>
  (await documentOf(desk, id)).document.graph.nodes.map((found) => found.id).toSorted();

async function makeProject(desk: TestCore, name: string): Promise<string> {
  const { id } = (await api(desk, 'POST', '/projects', { name })) as { id: string };
  await api(desk, 'PUT', `/projects/${id}/document`, {
    expectedVersion: 1,
    document: { graph: { nodes: [node('first')], connections: [] } },
  });
  await documentOf(desk, id);
  const versions = `/desk/versions/local/${id}`;
  // A version is saved after the response has passed.
  await expect.poll(async () => ((await desk.read('GET', versions)) as VersionPage).versions.length).toBe(1);
  return id;
}

async function projectNamed(desk: TestCore, name: string): Promise<string[]> {
  const { data } = (await api(desk, 'GET', '/projects?limit=100')) as {
    data: { id: string; name: string }[];
  };
  return data.filter((found) => found.name === name).map(({ id }) => id);
}

/** Edits that are journaled and were never sent. */
async function journalEdits(desk: TestCore, projectId: string, count: number): Promise<void> {
  const path = `/desk/journal/local/${projectId}`;
  await desk.read('POST', `${path}/claim`, { writer: 'window', take: true });
  for (let n = 1; n <= count; n += 1) {
    const entry = {
      id: `edit-${String(n).padStart(3, '0')}`,
      label: 'Add a node',
      at: '2026-01-01T00:00:00Z',
      baseVersion: 2,
      operations: [{ op: 'addNode', node: node(`edit-${n}`) }],
    };
    await desk.read('POST', `${path}/entries`, { writer: 'window', entries: [entry], history: [] });
  }
}

const noticeOf = async (desk: TestCore): Promise<string> => {
  const done = (text: string) => !text.includes('is being brought back');
  const find = (notices: DeskStatus['notices']) => notices?.find(({ id }) => id === 'service-database');
  const now = find(((await desk.read('GET', '/desk/status')) as DeskStatus).notices);
  if (now && done(now.text)) return now.text;
  const event = await desk.until(
    (event) => event.type === 'notices' && done(find(event.notices)?.text ?? 'is being brought back'),
  );
  return event.type === 'notices' ? (find(event.notices)?.text ?? '') : '';
};

describe('a lost database of the local service', () => {
  const database = (desk: TestCore) => join(desk.folder, 'service', 'patchbay.sqlite');
  const loseDatabase = (desk: TestCore, lose: (file: string) => void) => {
    for (const end of ['-wal', '-shm']) rmSync(database(desk) + end, { force: true });
    lose(database(desk));
  };

  test('that had no backup: its projects are recreated with the edits that waited here, and it is said', async () => {
    const first = await start();
    const id = await makeProject(first, 'Titles');
    await journalEdits(first, id, 20);
    await first.read('POST', '/desk/batches', {
      id: 'batch_00000001',
      connectionId: 'local',
      kind: 'grid',
      name: 'By seed',
      source: {
        kind: 'graph',
        projectId: id,
        projectVersion: 1,
        targetNodeIds: [],
        graph: { nodes: [node('first')], connections: [] },
      },
      fields: [{ of: 'node', nodeId: 'first', input: 'value', label: 'Text', type: 'text' }],
      layout: null,
      limits: { maxRuns: null, maxMicrocredits: null, inFlight: 1 },
    });
    await first.core.close();
    loseDatabase(first, (file) => rmSync(file));
    const second = await start(first.folder);
    const text = await noticeOf(second);
    expect(text).toMatch(
      /database of the local service was missing.*begins anew.*Runs and their results are lost.*Recreated.*“Titles”/,
    );
    const [made, ...others] = await projectNamed(second, 'Titles');
    expect(others).toEqual([]);
    expect(await nodeIds(second, made!)).toHaveLength(21);
    // Its grids go with it.
    expect(await second.read('GET', `/desk/batches?connectionId=local&projectId=${made}`)).toMatchObject({
      batches: [{ id: 'batch_00000001', origin: { projectId: made } }],
    });
    const journal = (await second.read('POST', `/desk/journal/local/${id}/claim`, {
      writer: 'window',
      take: true,
    })) as JournalState;
    expect(journal.entries).toEqual([]);
    const versions = (await second.read('GET', `/desk/versions/local/${made}`)) as VersionPage;
    expect(versions.versions.length).toBeGreaterThan(0);
    await second.core.close();
    // The next start says it again until it was read, and makes nothing twice.
    const third = await start(first.folder);
    expect(await noticeOf(third)).toBe(text);
    expect(await projectNamed(third, 'Titles')).toEqual([made]);
    await third.read('POST', '/desk/notices/service-database/dismiss');
    await third.core.close();
    const fourth = await start(first.folder);
    expect(((await fourth.read('GET', '/desk/status')) as DeskStatus).notices).toEqual([]);
  }, 120_000);

  test(
    'that is replaced by a backup: what is newer here is brought up to date, and the older state stays in the history',
    { tags: 'long', timeout: 120_000 },
    async () => {
      const first = await start();
      const id = await makeProject(first, 'Titles');
      await first.core.close();
      const backups = join(first.folder, 'service', 'backups');
      mkdirSync(backups);
      copyFileSync(database(first), join(backups, 'patchbay-1767225600000-daily.sqlite'));
      const second = await start(first.folder);
      await api(second, 'PATCH', `/projects/${id}/document`, {
        expectedVersion: 2,
        operations: [{ op: 'addNode', node: node('second') }],
      });
      await documentOf(second, id);
      await makeProject(second, 'Trailer');
      await second.core.close();
      loseDatabase(second, (file) => writeFileSync(file, 'damaged '.repeat(2000)));

      const third = await start(first.folder);
      const text = await noticeOf(third);
      expect(text).toMatch(
        /was damaged.*backup of 2026-01-01 00:00.*Runs since then and their results are lost.*patchbay\.sqlite\.broken-.*Recreated.*“Trailer”.*up to date.*“Titles”/,
      );
      expect(await nodeIds(third, id)).toEqual(['first', 'second']);
      expect(await projectNamed(third, 'Trailer')).toHaveLength(1);
      const { versions } = (await third.read('GET', `/desk/versions/local/${id}`)) as VersionPage;
      expect(versions).toContainEqual(expect.objectContaining({ nodeCount: 1 }));
      expect(readdirSync(join(first.folder, 'service')).some((name) => name.includes('.broken-'))).toBe(true);
    },
  );

  test(
    'that is lost a second time: work since the first time is not replaced by what was before it',
    { tags: 'long', timeout: 120_000 },
    async () => {
      const first = await start();
      const id = await makeProject(first, 'Titles');
      await first.core.close();
      const backUp = (name: string) => {
        const backups = join(first.folder, 'service', 'backups');
        mkdirSync(backups, { recursive: true });
        copyFileSync(database(first), join(backups, `patchbay-${name}-daily.sqlite`));
      };
      const add = async (desk: TestCore, name: string) => {
        const { version } = await documentOf(desk, id);
        await api(desk, 'PATCH', `/projects/${id}/document`, {
          expectedVersion: version,
          operations: [{ op: 'addNode', node: node(name) }],
        });
      };
      backUp('1767225600000');
      const second = await start(first.folder);
      for (const name of ['a', 'b', 'c']) await add(second, name);
      await documentOf(second, id);
      await second.core.close();
      loseDatabase(second, (file) => writeFileSync(file, 'damaged '.repeat(2000)));

      const third = await start(first.folder);
      expect(await noticeOf(third)).toMatch(/up to date.*“Titles”/);
      // Numbered lower than what this computer saw before.
      await add(third, 'after');
      await third.read('POST', '/desk/notices/service-database/dismiss');
      await third.core.close();
      backUp(String(Date.now()));
      loseDatabase(third, (file) => writeFileSync(file, 'damaged '.repeat(2000)));

      const fourth = await start(first.folder);
      expect(await noticeOf(fourth)).not.toMatch(/up to date/);
      expect(await nodeIds(fourth, id)).toEqual(['a', 'after', 'b', 'c', 'first']);
    },
  );
});
