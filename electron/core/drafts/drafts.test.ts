import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { DocumentDraft } from '#shared/desk/index.ts';
import { earlierFolder } from '../testing/earlier-folder.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { launcherOf, startTestCore, type TestCore } from '../testing/test-core.ts';

const launchService = launcherOf('http://127.0.0.1:9');
const PLACE = '/desk/drafts/local/prj_1/timeline';
const base = { clips: [] };
const listed = async (desk: TestCore) =>
  ((await desk.read('GET', PLACE)) as { drafts: DocumentDraft[] }).drafts.map(({ window }) => window);

test('drafts of an earlier version stay until what was in them is written elsewhere', async () => {
  const folder = earlierFolder();
  const first = await startTestCore({ folder, launchService });
  expect(await listed(first)).toEqual(['one', 'two']);
  await first.core.close();
  const second = await startTestCore({ folder, launchService });
  expect(await listed(second)).toEqual(['one', 'two']);
  await second.read('POST', `${PLACE}/remove`, { windows: ['one'] });
  await second.core.close();
  expect(await listed(await startTestCore({ folder, launchService }))).toEqual(['two']);
});

test('drafts are of one kind of document, and there are two', async () => {
  const desk = await startTestCore({ launchService });
  expect(await desk.read('GET', '/desk/drafts/local/prj_1/storyboard')).toEqual({ drafts: [] });
  expect((await desk.ask('GET', '/desk/drafts/local/prj_1/graph')).status).toBe(404);
});

test('steps that can be taken back are there after a restart, with the document they begin with', async () => {
  const folder = temporaryFolder();
  const first = await startTestCore({ folder, launchService });
  const step = (name: string) => ({ name, before: null, after: { set: name } });
  const put = (desk: TestCore, body: object) => desk.ask('PUT', `${PLACE}/undo`, body);
  const get = (desk: TestCore) => desk.read('GET', `${PLACE}/undo`);
  expect(await get(first)).toEqual({ undo: null });
  const without = { window: 'one', done: [step('move'), step('trim')], undone: [] };
  expect((await put(first, without)).status).toBe(404);
  await put(first, { window: 'one', base, done: [step('move')], undone: [] });
  expect((await put(first, without)).ok).toBe(true);
  await first.core.close();
  const second = await startTestCore({ folder, launchService });
  const undo = { base, done: [step('move'), step('trim')], undone: [] };
  expect(await get(second)).toEqual({ undo });
  // Another window sends the document it begins with itself.
  expect((await put(second, { ...without, window: 'two' })).status).toBe(404);
  // One without steps takes away its own, and none of another.
  await put(second, { window: 'two', base, done: [], undone: [] });
  expect(await get(second)).toEqual({ undo });
  await put(second, { window: 'one', base, done: [], undone: [] });
  expect(await get(second)).toEqual({ undo: null });
});

test('a damaged draft keeps no other from being found, stays where it is, and is said', async () => {
  const folder = earlierFolder();
  const path = join(folder, 'desk', 'desk.sqlite');
  const damage = (text: string) => {
    const database = new DatabaseSync(path);
    database.prepare("UPDATE document_drafts SET changes = ? WHERE window = 'one'").run(text);
    database.close();
  };
  damage('{"set":');
  const second = await startTestCore({ folder, launchService });
  expect(await listed(second)).toEqual(['two']);
  const notices = JSON.stringify(await second.read('GET', '/desk/status'));
  expect(notices).toContain('Unsaved changes of a timeline could not be read');
  await second.core.close();
  damage('{"set":1}');
  expect(await listed(await startTestCore({ folder, launchService }))).toEqual(['one', 'two']);
});
