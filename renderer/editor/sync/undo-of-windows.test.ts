import { describe, expect, it, vi } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { openWindow } from '../testing/open-window.ts';
import { SyncWorld } from '../testing/sync-world.ts';

type Window = Awaited<ReturnType<typeof openWindow>>;

const titleOf = ({ store }: Window, nodeId: string) => store.getNode(nodeId)?.title ?? '';

/** Types a name letter by letter, with the answers of the desktop process coming in between. */
async function type(window: Window, nodeId: string, name: string, turns = 0): Promise<void> {
  for (let letters = 1; letters <= name.length; letters += 1) {
    const operation = { op: 'setNodeTitle', nodeId, title: name.slice(0, letters) } as const;
    window.store.applyEdit('rename', [operation], { mergeKey: `title ${nodeId}` });
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
  }
  window.store.history.seal();
}

/** Everything done so far is saved and shown in all windows. */
const settled = async (world: SyncWorld, ...windows: readonly Window[]): Promise<void> => {
  await vi.waitFor(
    async () => {
      for (const { driver } of windows) await driver.flush();
      expect(world.entries).toEqual([]);
      const saved = world.graph.nodes.map(({ title }) => title ?? '');
      for (const window of windows) {
        expect(window.store.getGraph().nodes.map(({ title }) => title ?? '')).toEqual(saved);
      }
    },
    { interval: 1, timeout: 5000 },
  );
};

describe('undo in each of two windows', () => {
  it.each([0, 1, 2, 5, 9])(
    'takes back its own rename whole, typed %i turns a letter while windows took over from each other',
    async (turns) => {
      const world = new SyncWorld();
      const one = await openWindow(world);
      const two = await openWindow(world);
      await type(one, 'a', 'Alpha', turns);
      await type(two, 'b', 'Beta number two', turns);
      await settled(world, one, two);
      expect([one.store.history.depth, two.store.history.depth]).toEqual([1, 1]);
      expect(one.store.undo()).toMatchObject({ label: 'rename', applied: 1, skipped: 0 });
      expect([titleOf(one, 'a'), titleOf(one, 'b')]).toEqual(['', 'Beta number two']);
      expect(one.store.undo()).toBeNull();
      await settled(world, one, two);
      expect(two.store.undo()).toMatchObject({ applied: 1, skipped: 0 });
      expect([titleOf(two, 'a'), titleOf(two, 'b')]).toEqual(['', '']);
    },
  );

  it('is one step where the other took over in the middle of the word', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const two = await openWindow(world);
    for (const [letters, other] of [
      ['B', 'A'],
      ['Be', 'Al'],
      ['Bet', 'Alp'],
    ] as const) {
      two.store.applyEdit('rename', [{ op: 'setNodeTitle', nodeId: 'b', title: letters }], { mergeKey: 'b' });
      await Promise.resolve();
      one.store.applyEdit('rename', [{ op: 'setNodeTitle', nodeId: 'a', title: other }], { mergeKey: 'a' });
      await settled(world, one, two);
    }
    one.store.undo();
    expect([titleOf(one, 'a'), titleOf(one, 'b')]).toEqual(['', 'Bet']);
    await settled(world, one, two);
    two.store.undo();
    expect([titleOf(two, 'a'), titleOf(two, 'b')]).toEqual(['', '']);
  });

  it('leaves what the other changed since, says so, and brings no half a word', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const two = await openWindow(world);
    await type(one, 'a', 'Alpha');
    await settled(world, one, two);
    await type(two, 'a', 'Beta', 1);
    await settled(world, one, two);
    expect(one.store.undo()).toMatchObject({ applied: 0, skipped: 1 });
    await settled(world, one, two);
    expect([titleOf(one, 'a'), titleOf(two, 'a')]).toEqual(['Beta', 'Beta']);
    two.store.undo();
    await settled(world, one, two);
    expect(titleOf(one, 'a')).toBe('Alpha');
  });

  it('goes on after the window was loaded anew beside the other, and with everything when it opens alone', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const two = await openWindow(world);
    await type(one, 'a', 'Alpha');
    await type(two, 'b', 'Beta');
    await settled(world, one, two);
    one.crash();
    const again = await openWindow(world, ['w1']);
    expect([again.store.history.depth, two.store.history.depth]).toEqual([1, 1]);
    expect(again.store.undo()).toMatchObject({ applied: 1 });
    await settled(world, again, two);
    expect([titleOf(two, 'a'), titleOf(two, 'b')]).toEqual(['', 'Beta']);
    again.crash();
    two.crash();
    const alone = await openWindow(world);
    expect([alone.store.history.depth, alone.store.history.redoDepth]).toEqual([1, 1]);
    alone.store.redo();
    expect(titleOf(alone, 'a')).toBe('Alpha');
    // A new step ends what could be made again, also of what was adopted.
    alone.store.undo();
    await type(alone, 'c', 'Gamma');
    await settled(world, alone);
    alone.crash();
    const last = await openWindow(world);
    expect([last.store.history.depth, last.store.history.canRedo]).toEqual([2, false]);
  });

  it('takes back and makes again what was done there and nothing else, whatever both do', async () => {
    const act = fc.record({
      window: fc.nat(1),
      do: fc.constantFrom('type', 'type', 'undo', 'redo'),
      node: fc.constantFrom('a', 'b', 'c'),
      name: fc.constantFrom('Alpha', 'Beta two', 'From tab'),
      turns: fc.nat(4),
      /** Whether the other window has all of it before the next is done. */
      settles: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 10 }), async (acts) => {
        const world = new SyncWorld();
        const windows = [await openWindow(world), await openWindow(world)] as const;
        const whole = new Set(['', 'Alpha', 'Beta two', 'From tab']);
        const counts = [0, 0];
        for (const { window: index, do: what, node, name, turns, settles } of acts) {
          const window = windows[index === 0 ? 0 : 1];
          const before = window.store.history.depth;
          if (what === 'type') {
            const isNew = titleOf(window, node) !== name;
            await type(window, node, name, turns);
            // A letter that is the name already is no step.
            counts[index] = before + (isNew || name.length > 1 ? 1 : 0);
          } else {
            const taken = window.store[what]();
            counts[index] = before + (taken === null ? 0 : what === 'undo' ? -1 : 1);
          }
          if (settles) await settled(world, ...windows);
          for (const [at, { store }] of windows.entries()) expect(store.history.depth).toBe(counts[at]);
        }
        await settled(world, ...windows);
        for (const { title } of world.graph.nodes) expect(whole).toContain(title ?? '');
        for (const [at, { store }] of windows.entries()) expect(store.history.depth).toBe(counts[at]);
      }),
      { numRuns: 25 },
    );
  });
});
