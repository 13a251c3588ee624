import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { latestOf } from '#shared/desk/index.ts';
import { apiFor, callDesk } from '#renderer/desk/index.ts';
import { emulatePage } from '../page-side.ts';
import { createRandom } from '../random.ts';
import { killCount } from '../size.ts';
import { startHostProcess } from './host-process.ts';
import { markOnSecondCore } from './second-person.ts';

const KILLS = killCount({ long: 30, slice: 2 });
/** Marks that are sent in one go, in the middle of which the app is killed. */
const BURST = 12;
const OUTPUTS = 4;
const PROJECT = 'prj_cover';

/** What a person marked of one output, as the app acknowledged it last. */
interface Marked {
  starred: boolean;
  note: string | null;
}

test(`stars, notes, collections, covers, snippets, groups and copies of runs that were acknowledged survive ${KILLS} kills, and another computer has them too`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-library-stays-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  const random = createRandom(11);
  let host = await startHostProcess(folder);
  onTestFinished(() => host.stop());
  let leave = await emulatePage(await host.link());
  onTestFinished(() => leave());
  const api = apiFor('local');
  const isReady = () => api(endpoints.account.credits, {}).then(Boolean, () => false);
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);

  const nodes = Array.from({ length: OUTPUTS }, (_, at) => ({
    id: `sky${at}`,
    type: 'image/gradient',
    inputs: { angle: { type: 'number' as const, value: at } },
  }));
  const run = await api(endpoints.runs.create, {
    body: { graph: { nodes, connections: [] } },
    idempotencyKey: crypto.randomUUID(),
  });
  // A new workspace runs its sample by itself, whose outputs come when they are made.
  const outputsOfRun = async () =>
    (await callDesk('searchOutputs', { body: { connectionId: 'local' } })).outputs.filter(
      ({ runId }) => runId === run.id,
    );
  const list = async () => {
    await api(endpoints.runs.get, { params: { run_id: run.id } });
    return outputsOfRun();
  };
  await expect.poll(async () => (await list()).length, { timeout: 60_000 }).toBe(OUTPUTS);
  const ids = (await list()).map(({ id }) => id);

  const acknowledged = new Map<string, Marked>(ids.map((id) => [id, { starred: false, note: null }]));
  /** Sent and not acknowledged: may be there or not. */
  const uncertain = new Map<string, Marked[]>();
  const collections = new Set<string>();
  const fileOf = new Map((await list()).map(({ id, fileId }) => [id, fileId]));
  /** The cover that was acknowledged, and those that were sent after it. */
  let covers: string[] = [];
  /** Projects that were recorded as copies of a run. */
  const copies: string[] = [];
  const snippets = new Set<string>();
  /** Of each group of the library the latest version that was acknowledged. */
  const groups = new Map<string, number>();
  let marks = 0;

  /** One mark after another until the app is gone. */
  async function markUntilGone(): Promise<void> {
    for (;;) {
      const id = ids[random.between(0, ids.length - 1)]!;
      marks += 1;
      const next: Marked = { starred: random.between(0, 1) === 1, note: `note ${marks}` };
      uncertain.set(id, [...(uncertain.get(id) ?? []), next]);
      const isMarked = await callDesk('changeOutputs', { body: { outputIds: [id], ...next } }).then(
        () => true,
        () => false,
      );
      if (!isMarked) return;
      acknowledged.set(id, next);
      uncertain.delete(id);
      const made = await callDesk('createCollection', {
        body: { connectionId: 'local', name: `Collection ${marks}`, outputIds: [id] },
      }).catch(() => null);
      if (made === null) return;
      collections.add(made.id);
      covers.push(id);
      const isCover = await callDesk('chooseCover', {
        params: { connectionId: 'local', projectId: PROJECT },
        body: { outputId: id },
      }).then(
        () => true,
        () => false,
      );
      if (!isCover) return;
      covers = [id];
      const projectId = `prj_copy_${marks}`;
      const isRecorded = await callDesk('recordRunCopy', {
        params: { connectionId: 'local' },
        body: {
          projectId,
          runId: run.id,
          version: marks,
          sourceProjectId: PROJECT,
          sourceName: 'Covers',
          runAt: run.createdAt,
        },
      }).then(
        () => true,
        () => false,
      );
      if (!isRecorded) return;
      copies.push(projectId);
      // Below the most that are saved.
      if (snippets.size >= 150) continue;
      const snippet = await callDesk('createSnippet', {
        body: { name: `Snippet ${marks}`, clip: '{}', types: [], nodeCount: 0 },
      }).catch(() => null);
      if (snippet === null) return;
      snippets.add(snippet.id);
      if (!(await saveGroup())) return;
    }
  }

  /** A new group of the library, or a further version of one. @returns whether it was acknowledged. */
  async function saveGroup(): Promise<boolean> {
    const content = { definition: JSON.stringify({ marks }), types: [], nodeCount: 0 };
    const [known, after] = [...groups].at(-1) ?? [];
    const saved =
      known === undefined || after === undefined || marks % 3 === 0
        ? callDesk('createLibraryGroup', { body: { name: `Group ${marks}`, ...content } })
        : callDesk('saveGroupVersion', { params: { groupId: known }, body: { after, ...content } });
    const group = await saved.catch(() => null);
    if (group) groups.set(group.id, latestOf(group));
    return group !== null;
  }

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const from = marks;
    const marking = markUntilGone();
    await expect
      .poll(() => marks - from, { timeout: 60_000, interval: 2 })
      .toBeGreaterThan(random.between(2, BURST));
    await host.kill();
    await marking;
    leave();
    host = await startHostProcess(folder);
    leave = await emulatePage(await host.link());
    await expect
      .poll(() => callDesk('status', {}).then(Boolean, () => false), { timeout: 60_000 })
      .toBe(true);

    for (const { id, starred, note } of await outputsOfRun()) {
      const possible = [acknowledged.get(id), ...(uncertain.get(id) ?? [])];
      expect(possible).toContainEqual({ starred, note });
      acknowledged.set(id, { starred, note });
    }
    uncertain.clear();
    const found = await callDesk('listCollections', { query: { connectionId: 'local' } });
    const foundIds = new Set(found.collections.map(({ id }) => id));
    expect([...collections].filter((id) => !foundIds.has(id))).toEqual([]);
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
    collections.add(await markOnSecondCore(folder, { runId: run.id, outputs: outputsOfRun, collections }));
    const saved = new Set((await callDesk('listSnippets', {})).snippets.map(({ id }) => id));
    expect([...snippets].filter((id) => !saved.has(id))).toEqual([]);
    const library = new Map(
      (await callDesk('listLibraryGroups', {})).groups.map((group) => [group.id, group]),
    );
    for (const [id, version] of groups) {
      const group = library.get(id);
      // One more version may have been written, and its answer lost.
      expect(group && latestOf(group) - version).toBeOneOf([0, 1]);
      groups.set(id, latestOf(group!));
    }
    const body = { connectionId: 'local', projectIds: [PROJECT] };
    const [face] = (await callDesk('projectFaces', { body })).faces;
    const lost = [];
    for (const projectId of copies) {
      const query = { projectId };
      const listed = await callDesk('listRunCopies', { params: { connectionId: 'local' }, query });
      if (listed.copies[0]?.runId !== run.id) lost.push(projectId);
    }
    expect(lost).toEqual([]);
    const coverFiles = covers.length === 0 ? [null] : covers.map((id) => fileOf.get(id));
    expect(coverFiles).toContain(covers.length === 0 ? null : face?.coverFileId);
  }
  expect(marks).toBeGreaterThan(2 * KILLS);
});
