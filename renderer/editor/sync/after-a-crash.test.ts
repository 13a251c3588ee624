import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#shared/api/index.ts';
import { clashId, isAwaiting, openClash } from '#shared/graph-saving/index.ts';
import { crashBeforeResponse, openWindow } from '../testing/open-window.ts';
import { SyncWorld } from '../testing/sync-world.ts';
import { setText } from '../testing/three-nodes.ts';

describe('after a crash', () => {
  it('brings back what was journaled and saves it once, though the response never came', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const release = world.holdResponses();
    one.edit(setText('a', 'text', 'mine'));
    const saved = one.driver.flush().catch(() => 'closed');
    await one.journaled();
    await vi.waitFor(() => expect(world.version).toBe(2));
    one.crash();
    release();
    await saved;
    const two = await openWindow(world);
    expect(two.driver.status).toEqual({ kind: 'saved', version: 2 });
    expect(two.value('a')).toBe('mine');
    expect([world.version, world.entries, world.inFlight]).toEqual([2, [], []]);
  });

  it('opens on a full disk, saves what was left once, and writes it down when there is room', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    await crashBeforeResponse(world, one, [setText('a', 'text', 'first')], [setText('a', 'text', 'second')]);
    world.diskFull = true;
    const two = await openWindow(world);
    expect(two.value('a')).toBe('second');
    await vi.waitFor(() => expect(two.driver.status).toMatchObject({ kind: 'unjournaled', waiting: 1 }));
    world.diskFull = false;
    await vi.waitFor(() => {
      two.pass(2000);
      expect(two.driver.state.journalProblem).toBeNull();
    });
    await two.journaled();
    two.crash();
    const three = await openWindow(world);
    expect(three.driver.status.kind).not.toBe('conflict');
    await three.driver.flush();
    expect(world.texts()[0]).toBe('second');
    expect([world.version, world.entries]).toEqual([3, []]);
  });

  it('merges with what others changed elsewhere, without asking', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    one.edit(setText('a', 'text', 'mine'));
    await one.journaled();
    one.crash();
    world.someoneElse([setText('a', 'note', 'theirs'), setText('b', 'text', 'theirs')]);
    const two = await openWindow(world);
    await two.driver.flush();
    expect(world.graph.nodes[0]?.inputs).toMatchObject({
      text: { value: 'mine' },
      note: { value: 'theirs' },
    });
    expect(two.value('b')).toBe('theirs');
  });

  it.each(['mine', 'theirs'] as const)(
    'asks where others changed the same field, and takes %s',
    async (side) => {
      const world = new SyncWorld();
      const one = await openWindow(world);
      one.edit(setText('a', 'text', 'mine'));
      await one.journaled();
      one.crash();
      world.someoneElse([setText('a', 'text', 'theirs')]);
      const two = await openWindow(world);
      expect(two.driver.status).toEqual({ kind: 'conflict', clashes: 1 });
      expect(world.texts()[0]).toBe('theirs');
      // Work goes on meanwhile, also on nodes that have nothing to do with it.
      two.edit(setText('c', 'text', 'later'));
      const [clash] = openClash(two.driver.state)?.clashes ?? [];
      if (!clash) throw new Error('A clash was expected.');
      two.driver.dispatch({ type: 'resolved', choices: new Map([[clashId(clash), side]]) });
      await two.driver.flush();
      expect(world.texts()).toEqual([side, undefined, 'later']);
      expect(two.value('a')).toBe(side);
      expect(world.entries).toEqual([]);
    },
  );

  it('asks nothing about edits that a full disk kept and the service has, newer, from the same window', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    one.edit(setText('a', 'text', 'early'));
    await one.journaled();
    world.diskFull = true;
    one.edit(setText('a', 'text', 'early and'));
    await vi.waitFor(() => expect(one.driver.status.kind).toBe('unjournaled'));
    const release = world.holdResponses();
    const saved = one.driver.flush();
    await vi.waitFor(() => expect(world.version).toBe(2));
    // The response comes while somebody types on.
    one.edit(setText('a', 'text', 'early and late'));
    release();
    await saved;
    await one.driver.flush();
    expect(world.texts()[0]).toBe('early and late');
    // Typing goes on until the end.
    one.edit(setText('a', 'text', 'early, late and lost'));
    one.crash();
    world.diskFull = false;
    const two = await openWindow(world);
    expect(two.driver.status.kind).toBe('saved');
    expect([two.value('a'), world.entries]).toEqual(['early and late', []]);
  });

  it('an unanswered question is asked again by the next window', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    one.edit(setText('a', 'text', 'mine'));
    await one.journaled();
    one.crash();
    world.someoneElse([setText('a', 'text', 'theirs')]);
    const two = await openWindow(world);
    expect(two.driver.status.kind).toBe('conflict');
    two.crash();
    const three = await openWindow(world);
    expect(three.driver.status).toEqual({ kind: 'conflict', clashes: 1 });
  });

  it('does not take its own saved change for that of others', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    const release = world.holdResponses();
    one.edit(setText('a', 'text', 'first'));
    one.driver.dispatch({ type: 'save-due' });
    await vi.waitFor(() => expect(world.version).toBe(2));
    one.edit(setText('a', 'text', 'second'));
    await one.journaled();
    release();
    // The first is taken; the second waits for its time, which never comes.
    await vi.waitFor(() => expect(one.driver.state.version).toBe(2));
    await one.journaled();
    one.crash();
    const two = await openWindow(world);
    expect(two.driver.status.kind).not.toBe('conflict');
    await two.driver.flush();
    expect(world.texts()[0]).toBe('second');
  });

  it('a node that was saved as the window died is there once, though the key has expired since', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    await crashBeforeResponse(
      world,
      one,
      [{ op: 'addNode', node: { id: 'd', type: 'text/join' } }, setText('a', 'text', 'mine')],
      [setText('d', 'text', 'and more')],
    );
    world.forgetKeys();
    world.someoneElse([setText('b', 'text', 'theirs')]);
    const two = await openWindow(world);
    await two.driver.flush();
    expect(world.graph.nodes.map(({ id, inputs }) => [id, inputs?.['text']?.value])).toEqual([
      ['a', 'mine'],
      ['b', 'theirs'],
      ['c', undefined],
      ['d', 'and more'],
    ]);
    await vi.waitFor(() => expect([world.entries, world.inFlight]).toEqual([[], []]));
  });

  it('does not ask about its own change that was saved as the window died', async () => {
    const world = new SyncWorld();
    const one = await openWindow(world);
    await crashBeforeResponse(
      world,
      one,
      [setText('a', 'text', 'first'), { op: 'addNode', node: { id: 'd', type: 'text/join' } }],
      [setText('a', 'text', 'second'), setText('d', 'text', 'of mine')],
    );
    for (let windows = 1; windows <= 2; windows += 1) {
      const next = await openWindow(world);
      expect(next.driver.status.kind).not.toBe('conflict');
      expect([next.value('a'), next.value('d')]).toEqual(['second', 'of mine']);
      await next.journaled();
      next.crash();
    }
    const last = await openWindow(world);
    await last.driver.flush();
    expect(world.texts()).toEqual(['second', undefined, undefined, 'of mine']);
    expect(world.version).toBe(3);
  });

  it.each([
    ['a busy service', new ApiError({ status: 503, code: 'BUSY', message: 'Later.' })],
    [
      'a response that cannot be read',
      new ApiError({ status: 200, code: 'UNEXPECTED_RESPONSE', message: '?' }),
    ],
    ['a cut response', new ApiError({ status: 200, code: 'RESPONSE_CUT', message: 'Cut.' })],
    ['silence', new ApiError({ status: 502, code: 'UNREACHABLE', message: 'Away.' })],
  ])(
    '%s does not tell that nothing was saved: it is asked again under the same key',
    async (_what, loses) => {
      const world = new SyncWorld();
      const one = await openWindow(world);
      world.loses = loses;
      one.edit(setText('a', 'text', 'first'));
      one.driver.dispatch({ type: 'save-due' });
      await vi.waitFor(() => expect(world.version).toBe(2));
      one.edit(setText('a', 'text', 'second'));
      await one.journaled();
      one.crash();
      const two = await openWindow(world);
      await vi.waitFor(() =>
        expect(two.driver.state.phase).toMatchObject({
          kind: 'sending',
          stage: 'waiting',
          request: { attempts: 2 },
        }),
      );
      expect(world.version).toBe(2);
      world.loses = null;
      two.driver.dispatch({ type: 'retry-due' });
      await vi.waitFor(() => expect(isAwaiting(two.driver.state)).toBe(false));
      await two.driver.flush();
      expect(two.driver.status).toEqual({ kind: 'saved', version: 3 });
      expect(world.texts()[0]).toBe('second');
      await vi.waitFor(() => expect([world.entries, world.inFlight]).toEqual([[], []]));
    },
  );
});
