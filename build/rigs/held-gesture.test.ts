// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Journal } from '#core/journal/journal.ts';
import { createTestClock } from '#core/testing/test-clock.ts';
import { createTestLog } from '#core/testing/test-log.ts';
import { ApiError, endpoints, type ApiClient, type PatchOperation } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { EditorPorts, JournalPort } from '#renderer/editor/ports.ts';
import { openEditorOn } from '#renderer/editor/testing/headless-editor.ts';

/** The editor's document and saving on the desktop process's own journal: what a kill in mid-gesture leaves. */

const start: Graph = {
  nodes: [{ id: 'a', type: 'math/add', position: { x: 0, y: 0 }, inputs: {} }],
  connections: [],
};
const set = (value: number): PatchOperation => ({
  op: 'setNodeInput',
  nodeId: 'a',
  input: 'amount',
  value: { type: 'number', value },
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-gesture-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A desktop process: nothing of one before it is left but the folder. */
const startJournal = (): Journal =>
  new Journal({
    directory: folder,
    clock: createTestClock().clock,
    log: createTestLog(),
    notify: () => undefined,
  });

/** A window on the project, with a service that gave the document and is away since. */
async function openWindow(journal: Journal, writer: string) {
  const at = ['local', 'prj_1'] as const;
  const port: JournalPort = {
    window: writer,
    previousWindows: [],
    claim: (take) => journal.claim(...at, { writer, take }),
    append: (entries, history, writeId) => journal.append(...at, { writer, entries, history, writeId }),
    sending: (inFlight) => journal.sending(...at, { writer, inFlight }),
    acknowledge: (entryIds) => journal.acknowledge(...at, { writer, entryIds }),
    replace: (change) => journal.replace(...at, { writer, ...change }),
    carryHistory: () => Promise.resolve(),
    leave: () => journal.leave(...at, writer),
    watch: () => () => undefined,
  };
  const api = (endpoint: { id: string }) =>
    endpoint.id === endpoints.projects.getDocument.id
      ? Promise.resolve({ projectId: 'prj_1', name: 'Test', version: 1, document: { graph: start } })
      : Promise.reject(new ApiError({ status: 502, code: 'UNREACHABLE', message: 'Away.' }));
  const ports = {
    connectionId: at[0],
    projectId: at[1],
    api: api as unknown as ApiClient,
    journal: port,
    supportedOperations: () => Promise.resolve(null),
  } as Partial<EditorPorts> as EditorPorts;
  const { store, driver, isJournaled } = await openEditorOn(ports);
  return {
    store,
    amount: () => store.getNode('a')?.inputs?.['amount']?.value,
    journaled: () => vi.waitFor(() => expect(isJournaled()).toBe(true)),
    /** Killed: nothing is said to anybody any more. */
    kill: () => driver.stop(),
  };
}

test('a number that was being dragged when everything was killed is one step to undo, now and later', async () => {
  const first = await openWindow(startJournal(), 'first');
  first.store.applyEdit('edit', [set(1)]);
  first.store.mark('change amount');
  for (const value of [2, 3, 4, 5]) {
    first.store.applyEdit('change amount', [set(value)]);
    await first.journaled();
  }
  first.kill();

  const second = await openWindow(startJournal(), 'second');
  expect([second.amount(), second.store.history.depth, second.store.history.undoLabel]).toEqual([
    5,
    2,
    'change amount',
  ]);
  second.store.applyEdit('edit', [set(6)]);
  await second.journaled();
  second.kill();

  const third = await openWindow(startJournal(), 'third');
  const seen = [third.amount()];
  while (third.store.undo() !== null) seen.push(third.amount());
  expect(seen).toEqual([6, 5, 1, undefined]);
  await third.journaled();
  third.kill();

  const last = await openWindow(startJournal(), 'last');
  last.store.redo();
  last.store.redo();
  expect([last.amount(), last.store.history.redoLabel]).toEqual([5, 'edit']);
  last.kill();
});

test('500 steps are there after everything was killed, the newest first', async () => {
  const first = await openWindow(startJournal(), 'first');
  for (let value = 1; value <= 520; value += 1) first.store.applyEdit('edit', [set(value)]);
  await first.journaled();
  first.kill();

  const second = await openWindow(startJournal(), 'second');
  let steps = 0;
  while (second.store.undo() !== null) steps += 1;
  expect([steps, second.amount()]).toEqual([500, 20]);
  await second.journaled();
  second.kill();

  const third = await openWindow(startJournal(), 'third');
  expect([third.amount(), third.store.history.canUndo]).toEqual([20, false]);
  steps = 0;
  while (third.store.redo() !== null) steps += 1;
  expect([steps, third.amount()]).toEqual([500, 520]);
  third.kill();
});
