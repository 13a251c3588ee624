import { describe, expect, it, vi } from 'vitest';
import { ApiError, endpoints } from '#shared/api/index.ts';
import { CANVAS_KEY, emptyCanvas } from '#shared/canvas/items.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { openWindow } from '../testing/open-window.ts';
import { SyncWorld } from '../testing/sync-world.ts';
import { setText } from '../testing/three-nodes.ts';

const note = (text: string): CanvasOperation => ({
  op: 'setCanvasItem',
  kind: 'notes',
  id: 'n',
  item: { text, position: { x: 0, y: 0 }, size: { width: 200, height: 100 } },
});
type Window = Awaited<ReturnType<typeof openWindow>>;
const noteIn = ({ store }: Window): string | undefined => store.canvas.items.notes['n']?.text;
const noteAt = ({ metadata }: SyncWorld): unknown =>
  (metadata[CANVAS_KEY] as { notes: Record<string, { text: string }> } | undefined)?.notes['n']?.text;

async function world(): Promise<[SyncWorld, Window]> {
  const made = new SyncWorld();
  made.metadata = { client: 'North' };
  return [made, await openWindow(made)];
}

describe('canvas items after a kill', () => {
  it('come back from the journal with the nodes of their gesture, as one step to undo', async () => {
    const [service, one] = await world();
    one.store.applyEdit('edit', [setText('a', 'text', 'mine')], { canvas: [note('mine')] });
    await one.journaled();
    one.crash();
    const two = await openWindow(service);
    expect([two.value('a'), noteIn(two)]).toEqual(['mine', 'mine']);
    await two.driver.flush();
    expect([service.version, noteAt(service), service.metadata['client']]).toEqual([2, 'mine', 'North']);
    two.store.undo();
    expect([two.value('a'), noteIn(two)]).toEqual([undefined, undefined]);
    await two.driver.flush();
    expect([noteAt(service), service.entries]).toEqual([undefined, []]);
  });

  it.each(['alone', 'with nodes'])('are not sent twice when the response never came: %s', async (how) => {
    const [service, one] = await world();
    const release = service.holdResponses();
    one.store.applyEdit('edit', how === 'alone' ? [] : [setText('a', 'text', 'mine')], {
      canvas: [note('mine')],
    });
    const saved = one.driver.flush().catch(() => 'closed');
    await one.journaled();
    await vi.waitFor(() => expect(service.version).toBe(2));
    one.crash();
    release();
    await saved;
    const two = await openWindow(service);
    expect([noteIn(two), two.driver.status, service.version]).toEqual([
      'mine',
      { kind: 'saved', version: 2 },
      2,
    ]);
    await vi.waitFor(() => expect([service.entries, service.inFlight]).toEqual([[], []]));
  });

  it('are merged with those that others made meanwhile', async () => {
    const [service, one] = await world();
    one.store.applyEdit('edit', [], { canvas: [note('mine')] });
    await one.journaled();
    one.crash();
    const theirs = {
      ...emptyCanvas(),
      frames: { f: { position: { x: 0, y: 0 }, size: { width: 9, height: 9 } } },
    };
    service.metadata = { client: 'South', [CANVAS_KEY]: theirs };
    service.version += 1;
    const two = await openWindow(service);
    await two.driver.flush();
    expect(service.metadata).toMatchObject({
      client: 'South',
      [CANVAS_KEY]: { frames: theirs.frames, notes: { n: { text: 'mine' } } },
    });
    expect(Object.keys(two.store.canvas.items.frames)).toEqual(['f']);
  });
});

describe('canvas items on their way to the service', () => {
  it('go by the metadata alone, and with nodes by the whole document', async () => {
    const [service, one] = await world();
    one.store.applyEdit('edit', [], { canvas: [note('first')] });
    await one.driver.flush();
    one.store.applyEdit('edit', [setText('a', 'text', 'mine')], { canvas: [note('second')] });
    await one.driver.flush();
    expect(service.writes).toEqual([
      endpoints.projects.updateMetadata.id,
      endpoints.projects.replaceDocument.id,
    ]);
    expect([noteAt(service), service.texts()[0], service.version]).toEqual(['second', 'mine', 3]);
  });

  it('are seen in another window, and taken up by it', async () => {
    const [service, one] = await world();
    const two = await openWindow(service);
    one.store.applyEdit('edit', [], { canvas: [note('mine')] });
    await one.journaled();
    await vi.waitFor(() => expect(noteIn(two)).toBe('mine'));
    two.store.applyEdit('edit', [], {
      canvas: [{ op: 'setCanvasField', kind: 'notes', id: 'n', field: 'text', value: 'theirs' }],
    });
    await vi.waitFor(() => expect(two.driver.state.writer).toBe('own'));
    await two.driver.flush();
    await vi.waitFor(() => expect([noteAt(service), noteIn(one)]).toEqual(['theirs', 'theirs']));
  });

  it('stay here while the service cannot be reached', async () => {
    const [service, one] = await world();
    service.loses = new ApiError({ status: 0, code: 'UNREACHABLE', message: 'Away.' });
    one.store.applyEdit('edit', [], { canvas: [note('mine')] });
    one.driver.dispatch({ type: 'save-due' });
    await vi.waitFor(() => expect(service.version).toBe(2));
    service.loses = null;
    one.driver.wake();
    await one.driver.flush();
    expect([noteAt(service), one.driver.status]).toEqual(['mine', { kind: 'saved', version: 2 }]);
  });

  it('that cannot be read are not changed, with a sentence', async () => {
    const service = new SyncWorld();
    service.metadata = { [CANVAS_KEY]: { version: 9 } };
    const one = await openWindow(service);
    expect(one.store.applyEdit('edit', [], { canvas: [note('mine')] })).toMatchObject({
      ok: false,
      rejection: { reason: expect.stringContaining('later Patchbay') as string },
    });
  });
});
