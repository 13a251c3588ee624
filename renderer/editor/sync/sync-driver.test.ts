import { describe, expect, it, vi } from 'vitest';
import { ApiError, endpoints, type ApiClient, type PatchOperation } from '#shared/api/index.ts';
import type { JournalEntry, JournalInFlight } from '#shared/desk/index.ts';
import { applyOperations } from '#shared/graph/operations.ts';
import type { Graph, NodeCatalogue } from '#shared/graph/types.ts';
import { EditorStore } from '../model/editor-store.ts';
import type { EditorPorts } from '../ports.ts';
import { openDocument } from './open-document.ts';
import type { SyncClock } from './sync-clock.ts';
import { SyncDriver } from './sync-driver.ts';
import { clashId } from '#shared/sync/index.ts';

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

/** A clock that stands still: nothing is saved before a test says so. */
const stillClock: SyncClock = { after: () => () => undefined, now: () => 0 };

/** One service and one desktop process, which any number of windows share. */
class World {
  graph: Graph = start;
  version = 1;
  /** Held back while set: requests that arrived and whose answer is not given yet. */
  hold: Promise<void> | null = null;
  entries: { writer: string; entry: JournalEntry }[] = [];
  inFlight: { writer: string; request: JournalInFlight }[] = [];
  living = new Set<string>();
  #answers = new Map<string, object>();
  #writers = 0;

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
    const answer =
      endpoint.id === endpoints.projects.patchDocument.id
        ? this.#patch(
            args.idempotencyKey ?? '',
            args.body as { expectedVersion: number; operations: PatchOperation[] },
          )
        : this.#document();
    await this.hold;
    return answer;
  }

  ports(): EditorPorts {
    const writer = `w${(this.#writers += 1)}`;
    this.living.add(writer);
    const drop = (ids: readonly string[]): void => {
      this.entries = this.entries.filter(({ entry }) => !ids.includes(entry.id));
      const left = this.entries.map(({ entry }) => entry.id);
      this.inFlight = this.inFlight.filter(({ request }) => request.entryIds.some((id) => left.includes(id)));
    };
    const unused = () => Promise.reject(new Error('not asked for here'));
    return {
      connectionId: 'local',
      projectId: 'p',
      api: ((endpoint: { id: string }, args: object) => this.#call(endpoint, args)) as unknown as ApiClient,
      journal: {
        claim: async () => {
          for (const one of [...this.entries, ...this.inFlight]) {
            if (!this.living.has(one.writer)) one.writer = writer;
          }
          return {
            entries: this.entries.filter((one) => one.writer === writer).map(({ entry }) => entry),
            inFlight: this.inFlight.filter((one) => one.writer === writer).map(({ request }) => request),
          };
        },
        append: async (entries) => void this.entries.push(...entries.map((entry) => ({ writer, entry }))),
        sending: async (request) => void this.inFlight.push({ writer, request }),
        acknowledge: async (ids) => drop(ids),
        replace: async ({ replaced, entries }) => {
          drop(replaced);
          this.entries.push(...entries.map((entry) => ({ writer, entry })));
        },
        leave: () => void this.living.delete(writer),
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
    };
  }
}

/** A window with the project open. */
async function openWindow(world: World) {
  const ports = world.ports();
  const opened = await openDocument(ports);
  const store = new EditorStore(opened.graph, nothingKnown);
  const driver = new SyncDriver({
    ports,
    opened,
    adopt: (graph) => store.adoptRemote(graph),
    tell: () => undefined,
    clock: stillClock,
  });
  store.onEdit(({ label, operations }) => driver.edited(label, operations));
  driver.takeUpWhatWasLeft();
  return {
    store,
    driver,
    edit: (...operations: PatchOperation[]) => store.applyEdit('edit', operations),
    value: (nodeId: string) => store.getNode(nodeId)?.inputs?.['text']?.value,
    /** Every edit so far is in the journal. */
    kept: () => vi.waitFor(() => expect(driver.state.pending.every((edit) => edit.kept)).toBe(true)),
    /** The process dies: nothing more is sent, and the desktop process sees it gone. */
    crash: () => {
      driver.stop();
      ports.journal.leave();
    },
  };
}

describe('two windows on one project', () => {
  it('keep their edits apart when one of them merges', async () => {
    const world = new World();
    const one = await openWindow(world);
    const two = await openWindow(world);
    one.edit(set('a', 'text', 'of one'));
    await one.kept();
    two.edit(set('b', 'text', 'of two'));
    world.someoneElse([set('c', 'text', 'of others')]);
    await two.driver.flush();
    one.crash();
    const three = await openWindow(world);
    expect([three.value('a'), three.value('b'), three.value('c')]).toEqual(['of one', 'of two', 'of others']);
    await three.driver.flush();
    expect(world.graph.nodes.map((node) => node.inputs?.['text']?.value)).toEqual([
      'of one',
      'of two',
      'of others',
    ]);
    expect(world.entries).toEqual([]);
  });

  it('leave each other alone: a window that opens does not save what another still holds', async () => {
    const world = new World();
    const one = await openWindow(world);
    one.edit(set('a', 'text', 'of one'));
    await one.kept();
    const two = await openWindow(world);
    expect(two.value('a')).toBeUndefined();
    expect(two.driver.status).toEqual({ kind: 'saved', version: 1 });
    await one.driver.flush();
    expect(world.graph.nodes[0]?.inputs?.['text']?.value).toBe('of one');
    expect(world.version).toBe(2);
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
});
