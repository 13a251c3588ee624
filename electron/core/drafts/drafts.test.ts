import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { manualClock } from '../testing/manual-clock.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { DeskEvent } from '#shared/desk/index.ts';
import { deskEventsOf } from '../testing/until-desk-event.ts';
import { launcherOf, startTestCore, type TestCore } from '../testing/test-core.ts';

const launchService = launcherOf('http://127.0.0.1:9');
const PLACE = '/desk/drafts/local/prj_1/timeline';
const base = { clips: [] };
const writing = (window: string, more: Record<string, unknown> = {}) => ({
  window,
  baseVersion: 4,
  base,
  changes: { set: 1 },
  sent: [],
  settled: [],
  ...more,
});
const write = (desk: TestCore, body: unknown) => desk.read('PUT', PLACE, body);
const claim = async (desk: TestCore, window: string) =>
  ((await desk.read('POST', `${PLACE}/claim`, { window })) as { drafts: unknown[] }).drafts;

/** An open window. @returns its event stream, and a function that closes it. */
async function openWindow(desk: TestCore, window: string) {
  const leave = new AbortController();
  const address = `http://app.test/desk/events?window=${window}`;
  const stream = await desk.core.fetch(new Request(address, { signal: leave.signal }));
  return { stream, close: () => leave.abort() };
}

/** The next event of a kind. */
async function next(stream: Response, type: DeskEvent['type']): Promise<DeskEvent | null> {
  for await (const event of deskEventsOf(stream)) if (event.type === type) return event;
  return null;
}

test('a draft is there after a restart, with the document that was changed and the last changes', async () => {
  const folder = temporaryFolder();
  const first = await startTestCore({ folder, launchService });
  await write(first, writing('one'));
  const sent = [{ key: 'key_1', expectedVersion: 4, before: null, changes: { set: 1 } }];
  await write(first, { window: 'one', baseVersion: 4, changes: { set: 2 }, sent, settled: [] });
  await first.core.close();
  const second = await startTestCore({ folder, launchService });
  expect(await claim(second, 'two')).toEqual([
    { window: 'one', baseVersion: 4, base, changes: { set: 2 }, sent },
  ]);
});

test('the document goes along where it is another one than before', async () => {
  const desk = await startTestCore({ launchService });
  const without = { window: 'one', baseVersion: 5, changes: null, sent: [], settled: [] };
  expect((await desk.ask('PUT', PLACE, without)).status).toBe(404);
  await write(desk, writing('one'));
  expect((await desk.ask('PUT', PLACE, without)).status).toBe(404);
  await write(desk, { ...without, baseVersion: 4 });
});

test('a draft stays with its window while that is there, and is announced when it is gone', async () => {
  const desk = await startTestCore({ launchService });
  const one = await openWindow(desk, 'one');
  const two = await openWindow(desk, 'two');
  await write(desk, writing('one'));
  expect(await claim(desk, 'two')).toEqual([]);
  one.close();
  expect(await next(two.stream, 'drafts-left')).toMatchObject({
    connectionId: 'local',
    projectId: 'prj_1',
    kind: 'timeline',
  });
  expect(await claim(desk, 'two')).toMatchObject([{ window: 'one' }]);
  // Taken up once, it is nobody else's while that window is there.
  expect(await claim(desk, 'three')).toEqual([]);
});

test('one that was taken up is announced again when that window is gone as well', async () => {
  const desk = await startTestCore({ launchService });
  const one = await openWindow(desk, 'one');
  const two = await openWindow(desk, 'two');
  const three = await openWindow(desk, 'three');
  await write(desk, writing('one'));
  one.close();
  let announced = 0;
  for await (const event of deskEventsOf(three.stream)) {
    if (event.type !== 'drafts-left') continue;
    announced += 1;
    if (announced === 2) break;
    expect(await claim(desk, 'two')).toHaveLength(1);
    // Gone before it had made the draft its own.
    two.close();
  }
  expect(await claim(desk, 'three')).toMatchObject([{ window: 'one' }]);
});

test('what a window writes with its last breath is found at once by the next one, and announced', async () => {
  const desk = await startTestCore({ launchService });
  const one = await openWindow(desk, 'one');
  const two = await openWindow(desk, 'two');
  await write(desk, writing('one'));
  one.close();
  await next(two.stream, 'drafts-left');
  const later = await openWindow(desk, 'later');
  // It was on the way when the event stream of its window ended.
  await write(desk, writing('one', { changes: { set: 2 } }));
  expect(await next(later.stream, 'drafts-left')).toMatchObject({ projectId: 'prj_1' });
  expect(await claim(desk, 'three')).toMatchObject([{ window: 'one', changes: { set: 2 } }]);
});

test('a draft of a window whose event stream never opens is its own for a while, and then announced', async () => {
  const { clock, pass } = manualClock();
  const desk = await startTestCore({ launchService, clock });
  const two = await openWindow(desk, 'two');
  await write(desk, writing('one'));
  expect(await claim(desk, 'two')).toEqual([]);
  await pass(10_000);
  // It asks once more: it may only be slow.
  await write(desk, writing('one', { changes: { set: 2 } }));
  await pass(10_000);
  expect(await claim(desk, 'two')).toEqual([]);
  await pass(10_000);
  await pass(10_000);
  expect(await next(two.stream, 'drafts-left')).toMatchObject({ projectId: 'prj_1' });
  expect(await claim(desk, 'two')).toMatchObject([{ window: 'one', changes: { set: 2 } }]);
});

test('one that was taken up goes when it is in another, which goes when it is saved', async () => {
  const folder = temporaryFolder();
  const first = await startTestCore({ folder, launchService });
  await write(first, writing('one'));
  await first.core.close();
  const second = await startTestCore({ folder, launchService });
  await claim(second, 'two');
  await write(second, writing('two', { changes: { set: 3 }, settled: ['one'] }));
  await second.core.close();
  const third = await startTestCore({ folder, launchService });
  expect(await claim(third, 'three')).toMatchObject([{ window: 'two', changes: { set: 3 } }]);
  await third.read('POST', `${PLACE}/remove`, { windows: ['two'] });
  await third.core.close();
  expect(await claim(await startTestCore({ folder, launchService }), 'four')).toEqual([]);
});

test('drafts are of one kind of document, and there are two', async () => {
  const desk = await startTestCore({ launchService });
  const drafts = await desk.read('POST', '/desk/drafts/local/prj_1/storyboard/claim', { window: 'one' });
  expect(drafts).toEqual({ drafts: [] });
  expect((await desk.ask('POST', '/desk/drafts/local/prj_1/graph/claim', { window: 'one' })).status).toBe(
    404,
  );
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
  const folder = temporaryFolder();
  const first = await startTestCore({ folder, launchService });
  await write(first, writing('one'));
  await write(first, writing('two', { changes: { set: 2 } }));
  await first.core.close();
  const path = join(folder, 'desk', 'desk.sqlite');
  const damage = (text: string) => {
    const database = new DatabaseSync(path);
    database.prepare("UPDATE document_drafts SET changes = ? WHERE window = 'one'").run(text);
    database.close();
  };
  damage('{"set":');
  const second = await startTestCore({ folder, launchService });
  expect(await claim(second, 'three')).toMatchObject([{ window: 'two', changes: { set: 2 } }]);
  const notices = JSON.stringify(await second.read('GET', '/desk/status'));
  expect(notices).toContain('Unsaved changes of a timeline could not be read');
  await second.core.close();
  damage('{"set":1}');
  const third = await startTestCore({ folder, launchService });
  expect(await claim(third, 'four')).toHaveLength(2);
});
