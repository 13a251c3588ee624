import { describe, expect, it, vi } from 'vitest';
import { crashBeforeResponse, openWindow } from '../testing/open-window.ts';
import { SyncWorld } from '../testing/sync-world.ts';
import { setText } from '../testing/three-nodes.ts';

/** What others keep comes late to a window. @returns a function after which it comes. */
function deaf({ watchers }: SyncWorld, window: string): () => void {
  const listen = watchers.get(window)!;
  const late: Parameters<typeof listen>[0][] = [];
  watchers.set(window, (event) => late.push(event));
  return () => {
    watchers.set(window, listen);
    for (const event of late) listen(event);
  };
}

describe('windows of one computer on one project', () => {
  it('the second one shows at once what the first keeps, saved or not', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const two = await openWindow(world);
    expect([one.driver.state.writer, two.driver.state.writer]).toEqual(['own', 'following']);
    one.edit(setText('a', 'text', 'of one'));
    await one.journaled();
    expect(two.value('a')).toBe('of one');
    expect(world.version).toBe(1);
    await one.driver.flush();
    await vi.waitFor(() => expect(two.driver.status).toEqual({ kind: 'saved', version: 2 }));
    expect(two.value('a')).toBe('of one');
  });

  it('an edit in the second takes over with everything, and the first follows', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const two = await openWindow(world);
    one.edit(setText('a', 'text', 'of one'));
    await one.journaled();
    two.edit(setText('a', 'text', 'of two'));
    await vi.waitFor(() => expect(two.driver.state.writer).toBe('own'));
    await two.journaled();
    await vi.waitFor(() => expect(one.value('a')).toBe('of two'));
    expect(one.driver.state.writer).toBe('following');
    await two.driver.flush();
    expect(world.texts()[0]).toBe('of two');
    expect([world.version, world.entries]).toEqual([2, []]);
    // And back again, with another edit in the first.
    one.edit(setText('b', 'text', 'of one again'));
    await vi.waitFor(() => expect(one.driver.state.writer).toBe('own'));
    await one.driver.flush();
    expect(world.texts().slice(0, 2)).toEqual(['of two', 'of one again']);
    await vi.waitFor(() => expect(two.value('b')).toBe('of one again'));
  });

  it('one that was cut off goes on with what another left in the journal meanwhile, and it is saved', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const two = await openWindow(world);
    const restore = world.cutOff('w1');
    await vi.waitFor(() => expect(two.driver.state.writer).toBe('own'));
    two.edit(setText('b', 'text', 'of two'));
    await two.journaled();
    two.crash();
    one.edit(setText('a', 'text', 'of one'));
    await one.journaled();
    restore();
    await vi.waitFor(() => expect(one.value('b')).toBe('of two'));
    await one.driver.flush();
    expect(world.texts()).toEqual(['of one', 'of two', undefined]);
    expect(world.entries).toEqual([]);
  });

  it('edits made in both at the same moment all reach the service', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const two = await openWindow(world);
    one.edit(setText('a', 'text', 'of one'));
    two.edit(setText('b', 'text', 'of two'));
    await vi.waitFor(async () => {
      await one.driver.flush();
      await two.driver.flush();
      expect(world.texts()).toEqual(['of one', 'of two', undefined]);
    });
    expect(world.entries).toEqual([]);
  });

  it('texts written in one field at the same moment both stay, and each window shows both', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const two = await openWindow(world);
    one.edit(setText('a', 'text', 'a red fox'));
    await one.journaled();
    await one.driver.flush();
    await vi.waitFor(() => expect(two.value('a')).toBe('a red fox'));
    const hear = deaf(world, 'w2');
    one.edit(setText('a', 'text', 'a red fox in the snow'));
    await one.journaled();
    two.edit(setText('a', 'text', 'a quick'));
    two.edit(setText('a', 'text', 'a quick red fox'));
    hear();
    const both = 'a quick red fox in the snow';
    await vi.waitFor(async () => {
      await one.driver.flush();
      await two.driver.flush();
      expect([one.value('a'), two.value('a'), world.texts()[0]]).toEqual([both, both, both]);
    });
    expect(world.entries).toEqual([]);
  });

  it('a text written in one place in both stands behind that of the window that was first', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const two = await openWindow(world);
    one.edit(setText('a', 'text', 'base'));
    await one.driver.flush();
    await vi.waitFor(() => expect(two.value('a')).toBe('base'));
    const hear = deaf(world, 'w2');
    one.edit(setText('a', 'text', 'first'));
    await one.driver.flush();
    two.edit(setText('a', 'text', 'second'));
    hear();
    await vi.waitFor(async () => {
      await two.driver.flush();
      expect([one.value('a'), two.value('a'), world.texts()[0]]).toEqual(
        Array.from({ length: 3 }, () => 'first\nsecond'),
      );
    });
  });

  it('when the first is killed with a request on its way, the second goes on and it counts once', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const two = await openWindow(world);
    const release = world.holdResponses();
    one.edit(setText('a', 'text', 'mine'));
    const saved = one.driver.flush().catch(() => 'closed');
    await vi.waitFor(() => expect(world.version).toBe(2));
    one.crash();
    release();
    await saved;
    await vi.waitFor(() => expect(two.driver.status).toEqual({ kind: 'saved', version: 2 }));
    expect(two.driver.state.writer).toBe('own');
    expect([two.value('a'), world.version, world.entries]).toEqual(['mine', 2, []]);
  });

  it('what the killed window edited on top of its request on its way is no clash for the next', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const two = await openWindow(world);
    await crashBeforeResponse(world, one, [setText('a', 'text', 'first')], [setText('a', 'text', 'second')]);
    await vi.waitFor(() => expect(two.driver.state.writer).toBe('own'));
    await two.driver.flush();
    expect(world.texts()[0]).toBe('second');
    expect([two.value('a'), world.entries]).toEqual(['second', []]);
  });
});

it('a node that is dragged in one window while another deletes it goes, is said to be gone, and the others move', async () => {
  const world = new SyncWorld();
  const one = await openWindow(world);
  const two = await openWindow(world);
  two.driver.pauseRemote();
  one.edit({ op: 'removeNode', nodeId: 'b' });
  await one.journaled();
  expect(two.store.getNode('b')).toBeDefined();
  two.edit(
    { op: 'moveNode', nodeId: 'a', position: { x: 50, y: 0 } },
    { op: 'moveNode', nodeId: 'b', position: { x: 50, y: 90 } },
  );
  two.driver.resumeRemote();
  expect(two.store.getNode('b')).toBeUndefined();
  await two.driver.flush();
  expect(two.messages).toEqual([
    'A part of your last step was left out: what it changes has been deleted meanwhile.',
  ]);
  expect(world.graph.nodes.map(({ id, position }) => [id, position?.x])).toEqual([
    ['a', 50],
    ['c', 0],
  ]);
});

describe('undo beside a gesture of another window', () => {
  const labels = ({ store }: Awaited<ReturnType<typeof openWindow>>) => ({
    done: store.history.stacks.done.map(({ label }) => label),
    undone: store.history.stacks.undone.map(({ label }) => label),
  });

  /** Two windows; in the second a step is done, and then a gesture is held in the first. */
  async function midGesture(world: SyncWorld) {
    const one = await openWindow(world);
    const two = await openWindow(world);
    two.store.applyEdit('the step before', [setText('a', 'text', 'step')]);
    await two.journaled();
    await two.driver.flush();
    await vi.waitFor(() => expect(one.value('a')).toBe('step'));
    const drag = async (text: string): Promise<void> => {
      one.edit(setText('b', 'text', text));
      await one.journaled();
    };
    return { one, two, drag };
  }

  it('waits for its end, and then takes back the step of its own window', async () => {
    const world = new SyncWorld();
    const { one, two, drag } = await midGesture(world);
    one.store.mark('the gesture');
    await drag('half');
    expect([two.store.history.hasRemoteGesture, one.store.history.hasRemoteGesture]).toEqual([true, false]);
    expect([two.store.undo(), two.store.redo(), two.value('a'), two.value('b')]).toEqual([
      null,
      null,
      'step',
      'half',
    ]);
    expect(two.driver.state.writer).toBe('following');
    await drag('whole');
    one.store.release();
    await vi.waitFor(() => expect(labels(two).done).toEqual(['the step before', 'the gesture']));
    two.store.undo();
    await vi.waitFor(() => expect(two.driver.state.writer).toBe('own'));
    await two.driver.flush();
    expect(world.texts()).toEqual([undefined, 'whole', undefined]);
  });

  it('takes back the step before it where nothing was received of it yet, and leaves it a step of its own', async () => {
    const world = new SyncWorld();
    const { one, two, drag } = await midGesture(world);
    // What the first keeps from here on comes late.
    const [, [id, hears]] = [...world.watchers] as [unknown, [string, () => void]];
    world.watchers.set(id, () => undefined);
    one.store.mark('the gesture');
    await drag('half');
    expect(two.store.undo()).toMatchObject({ label: 'the step before', applied: 1 });
    world.watchers.set(id, hears);
    await vi.waitFor(() => expect(two.driver.state.writer).toBe('own'));
    await two.driver.flush();
    expect(world.texts()).toEqual([undefined, 'half', undefined]);
    expect(labels(two)).toEqual({ done: ['the gesture'], undone: ['the step before'] });
    // The gesture goes on where it is held, as a step of its own from there.
    await drag('whole');
    one.store.release();
    await one.driver.flush();
    expect(world.texts()).toEqual([undefined, 'whole', undefined]);
    expect(labels(one)).toEqual({ done: ['the gesture', 'the gesture'], undone: ['the step before'] });
    one.store.undo();
    await one.driver.flush();
    expect(world.texts()).toEqual([undefined, 'half', undefined]);
    one.store.undo();
    await one.driver.flush();
    expect(world.texts()).toEqual([undefined, undefined, undefined]);
  });

  it('an edit made beside it comes after it', async () => {
    const world = new SyncWorld();
    const { one, two, drag } = await midGesture(world);
    one.store.mark('the gesture');
    await drag('half');
    two.store.applyEdit('an edit beside', [setText('c', 'text', 'beside')]);
    await vi.waitFor(() => expect(two.driver.state.writer).toBe('own'));
    await two.journaled();
    expect(labels(two).done).toEqual(['the step before', 'the gesture', 'an edit beside']);
    await vi.waitFor(() => expect(labels(one)).toEqual(labels(two)));
    await drag('whole');
    one.store.release();
    await one.driver.flush();
    one.store.undo();
    await one.driver.flush();
    expect(world.texts()).toEqual(['step', 'half', 'beside']);
  });
});
