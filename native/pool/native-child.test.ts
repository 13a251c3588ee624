import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ChildExit } from './launcher.ts';
import { NativeChild, type Crash, type TaskMessage } from './native-child.ts';
import { TaskFolder } from './task-folder.ts';

/** A child whose lines the test writes. */
function openChild() {
  const root = mkdtempSync(join(tmpdir(), 'patchbay-child-'));
  const folder = new TaskFolder(root);
  folder.create();
  const losses: Crash[] = [];
  const messages: TaskMessage[] = [];
  const sent: string[] = [];
  const exited = Promise.withResolvers<ChildExit>();
  let receive: (text: string) => void = () => {};
  const child = new NativeChild({
    link: {
      pid: undefined,
      send: (line) => void sent.push(line),
      onText: (listener) => (receive = listener),
      onClosed: () => {},
      onFlood: () => {},
      strays: async () => [],
      outputTail: () => '',
      exited: exited.promise,
      kill: async () => exited.resolve({ code: null, signal: 'SIGKILL' }),
    },
    kind: 'decoder',
    folder,
    memoryBytes: 1,
    startTimeoutMs: 60_000,
    events: {
      onReady: () => {},
      onMessage: (message) => messages.push(message),
      onCrash: (loss) => losses.push(loss),
    },
  });
  onTestFinished(async () => {
    child.end();
    await child.removed;
    rmSync(root, { recursive: true, force: true });
  });
  const say = (message: object) => receive(`${JSON.stringify(message)}\n`);
  say({ kind: 'ready' });
  return { child, say, losses, messages, sent };
}

it('a child that answers its task before it was sent is ended, and nobody takes the answer', () => {
  const { child, say, losses, messages } = openChild();
  child.reserve(7);
  say({ kind: 'begun', taskId: 7 });
  say({ kind: 'succeeded', taskId: 7, value: 'forged' });
  expect(messages).toEqual([]);
  expect(losses).toMatchObject([{ reason: 'misbehaved' }]);
});

it('a task that is canceled while its files are put in is not named to the child', () => {
  const { child, sent } = openChild();
  child.reserve(7);
  child.cancelTask();
  expect(sent).toEqual([]);
  child.send({ kind: 'task', taskId: 7, name: 'a', input: null });
  child.cancelTask();
  expect(sent).toHaveLength(2);
});

it('a child that talks without end about one task is ended', () => {
  const { child, say, losses, messages } = openChild();
  child.reserve(7);
  child.send({ kind: 'task', taskId: 7, name: 'a', input: null });
  say({ kind: 'begun', taskId: 7 });
  const message = { kind: 'log', taskId: 7, message: 'x'.repeat(100_000) };
  for (let count = 0; count < 1000; count += 1) say(message);
  expect(losses).toMatchObject([{ reason: 'misbehaved' }]);
  expect(messages.length).toBeLessThan(1000);
});
