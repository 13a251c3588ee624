import { expect, it, onTestFinished, vi } from 'vitest';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import type { EditorSession } from './editor-session.ts';
import { openSession } from './open-session.ts';

const texts = (count: number): Graph => ({
  nodes: Array.from({ length: count }, (_, index) => ({
    id: `text${index}`,
    type: 'input/text',
    inputs: { value: { type: 'text', value: `Words ${index}` } },
  })),
  connections: [],
});

async function open(count: number): Promise<EditorSession> {
  const session = await openSession(standIn(texts(count)));
  onTestFinished(() => session.dispose());
  return session;
}

it('a document that was just opened is forecast when that is first asked for', async () => {
  const { outlook } = await open(20);
  expect(outlook.get().runs.size).toBe(20);
});

it('a large document is shown before its forecast is made, which is announced once it is', async () => {
  const { outlook } = await open(2_000);
  const first = outlook.get();
  expect(first.runs.size).toBe(0);
  // One and the same as long as nothing is announced.
  expect(outlook.get()).toBe(first);
  const announced = vi.fn<() => number>(() => outlook.get().runs.size);
  outlook.subscribe(announced);
  await vi.waitFor(() => expect(announced).toHaveBeenCalled());
  expect(announced).toHaveLastReturnedWith(2_000);
});

it('what would run now is said of a large document, too', async () => {
  const { outlook } = await open(2_000);
  expect(outlook.get().runs.size).toBe(0);
  expect(outlook.current().runs.size).toBe(2_000);
  expect(outlook.get().runs.size).toBe(2_000);
});
