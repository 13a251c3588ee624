import { describe, expect, it, vi } from 'vitest';
import { crashBeforeAnswer, openWindow } from '../testing/open-window.ts';
import { SyncWorld } from '../testing/sync-world.ts';
import { setText } from '../testing/three-nodes.ts';

describe('windows of one computer on one project', () => {
  it('the second one shows at once what the first keeps, saved or not', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const two = await openWindow(world);
    expect([one.driver.state.following, two.driver.state.following]).toEqual([false, true]);
    one.edit(setText('a', 'text', 'of one'));
    await one.kept();
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
    await one.kept();
    two.edit(setText('a', 'text', 'of two'));
    await vi.waitFor(() => expect(two.driver.state.following).toBe(false));
    await two.kept();
    await vi.waitFor(() => expect(one.value('a')).toBe('of two'));
    expect(one.driver.state.following).toBe(true);
    await two.driver.flush();
    expect(world.texts()[0]).toBe('of two');
    expect([world.version, world.entries]).toEqual([2, []]);
    // And back again, with an undo of what was done in the other window.
    one.store.undo();
    await vi.waitFor(() => expect(one.driver.state.following).toBe(false));
    await one.driver.flush();
    expect(world.texts()[0]).toBe('of one');
    await vi.waitFor(() => expect(two.value('a')).toBe('of one'));
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

  it('when the first is killed with a request on its way, the second goes on and it counts once', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const two = await openWindow(world);
    const answer = world.holdAnswers();
    one.edit(setText('a', 'text', 'mine'));
    const saved = one.driver.flush().catch(() => 'closed');
    await vi.waitFor(() => expect(world.version).toBe(2));
    one.crash();
    answer();
    await saved;
    await vi.waitFor(() => expect(two.driver.status).toEqual({ kind: 'saved', version: 2 }));
    expect(two.driver.state.following).toBe(false);
    expect([two.value('a'), world.version, world.entries]).toEqual(['mine', 2, []]);
  });

  it('what the killed window edited on top of its request on its way is no clash for the next', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const two = await openWindow(world);
    await crashBeforeAnswer(world, one, [setText('a', 'text', 'first')], [setText('a', 'text', 'second')]);
    await vi.waitFor(() => expect(two.driver.state.following).toBe(false));
    await two.driver.flush();
    expect(world.texts()[0]).toBe('second');
    expect([two.value('a'), world.entries]).toEqual(['second', []]);
  });
});
