import { describe, expect, it, vi } from 'vitest';
import { ApiError, endpoints, type ApiClient, type PatchOperation } from '#shared/api/index.ts';
import type { JournalEntry, JournalInFlight, JournalNews, UndoStacks } from '#shared/desk/index.ts';
import { applyOperations } from '#shared/graph/operations.ts';
import type { Graph, NodeCatalogue } from '#shared/graph/types.ts';
import { EditorStore } from '../model/editor-store.ts';
import type { EditorPorts } from '../ports.ts';
import { openDocument } from './open-document.ts';
import type { SyncClock } from './sync-clock.ts';
import { SyncDriver } from './sync-driver.ts';
import { advanceUndo, clashId } from '#shared/sync/index.ts';

const start: Graph = {
  nodes: ['a', 'b', 'c'].map((id) => ({ id, type: 'text/join', position: { x: 0, y: 0 }, inputs: {} })),
  connections: [],
};
const set = (nodeId: string, input: string, value: unknown): PatchOperation => ({
  op: 'setNodeInput',
  nodeId,
  input,
  value: { type: 'string', value },
});
const nothingKnown: NodeCatalogue = { pinsOf: () => undefined };

/** One service and one desktop process, which any number of windows share. */
class World {
  graph: Graph = start;
  version = 1;
  /** Held back while set: requests that arrived and whose answer is not given yet. */
  hold: Promise<void> | null = null;
  /** Set while changes are made and their answers get lost. */
  loses: ApiError | null = null;
  /** The desktop process: one journal, written by one window at a time. */
  entries: JournalEntry[] = [];
  inFlight: JournalInFlight[] = [];
  history: UndoStacks = { done: [], undone: [] };
  writer: string | null = null;
  /** States that windows put into the local history. */
  readonly kept: { version: number; graph: Graph }[] = [];
  /** How often the version was looked up. */
  looks = 0;
  readonly watchers = new Map<string, (news: JournalNews | 'missed') => void>();
  isDeleted = false;
  /** How many entries each attempt to write had. */
  appends: number[] = [];
  /** Seconds that a look has to wait. */
  busyFor: number | null = null;
  /** While true nothing can be written. */
  diskFull = false;
  #answers = new Map<string, object>();
  #windows = 0;

  /** As a service does with keys after a day. */
  forgetKeys(): void {
    this.#answers.clear();
  }
  someoneElse(operations: PatchOperation[]): void {
    const applied = applyOperations(this.graph, operations);
    if (!applied.ok) throw new Error(applied.refusal.reason);
    this.graph = applied.graph;
    this.version += 1;
  }

  #patch(key: string, body: { expectedVersion: number; operations: PatchOperation[] }): object {
    const replay = this.#answers.get(key);
    if (replay) return replay;
    if (body.expectedVersion !== this.version) {
      throw new ApiError({ status: 409, code: 'CONFLICT', message: 'The project changed.' });
    }
    this.someoneElse(body.operations);
    this.#answers.set(key, this.#document());
    return this.#document();
  }
  #document(): object {
    return { projectId: 'p', name: 'Test', version: this.version, document: { graph: this.graph } };
  }

  async #call(endpoint: { id: string }, args: { idempotencyKey?: string; body?: unknown }): Promise<unknown> {
    if (this.isDeleted) throw new ApiError({ status: 404, code: 'NOT_FOUND', message: 'Gone.' });
    if (endpoint.id === endpoints.projects.get.id) this.looks += 1;
    if (endpoint.id === endpoints.projects.get.id && this.busyFor !== null) {
      throw new ApiError({ status: 429, code: 'RATE', message: 'Later.', retryAfter: this.busyFor });
    }
    const answer =
      endpoint.id === endpoints.projects.patchDocument.id
        ? this.#patch(
            args.idempotencyKey ?? '',
            args.body as { expectedVersion: number; operations: PatchOperation[] },
          )
        : this.#document();
    await this.hold;
    if (this.loses && endpoint.id === endpoints.projects.patchDocument.id) throw this.loses;
    return answer;
  }

  #write(window: string, news: JournalNews | null, change: () => void): Promise<void> {
    if (this.diskFull) {
      const message = 'The disk of this computer is full. Free some space on it, then try again.';
      return Promise.reject(new ApiError({ status: 507, code: 'DISK_FULL', message }));
    }
    this.writer ??= window;
    if (this.writer !== window) {
      return Promise.reject(new ApiError({ status: 409, code: 'NOT_WRITER', message: 'Another window.' }));
    }
    change();
    if (news) for (const [id, tell] of this.watchers) if (id !== window) tell(structuredClone(news));
    return Promise.resolve();
  }
  #drop(ids: readonly string[]): void {
    this.entries = this.entries.filter(({ id }) => !ids.includes(id));
    const left = this.entries.map(({ id }) => id);
    this.inFlight = this.inFlight.filter(({ entryIds }) => entryIds.some((id) => left.includes(id)));
  }
  #setWriter(writer: string | null): void {
    if (this.writer === writer) return;
    this.writer = writer;
    for (const [id, tell] of this.watchers) if (id !== writer) tell({ kind: 'writer', writer });
  }

  ports(): EditorPorts {
    const window = `w${(this.#windows += 1)}`;
    const unused = () => Promise.reject(new Error('not asked for here'));
    return {
      connectionId: 'local',
      projectId: 'p',
      api: ((endpoint: { id: string }, args: object) => this.#call(endpoint, args)) as unknown as ApiClient,
      journal: {
        claim: async (take) => {
          if (take || this.writer === null) this.#setWriter(window);
          const { entries, inFlight, history } = structuredClone({
            entries: this.entries,
            inFlight: this.inFlight,
            history: this.history,
          });
          return { writing: this.writer === window, entries, inFlight, history };
        },
        append: (entries, history) => {
          this.appends.push(entries.length);
          return this.#write(
            window,
            { kind: 'appended', entries: [...entries], history: [...history] },
            () => {
              const known = this.entries.map(({ id }) => id);
              this.entries.push(...entries.filter(({ id }) => !known.includes(id)));
              this.history = history.reduce(advanceUndo, this.history);
            },
          );
        },
        sending: (request) => this.#write(window, null, () => this.inFlight.push(request)),
        acknowledge: (ids) =>
          this.#write(window, { kind: 'replaced', ids: [...ids], entries: [] }, () => this.#drop(ids)),
        replace: ({ replaced, entries }) =>
          this.#write(window, { kind: 'replaced', ids: [...replaced], entries: [...entries] }, () => {
            this.#drop(replaced);
            this.entries.push(...entries);
            this.inFlight = [];
          }),
        carryHistory: unused,
        leave: () => {
          this.watchers.delete(window);
          if (this.writer === window) this.#setWriter(null);
        },
        watch: (listener) => {
          this.watchers.set(window, listener);
          return () => void this.watchers.delete(window);
        },
      },
      supportedOperations: () => Promise.resolve(null),
      mediaUrls: unused,
      listFiles: unused,
      startUpload: unused,
      cancelUpload: unused,
      retryUpload: unused,
      pauseUpload: unused,
      resumeUpload: unused,
      settleUpload: unused,
      listUploads: unused,
      settings: unused,
      subscribe: () => () => undefined,
      lastVersion: () => Promise.resolve({ version: this.version, graph: this.graph }),
      keepVersion: (state) => Promise.resolve(void this.kept.push(state)),
    };
  }
}

/** A window with the project open. */
async function openWindow(world: World) {
  const ports = world.ports();
  const opened = await openDocument(ports);
  const store = new EditorStore(opened.graph, nothingKnown);
  store.history.restore(opened.history);
  const timers: { ms: number; run: () => void }[] = [];
  let uptime = 0;
  const clock: SyncClock = {
    after: (ms, run) => {
      if (ms > 0) {
        const timer = { ms, run };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), timers.includes(timer) ? 1 : 0);
      }
      queueMicrotask(run);
      return () => undefined;
    },
    now: () => uptime,
  };
  const driver = new SyncDriver({
    ports,
    opened,
    screen: {
      adopt: (graph) => store.adoptRemote(graph),
      rename: (ids) => store.renameNodes(ids),
      tell: () => undefined,
      history: store.history,
    },
    clock,
  });
  store.onEdit(({ label, operations }) => driver.edited(label, operations));
  store.history.onChange((change) => driver.noteHistory(change));
  driver.takeUpWhatWasLeft();
  return {
    store,
    driver,
    edit: (...operations: PatchOperation[]) => store.applyEdit('edit', operations),
    value: (nodeId: string) => store.getNode(nodeId)?.inputs?.['text']?.value,
    /** Every edit so far is in the journal. */
    kept: () => vi.waitFor(() => expect(driver.state.pending.every((edit) => edit.kept)).toBe(true)),
    /** What waits for exactly this long happens now. */
    pass: (ms: number) => {
      for (const timer of timers.filter((one) => one.ms === ms)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.run();
      }
    },
    later: (ms: number) => (uptime += ms),
    /** The process dies: nothing more is sent, and the desktop process sees it gone. */
    crash: () => {
      driver.stop();
      ports.journal.leave();
    },
  };
}

describe('windows of one computer on one project', () => {
  it('the second one shows at once what the first keeps, saved or not', async () => {
    const world = new World();
    const one = await openWindow(world);
    const two = await openWindow(world);
    expect([one.driver.state.following, two.driver.state.following]).toEqual([false, true]);
    one.edit(set('a', 'text', 'of one'));
    await one.kept();
    expect(two.value('a')).toBe('of one');
    expect(world.version).toBe(1);
    await one.driver.flush();
    await vi.waitFor(() => expect(two.driver.status).toEqual({ kind: 'saved', version: 2 }));
    expect(two.value('a')).toBe('of one');
  });

  it('an edit in the second takes over with everything, and the first follows', async () => {
    const world = new World();
    const one = await openWindow(world);
    const two = await openWindow(world);
    one.edit(set('a', 'text', 'of one'));
    await one.kept();
    two.edit(set('a', 'text', 'of two'));
    await vi.waitFor(() => expect(two.driver.state.following).toBe(false));
    await two.kept();
    await vi.waitFor(() => expect(one.value('a')).toBe('of two'));
    expect(one.driver.state.following).toBe(true);
    await two.driver.flush();
    expect(world.graph.nodes[0]?.inputs?.['text']?.value).toBe('of two');
    expect([world.version, world.entries]).toEqual([2, []]);
    // And back again, with an undo of what was done in the other window.
    one.store.undo();
    await vi.waitFor(() => expect(one.driver.state.following).toBe(false));
    await one.driver.flush();
    expect(world.graph.nodes[0]?.inputs?.['text']?.value).toBe('of one');
    await vi.waitFor(() => expect(two.value('a')).toBe('of one'));
  });

  it('edits made in both at the same moment all reach the service', async () => {
    const world = new World();
    const one = await openWindow(world);
    const two = await openWindow(world);
    one.edit(set('a', 'text', 'of one'));
    two.edit(set('b', 'text', 'of two'));
    await vi.waitFor(async () => {
      await one.driver.flush();
      await two.driver.flush();
      expect(world.graph.nodes.map((node) => node.inputs?.['text']?.value)).toEqual([
        'of one',
        'of two',
        undefined,
      ]);
    });
    expect(world.entries).toEqual([]);
  });

  it('when the first is killed with a request on its way, the second goes on and it counts once', async () => {
    const world = new World();
    const one = await openWindow(world);
    const two = await openWindow(world);
    let answer = (): void => undefined;
    world.hold = new Promise((resolve) => {
      answer = resolve;
    });
    one.edit(set('a', 'text', 'mine'));
    const saved = one.driver.flush().catch(() => 'closed');
    await vi.waitFor(() => expect(world.version).toBe(2));
    one.crash();
    answer();
    world.hold = null;
    await saved;
    await vi.waitFor(() => expect(two.driver.status).toEqual({ kind: 'saved', version: 2 }));
    expect(two.driver.state.following).toBe(false);
    expect([two.value('a'), world.version, world.entries]).toEqual(['mine', 2, []]);
  });
});

it('what the killed window edited on top of its request on its way is no clash for the next', async () => {
  const world = new World();
  const one = await openWindow(world);
  const two = await openWindow(world);
  world.hold = new Promise(() => undefined);
  one.edit(set('a', 'text', 'first'));
  one.driver.dispatch({ type: 'save-due' });
  await vi.waitFor(() => expect(world.version).toBe(2));
  one.edit(set('a', 'text', 'second'));
  await one.kept();
  world.hold = null;
  one.crash();
  await vi.waitFor(() => expect(two.driver.state.following).toBe(false));
  await two.driver.flush();
  expect(world.graph.nodes[0]?.inputs?.['text']?.value).toBe('second');
  expect([two.value('a'), world.entries]).toEqual(['second', []]);
});

describe('a disk that is full', () => {
  it('the state says not kept, and the edit is kept when there is room', async () => {
    const world = new World();
    const one = await openWindow(world);
    world.diskFull = true;
    one.edit(set('a', 'text', 'mine'));
    await vi.waitFor(() =>
      expect(one.driver.status).toMatchObject({ kind: 'unkept', message: /disk .* is full/, waiting: 1 }),
    );
    one.edit(set('b', 'text', 'more'));
    world.diskFull = false;
    await vi.waitFor(() => {
      one.pass(2000);
      expect(one.driver.state.unkept).toBeNull();
    });
    await one.kept();
    expect(world.entries.flatMap(({ operations }) => operations)).toEqual([
      set('a', 'text', 'mine'),
      set('b', 'text', 'more'),
    ]);
    expect(world.history.done).toHaveLength(2);
  });

  it('a write whose answer was lost is repeated as it was, and what came later goes down after it', async () => {
    const world = new World();
    const one = await openWindow(world);
    world.appends = [];
    world.diskFull = true;
    one.edit(set('a', 'text', 'mine'));
    await vi.waitFor(() => expect(one.driver.status.kind).toBe('unkept'));
    one.edit(set('b', 'text', 'more'));
    world.diskFull = false;
    await vi.waitFor(() => {
      one.pass(2000);
      expect(one.driver.state.unkept).toBeNull();
    });
    await one.kept();
    // Once refused, once repeated, and the rest.
    expect(world.appends).toEqual([1, 1, 1]);
  });

  it('is no reason not to save', async () => {
    const world = new World();
    const one = await openWindow(world);
    world.diskFull = true;
    one.edit(set('a', 'text', 'mine'));
    await vi.waitFor(() => expect(one.driver.status.kind).toBe('unkept'));
    await one.driver.flush();
    expect(world.graph.nodes[0]?.inputs?.['text']?.value).toBe('mine');
  });
});

describe('the undo history', () => {
  it('is there after a crash: undo and redo make ordinary edits', async () => {
    const world = new World();
    const one = await openWindow(world);
    one.edit(set('a', 'text', 'first'));
    await one.driver.flush();
    one.edit(set('a', 'text', 'second'));
    await one.kept();
    one.crash();
    const two = await openWindow(world);
    expect(two.value('a')).toBe('second');
    two.store.undo();
    expect(two.value('a')).toBe('first');
    await two.kept();
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
    const world = new World();
    const one = await openWindow(world);
    one.edit(set('a', 'text', 'mine'), set('b', 'text', 'mine too'));
    await one.driver.flush();
    one.crash();
    world.someoneElse([set('a', 'text', 'theirs')]);
    const two = await openWindow(world);
    expect(two.store.undo()).toEqual({ label: 'edit', applied: 1, skipped: 1 });
    await two.driver.flush();
    expect(world.graph.nodes.map((node) => node.inputs?.['text']?.value)).toEqual([
      'theirs',
      undefined,
      undefined,
    ]);
  });
});

describe('after a crash', () => {
  it('brings back what was kept and saves it once, though the answer never came', async () => {
    const world = new World();
    const one = await openWindow(world);
    let answer = (): void => undefined;
    world.hold = new Promise((resolve) => {
      answer = resolve;
    });
    one.edit(set('a', 'text', 'mine'));
    const saved = one.driver.flush().catch(() => 'closed');
    await one.kept();
    await vi.waitFor(() => expect(world.version).toBe(2));
    one.crash();
    answer();
    world.hold = null;
    await saved;
    const two = await openWindow(world);
    expect(two.driver.status).toEqual({ kind: 'saved', version: 2 });
    expect(two.value('a')).toBe('mine');
    expect([world.version, world.entries, world.inFlight]).toEqual([2, [], []]);
  });

  it('merges with what others changed elsewhere, without asking', async () => {
    const world = new World();
    const one = await openWindow(world);
    one.edit(set('a', 'text', 'mine'));
    await one.kept();
    one.crash();
    world.someoneElse([set('a', 'note', 'theirs'), set('b', 'text', 'theirs')]);
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
      const world = new World();
      const one = await openWindow(world);
      one.edit(set('a', 'text', 'mine'));
      await one.kept();
      one.crash();
      world.someoneElse([set('a', 'text', 'theirs')]);
      const two = await openWindow(world);
      expect(two.driver.status).toEqual({ kind: 'conflict', clashes: 1 });
      expect(world.graph.nodes[0]?.inputs?.['text']?.value).toBe('theirs');
      // Work goes on meanwhile, also on nodes that have nothing to do with it.
      two.edit(set('c', 'text', 'later'));
      const [clash] = two.driver.state.clash?.clashes ?? [];
      if (!clash) throw new Error('A clash was expected.');
      two.driver.dispatch({ type: 'resolved', choices: new Map([[clashId(clash), side]]) });
      await two.driver.flush();
      expect(world.graph.nodes.map((node) => node.inputs?.['text']?.value)).toEqual([
        side,
        undefined,
        'later',
      ]);
      expect(two.value('a')).toBe(side);
      expect(world.entries).toEqual([]);
    },
  );

  it('an unanswered question is asked again by the next window', async () => {
    const world = new World();
    const one = await openWindow(world);
    one.edit(set('a', 'text', 'mine'));
    await one.kept();
    one.crash();
    world.someoneElse([set('a', 'text', 'theirs')]);
    const two = await openWindow(world);
    expect(two.driver.status.kind).toBe('conflict');
    two.crash();
    const three = await openWindow(world);
    expect(three.driver.status).toEqual({ kind: 'conflict', clashes: 1 });
  });

  it('does not take its own saved change for that of others', async () => {
    const world = new World();
    const one = await openWindow(world);
    let answer = (): void => undefined;
    world.hold = new Promise((resolve) => {
      answer = resolve;
    });
    one.edit(set('a', 'text', 'first'));
    one.driver.dispatch({ type: 'save-due' });
    await vi.waitFor(() => expect(world.version).toBe(2));
    one.edit(set('a', 'text', 'second'));
    await one.kept();
    answer();
    world.hold = null;
    // The first is taken; the second waits for its time, which never comes.
    await vi.waitFor(() => expect(one.driver.state.version).toBe(2));
    await one.kept();
    one.crash();
    const two = await openWindow(world);
    expect(two.driver.status.kind).not.toBe('conflict');
    await two.driver.flush();
    expect(world.graph.nodes[0]?.inputs?.['text']?.value).toBe('second');
  });

  it('a node that was saved as the window died is there once, though the key has expired since', async () => {
    const world = new World();
    const one = await openWindow(world);
    world.hold = new Promise(() => undefined);
    one.edit({ op: 'addNode', node: { id: 'd', type: 'text/join' } }, set('a', 'text', 'mine'));
    one.driver.dispatch({ type: 'save-due' });
    await vi.waitFor(() => expect(world.version).toBe(2));
    one.edit(set('d', 'text', 'and more'));
    await one.kept();
    one.crash();
    world.hold = null;
    world.forgetKeys();
    world.someoneElse([set('b', 'text', 'theirs')]);
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
    const world = new World();
    const one = await openWindow(world);
    world.hold = new Promise(() => undefined);
    one.edit(set('a', 'text', 'first'), { op: 'addNode', node: { id: 'd', type: 'text/join' } });
    one.driver.dispatch({ type: 'save-due' });
    await vi.waitFor(() => expect(world.version).toBe(2));
    one.edit(set('a', 'text', 'second'), set('d', 'text', 'of mine'));
    await one.kept();
    one.crash();
    world.hold = null;
    for (let windows = 1; windows <= 2; windows += 1) {
      const next = await openWindow(world);
      expect(next.driver.status.kind).not.toBe('conflict');
      expect([next.value('a'), next.value('d')]).toEqual(['second', 'of mine']);
      await next.kept();
      next.crash();
    }
    const last = await openWindow(world);
    await last.driver.flush();
    expect(world.graph.nodes.map((node) => node.inputs?.['text']?.value)).toEqual([
      'second',
      undefined,
      undefined,
      'of mine',
    ]);
    expect(world.version).toBe(3);
  });

  it.each([
    ['a busy service', new ApiError({ status: 503, code: 'BUSY', message: 'Later.' })],
    ['an answer that cannot be read', new ApiError({ status: 200, code: 'UNEXPECTED_ANSWER', message: '?' })],
    ['a cut answer', new ApiError({ status: 200, code: 'ANSWER_CUT', message: 'Cut.' })],
    ['silence', new ApiError({ status: 502, code: 'UNREACHABLE', message: 'Away.' })],
  ])(
    '%s does not tell that nothing was saved: it is asked again under the same key',
    async (_what, loses) => {
      const world = new World();
      const one = await openWindow(world);
      world.loses = loses;
      one.edit(set('a', 'text', 'first'));
      one.driver.dispatch({ type: 'save-due' });
      await vi.waitFor(() => expect(world.version).toBe(2));
      one.edit(set('a', 'text', 'second'));
      await one.kept();
      one.crash();
      const two = await openWindow(world);
      await vi.waitFor(() =>
        expect(two.driver.state.sending).toMatchObject({ stage: 'waiting', attempts: 2 }),
      );
      expect(world.version).toBe(2);
      world.loses = null;
      two.driver.dispatch({ type: 'retry-due' });
      await vi.waitFor(() =>
        expect([two.driver.state.sending, two.driver.state.fetching]).toEqual([null, false]),
      );
      await two.driver.flush();
      expect(two.driver.status).toEqual({ kind: 'saved', version: 3 });
      expect(world.graph.nodes[0]?.inputs?.['text']?.value).toBe('second');
      await vi.waitFor(() => expect([world.entries, world.inFlight]).toEqual([[], []]));
    },
  );
});

describe('what others change', () => {
  it('is looked for every 12 seconds, and not before a service that is busy says', async () => {
    const world = new World();
    const one = await openWindow(world);
    world.someoneElse([set('a', 'text', 'theirs')]);
    one.pass(12_000);
    await vi.waitFor(() => expect(one.value('a')).toBe('theirs'));
    world.busyFor = 60;
    const { looks } = world;
    one.pass(12_000);
    await vi.waitFor(() => expect(world.looks).toBe(looks + 1));
    // The answer has been heard when a microtask after it has run.
    await new Promise((heard) => setTimeout(heard));
    for (let passed = 12_000; passed < 60_000; passed += 12_000) {
      one.later(12_000);
      one.pass(12_000);
    }
    expect(world.looks).toBe(looks + 1);
    one.later(12_000);
    one.pass(12_000);
    expect(world.looks).toBe(looks + 2);
  });

  it('waits while something is held, and comes with what was done to it', async () => {
    const world = new World();
    const one = await openWindow(world);
    one.driver.hold();
    world.someoneElse([
      set('a', 'text', 'theirs'),
      { op: 'moveNode', nodeId: 'b', position: { x: 7, y: 7 } },
    ]);
    one.driver.look();
    await vi.waitFor(() => expect(one.driver.state.version).toBe(2));
    expect([one.value('a'), one.store.getNode('b')?.position]).toEqual([undefined, { x: 0, y: 0 }]);
    one.edit({ op: 'moveNode', nodeId: 'b', position: { x: 50, y: 0 } });
    one.driver.letGo();
    expect([one.value('a'), one.store.getNode('b')?.position]).toEqual(['theirs', { x: 50, y: 0 }]);
    await one.driver.flush();
    expect(world.graph.nodes[1]?.position).toEqual({ x: 50, y: 0 });
  });

  it('leaves what was here before a merge in the local history, whatever is chosen', async () => {
    const world = new World();
    const one = await openWindow(world);
    world.someoneElse([set('a', 'text', 'theirs')]);
    one.edit(set('a', 'text', 'mine'), set('b', 'text', 'mine'));
    one.driver.dispatch({ type: 'save-due' });
    await vi.waitFor(() => expect(one.driver.status.kind).toBe('conflict'));
    const [clash] = one.driver.state.clash!.clashes;
    one.driver.dispatch({ type: 'resolved', choices: new Map([[clashId(clash!), 'theirs']]) });
    await one.driver.flush();
    expect(one.value('a')).toBe('theirs');
    expect(world.kept[0]?.version).toBe(1);
    expect(world.kept[0]?.graph.nodes.map((node) => node.inputs?.['text']?.value)).toEqual([
      'mine',
      'mine',
      undefined,
    ]);
  });
});

describe('a project that was deleted elsewhere while the app was closed', () => {
  it('opens from the local history with the edits that wait, says so, and goes on when it is there again', async () => {
    const world = new World();
    const one = await openWindow(world);
    one.edit(set('a', 'text', 'mine'));
    await one.kept();
    one.crash();
    world.isDeleted = true;
    const two = await openWindow(world);
    expect([two.driver.status, two.value('a')]).toEqual([{ kind: 'gone', waiting: 1 }, 'mine']);
    two.edit(set('b', 'text', 'more'));
    await two.kept();
    expect(world.entries).toHaveLength(2);
    two.crash();
    world.isDeleted = false;
    const three = await openWindow(world);
    await three.driver.flush();
    expect(world.graph.nodes.map((node) => node.inputs?.['text']?.value)).toEqual([
      'mine',
      'more',
      undefined,
    ]);
  });

  it('does not open when nothing of it waits here', async () => {
    const world = new World();
    world.isDeleted = true;
    await expect(openWindow(world)).rejects.toMatchObject({ status: 404 });
  });
});
