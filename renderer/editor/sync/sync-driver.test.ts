import { describe, expect, it, vi } from 'vitest';
import type { PatchOperation } from '#shared/api/index.ts';
import { clashId, openClash } from '#shared/graph-saving/index.ts';
import { openWindow } from '../testing/open-window.ts';
import { SyncWorld } from '../testing/sync-world.ts';
import { setText } from '../testing/three-nodes.ts';
import { openDocument } from './open-document.ts';

describe('a disk that is full', () => {
  it('the state says so, and the edit is journaled when there is room', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    world.diskFull = true;
    one.edit(setText('a', 'text', 'mine'));
    await vi.waitFor(() =>
      expect(one.driver.status).toMatchObject({
        kind: 'unjournaled',
        message: /disk .* is full/,
        waiting: 1,
      }),
    );
    one.edit(setText('b', 'text', 'more'));
    world.diskFull = false;
    await vi.waitFor(() => {
      one.pass(2000);
      expect(one.driver.state.journalProblem).toBeNull();
    });
    await one.journaled();
    expect(world.entries.flatMap(({ operations }) => operations)).toEqual([
      setText('a', 'text', 'mine'),
      setText('b', 'text', 'more'),
    ]);
    expect(world.history.done).toHaveLength(2);
  });

  it('a write whose response was lost is repeated as it was, and what came later goes down after it', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    world.appends = [];
    world.diskFull = true;
    one.edit(setText('a', 'text', 'mine'));
    await vi.waitFor(() => expect(one.driver.status.kind).toBe('unjournaled'));
    one.edit(setText('b', 'text', 'more'));
    world.diskFull = false;
    await vi.waitFor(() => {
      one.pass(2000);
      expect(one.driver.state.journalProblem).toBeNull();
    });
    await one.journaled();
    // Once refused, once repeated, and the rest.
    expect(world.appends).toEqual([1, 1, 1]);
  });

  it('is no reason not to save', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    world.diskFull = true;
    one.edit(setText('a', 'text', 'mine'));
    await vi.waitFor(() => expect(one.driver.status.kind).toBe('unjournaled'));
    await one.driver.flush();
    expect(world.texts()[0]).toBe('mine');
  });
});

describe('the undo history', () => {
  it('is there after a crash: undo and redo make ordinary edits', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    one.edit(setText('a', 'text', 'first'));
    await one.driver.flush();
    one.edit(setText('a', 'text', 'second'));
    await one.journaled();
    one.crash();
    const two = await openWindow(world);
    expect(two.value('a')).toBe('second');
    two.store.undo();
    expect(two.value('a')).toBe('first');
    await two.journaled();
    two.crash();
    const three = await openWindow(world);
    expect(three.value('a')).toBe('first');
    three.store.redo();
    three.store.undo();
    three.store.undo();
    await three.driver.flush();
    expect(world.graph.nodes[0]?.inputs?.['text']).toBeUndefined();
  });

  it('leaves alone what others changed in between', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    one.edit(setText('a', 'text', 'mine'), setText('b', 'text', 'mine too'));
    await one.driver.flush();
    one.crash();
    world.someoneElse([setText('a', 'text', 'theirs')]);
    const two = await openWindow(world);
    expect(two.store.undo()).toEqual({ label: 'edit', applied: 1, skipped: 1, touched: ['b'], items: [] });
    await two.driver.flush();
    expect(world.texts()).toEqual(['theirs', undefined, undefined]);
  });
});

describe('what others change', () => {
  it('is looked for every 12 seconds, and not before a service that is busy says', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    world.someoneElse([setText('a', 'text', 'theirs')]);
    one.pass(12_000);
    await vi.waitFor(() => expect(one.value('a')).toBe('theirs'));
    world.busyFor = 60;
    const { looks } = world;
    await one.driver.poll();
    expect(world.looks).toBe(looks + 1);
    for (let passed = 12_000; passed < 60_000; passed += 12_000) {
      one.later(12_000);
      one.pass(12_000);
    }
    expect(world.looks).toBe(looks + 1);
    one.later(12_000);
    one.pass(12_000);
    expect(world.looks).toBe(looks + 2);
  });

  /** Somebody else's change has been read while something is held here. */
  async function heldBeside(world: SyncWorld, theirs: PatchOperation[]) {
    const one = await openWindow(world);
    one.driver.pauseRemote();
    world.someoneElse(theirs);
    await one.driver.poll();
    await vi.waitFor(() => expect(one.driver.hasRemoteChange).toBe(true));
    return one;
  }

  it('waits while something is held, and comes with what was done to it', async () => {
    const world = new SyncWorld();
    const one = await heldBeside(world, [
      setText('a', 'text', 'theirs'),
      { op: 'moveNode', nodeId: 'b', position: { x: 7, y: 7 } },
    ]);
    expect([one.value('a'), one.store.getNode('b')?.position]).toEqual([undefined, { x: 0, y: 0 }]);
    one.edit({ op: 'moveNode', nodeId: 'b', position: { x: 50, y: 0 } });
    one.driver.resumeRemote();
    await vi.waitFor(() => expect(one.value('a')).toBe('theirs'));
    expect(one.store.getNode('b')?.position).toEqual({ x: 50, y: 0 });
    await one.driver.flush();
    expect(world.graph.nodes[1]?.position).toEqual({ x: 50, y: 0 });
  });

  it('a node that is dragged while somebody deletes it goes, and the others move', async () => {
    const world = new SyncWorld();
    const one = await heldBeside(world, [{ op: 'removeNode', nodeId: 'b' }]);
    one.edit(
      { op: 'moveNode', nodeId: 'a', position: { x: 50, y: 0 } },
      { op: 'moveNode', nodeId: 'b', position: { x: 50, y: 90 } },
    );
    one.driver.resumeRemote();
    await vi.waitFor(() => expect(one.store.getNode('b')).toBeUndefined());
    await one.driver.flush();
    expect(world.graph.nodes.map(({ id, position }) => [id, position?.x])).toEqual([
      ['a', 50],
      ['c', 0],
    ]);
  });

  it('a wire that is drawn to a node while somebody deletes that is asked about', async () => {
    const world = new SyncWorld();
    const one = await heldBeside(world, [{ op: 'removeNode', nodeId: 'b' }]);
    one.edit({ op: 'connect', from: ['a', 'text'], to: ['b', 'text'] });
    one.driver.resumeRemote();
    await vi.waitFor(() => expect(one.driver.status.kind).toBe('conflict'));
    const [clash] = openClash(one.driver.state)!.clashes;
    one.driver.dispatch({ type: 'resolved', choices: new Map([[clashId(clash!), 'mine']]) });
    await one.driver.flush();
    expect(world.graph.connections).toEqual([{ from: ['a', 'text'], to: ['b', 'text'] }]);
  });

  it('leaves what was here before a merge in the local history, whatever is chosen', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    world.someoneElse([setText('a', 'text', 'theirs')]);
    one.edit(setText('a', 'text', 'mine'), setText('b', 'text', 'mine'));
    one.driver.dispatch({ type: 'save-due' });
    await vi.waitFor(() => expect(one.driver.status.kind).toBe('conflict'));
    const [clash] = openClash(one.driver.state)!.clashes;
    one.driver.dispatch({ type: 'resolved', choices: new Map([[clashId(clash!), 'theirs']]) });
    await one.driver.flush();
    expect(one.value('a')).toBe('theirs');
    expect(world.savedVersions[0]?.version).toBe(1);
    expect(world.savedVersions[0]?.graph.nodes.map((node) => node.inputs?.['text']?.value)).toEqual([
      'mine',
      'mine',
      undefined,
    ]);
  });
});

describe('a project that was deleted elsewhere while the app was closed', () => {
  it('opens from the local history with the edits that wait, says so, and goes on when it is there again', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    one.edit(setText('a', 'text', 'mine'));
    await one.journaled();
    one.crash();
    world.isDeleted = true;
    const two = await openWindow(world);
    expect([two.driver.status, two.value('a')]).toEqual([{ kind: 'gone', waiting: 1 }, 'mine']);
    two.edit(setText('b', 'text', 'more'));
    await two.journaled();
    expect(world.entries).toHaveLength(2);
    two.crash();
    world.isDeleted = false;
    const three = await openWindow(world);
    await three.driver.flush();
    expect(world.texts()).toEqual(['mine', 'more', undefined]);
  });

  it('has the name that this computer knows', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    one.edit(setText('a', 'text', 'mine'));
    await one.journaled();
    one.crash();
    world.isDeleted = true;
    world.details = { name: 'Spring titles', metadata: { client: 'North' } };
    expect(await openDocument(world.ports())).toMatchObject({ isMissing: true, name: 'Spring titles' });
    world.details = null;
    world.writer = null;
    expect(await openDocument(world.ports())).toMatchObject({ isMissing: true, name: 'Recovered project' });
  });

  it('does not open when nothing of it waits here', async () => {
    const world = new SyncWorld();
    world.isDeleted = true;
    await expect(openWindow(world)).rejects.toMatchObject({ status: 404 });
  });
});
