import * as fc from '#shared/testing/property.ts';
import { describe, expect, it } from 'vitest';
import type { PatchOperation } from '#shared/api/index.ts';
import type { JournalEntry } from '#shared/desk/index.ts';
import { sameGraph } from '#shared/graph/diff.ts';
import { applyOperations, applyWhatFits } from '#shared/graph/operations.ts';
import type { Graph, NodeCatalogue } from '#shared/graph/types.ts';
import { EditorStore } from '../model/editor-store.ts';
import {
  advance,
  backoff,
  clashId,
  initialSync,
  statusOf,
  type SyncEffect,
  type SyncEvent,
  type SyncSource,
  type SyncState,
} from '#shared/sync/index.ts';

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

interface ModelAnswer {
  version: number;
  graph: Graph;
  partial: boolean;
}

/** The nodes and wires that operations name, as a graph holds them. */
function touchedPart(graph: Graph, operations: readonly PatchOperation[]): Graph {
  const nodes = new Set(
    operations.flatMap((operation) => {
      if (operation.op === 'connect' || operation.op === 'disconnect') return [];
      return [operation.op === 'addNode' ? operation.node.id : operation.nodeId];
    }),
  );
  const ends = operations.flatMap((operation) =>
    operation.op === 'connect' || operation.op === 'disconnect' ? [operation.to.join()] : [],
  );
  return {
    nodes: graph.nodes.filter((node) => nodes.has(node.id)),
    connections: graph.connections.filter((wire) => ends.includes(wire.to.join())),
  };
}

/** The service as the document describes it: versions, atomic patches, answers replayed by key. */
class ModelServer {
  graph: Graph = start;
  version = 1;
  /** How often a change was really made. */
  writes = 0;
  methods: string[] = [];
  #answers = new Map<string, ModelAnswer>();

  write(effect: Extract<SyncEffect, { type: 'send' }>): ModelAnswer | 'stale' {
    this.methods.push('graph' in effect.change ? 'PUT' : 'PATCH');
    const replay = this.#answers.get(effect.key);
    if (replay) return replay;
    if (effect.expectedVersion !== this.version) return 'stale';
    if ('graph' in effect.change) this.graph = effect.change.graph;
    else {
      const applied = applyOperations(this.graph, effect.change.operations);
      if (!applied.ok) throw new Error(applied.refusal.reason);
      this.graph = applied.graph;
    }
    this.version += 1;
    this.writes += 1;
    // Some answers hold only what was touched, as a server may give them that is asked for no more.
    const partial = 'operations' in effect.change && this.version % 2 === 0;
    const graph =
      'operations' in effect.change && partial
        ? touchedPart(this.graph, effect.change.operations)
        : this.graph;
    const answer = { version: this.version, graph, partial };
    this.#answers.set(effect.key, answer);
    return answer;
  }
  someoneElse(operations: PatchOperation[]): void {
    this.graph = applyWhatFits(this.graph, operations).graph;
    this.version += 1;
  }
}

/** A page: store, machine and journal; effects wait in a list until the test performs them. */
class ModelPage {
  readonly store = new EditorStore(start, nothingKnown);
  state: SyncState;
  waiting: SyncEffect[] = [];
  journal: JournalEntry[] = [];
  /** Keys in the order they were written down, to check that nothing is sent before. */
  written: string[] = [];
  told: string[] = [];
  readonly server: ModelServer;
  #count = 0;
  readonly #source: SyncSource = {
    newId: () => `entry-${(this.#count += 1)}`,
    newKey: () => `key-${(this.#count += 1)}`,
    now: () => '2026-01-01T00:00:00Z',
    random: () => 0.5,
  };

  constructor(server: ModelServer, supported: ReadonlySet<string> | null = null) {
    this.server = server;
    this.state = initialSync(start, 1, [], supported);
    this.store.onEdit(({ label, operations }) => this.dispatch({ type: 'edited', label, operations }));
  }

  dispatch(event: SyncEvent): void {
    const [state, effects] = advance(this.state, event, this.#source);
    this.state = state;
    for (const effect of effects) {
      // As the driver does: the screen changes in the same breath as the state, everything else takes time.
      if (effect.type === 'adopt') this.store.adoptRemote(effect.graph);
      else this.waiting.push(effect);
    }
  }

  /** Performs one waiting effect. `net` says what becomes of a request. */
  perform(index: number, net: 'works' | 'lost' | 'answer-lost' = 'works'): void {
    const [effect] = this.waiting.splice(index, 1);
    if (!effect) return;
    switch (effect.type) {
      case 'append':
        this.journal.push(...effect.entries);
        this.dispatch({ type: 'kept', ids: effect.entries.map((entry) => entry.id) });
        return;
      case 'replace-journal':
        this.journal = [
          ...this.journal.filter((entry) => !effect.replaced.includes(entry.id)),
          ...effect.entries,
        ];
        this.dispatch({ type: 'kept', ids: effect.entries.map((entry) => entry.id) });
        return;
      case 'acknowledge':
        this.journal = this.journal.filter((entry) => !effect.ids.includes(entry.id));
        return;
      case 'schedule-save':
        this.dispatch({ type: 'save-due' });
        return;
      case 'write-down':
        this.written.push(effect.inFlight.idempotencyKey);
        this.dispatch({ type: 'written-down', key: effect.inFlight.idempotencyKey });
        return;
      case 'send': {
        if (!this.written.includes(effect.key)) throw new Error('Sent before it was written down.');
        if (net === 'lost') {
          this.dispatch({ type: 'failed', key: effect.key, outcome: { kind: 'unreachable' } });
          return;
        }
        const answer = this.server.write(effect);
        if (net === 'answer-lost') {
          this.dispatch({ type: 'failed', key: effect.key, outcome: { kind: 'unreachable' } });
        } else if (answer === 'stale') {
          this.dispatch({ type: 'failed', key: effect.key, outcome: { kind: 'stale' } });
        } else this.dispatch({ type: 'answered', key: effect.key, ...answer });
        return;
      }
      case 'fetch':
        if (net === 'works') {
          this.dispatch({ type: 'fetched', version: this.server.version, graph: this.server.graph });
        } else this.dispatch({ type: 'fetch-failed', outcome: { kind: 'unreachable' } });
        return;
      case 'adopt':
        throw new Error('Adopting does not wait.');
      case 'wait':
        this.dispatch({ type: 'retry-due' });
        return;
      case 'tell':
        this.told.push(effect.message);
        return;
    }
  }

  /** Everything that can happen happens, with a network that works. */
  settle(): void {
    for (let step = 0; step < 200; step += 1) {
      if (this.waiting.length > 0) this.perform(0);
      else if (this.state.clash) {
        const choices = new Map(this.state.clash.clashes.map((one) => [clashId(one), 'mine' as const]));
        this.dispatch({ type: 'resolved', choices });
      } else return;
    }
    throw new Error('The machine does not come to rest.');
  }
}

describe('saving', () => {
  it('goes from saving to kept to saved, one request for typing', () => {
    const page = new ModelPage(new ModelServer());
    for (const text of ['h', 'he', 'hey']) page.store.applyEdit('type', [set('a', 'text', text)]);
    expect(statusOf(page.state).kind).toBe('saving');
    while (
      page.waiting[0]?.type !== 'schedule-save' ||
      page.waiting.some((effect) => effect.type === 'append')
    ) {
      page.perform(page.waiting.findIndex((effect) => effect.type === 'append'));
    }
    expect(statusOf(page.state)).toEqual({ kind: 'kept', waiting: 1 });
    page.settle();
    expect(statusOf(page.state)).toEqual({ kind: 'saved', version: 2 });
    expect(page.server.writes).toBe(1);
    expect(page.journal).toEqual([]);
  });

  it('sends again under the same key when the answer was lost, and it counts once', () => {
    const page = new ModelPage(new ModelServer());
    page.store.applyEdit('type', [set('a', 'text', 'x')]);
    while (page.waiting[0]?.type !== 'send') page.perform(0);
    page.perform(0, 'answer-lost');
    page.settle();
    expect(page.server.writes).toBe(1);
    expect(page.server.methods).toEqual(['PATCH', 'PATCH']);
    expect(new Set(page.written).size).toBe(1);
    expect(statusOf(page.state)).toEqual({ kind: 'saved', version: 2 });
  });

  it('says offline with the number of changes, and sends them when the network is back', () => {
    const page = new ModelPage(new ModelServer());
    page.store.applyEdit('type', [set('a', 'text', 'x')]);
    page.store.applyEdit('type', [set('b', 'text', 'y')]);
    for (let lost = 0; lost < 2; lost += 1) {
      while (page.waiting[0]?.type !== 'send') page.perform(0);
      page.perform(0, 'lost');
    }
    expect(statusOf(page.state)).toEqual({ kind: 'offline', waiting: 2 });
    page.settle();
    expect(statusOf(page.state).kind).toBe('saved');
    expect(sameGraph(page.server.graph, page.store.getGraph())).toBe(true);
  });

  it('waits exactly as long as Retry-After says', () => {
    const page = new ModelPage(new ModelServer());
    page.store.applyEdit('type', [set('a', 'text', 'x')]);
    while (page.waiting[0]?.type !== 'send') page.perform(0);
    const [effect] = page.waiting.splice(0, 1);
    if (effect?.type !== 'send') throw new Error('A request was expected.');
    page.dispatch({ type: 'failed', key: effect.key, outcome: { kind: 'busy', retryAfterMs: 7000 } });
    expect(page.waiting).toContainEqual({ type: 'wait', ms: 7000 });
  });

  it('never asks again at once, though a busy server says so', () => {
    const page = new ModelPage(new ModelServer());
    page.store.applyEdit('type', [set('a', 'text', 'x')]);
    while (page.waiting[0]?.type !== 'send') page.perform(0);
    const [effect] = page.waiting.splice(0, 1);
    if (effect?.type !== 'send') throw new Error('A request was expected.');
    page.dispatch({ type: 'failed', key: effect.key, outcome: { kind: 'busy', retryAfterMs: 0 } });
    expect(page.waiting).toContainEqual({ type: 'wait', ms: backoff(1, 0.5) });
  });

  it('uses PUT for a server that lacks an operation', () => {
    const page = new ModelPage(new ModelServer(), new Set(['addNode', 'connect', 'setNodeInput']));
    page.store.applyEdit('move', [{ op: 'moveNode', nodeId: 'a', position: { x: 5, y: 5 } }]);
    page.settle();
    page.store.applyEdit('type', [set('a', 'text', 'x')]);
    page.settle();
    expect(page.server.methods).toEqual(['PUT', 'PATCH']);
    expect(sameGraph(page.server.graph, page.store.getGraph())).toBe(true);
  });

  it('keeps a refused change, and saves again after the next edit', () => {
    const page = new ModelPage(new ModelServer());
    page.store.applyEdit('type', [set('a', 'text', 'x')]);
    while (page.waiting[0]?.type !== 'send') page.perform(0);
    const [effect] = page.waiting.splice(0, 1);
    if (effect?.type !== 'send') throw new Error('A request was expected.');
    page.dispatch({ type: 'failed', key: effect.key, outcome: { kind: 'refused', message: 'No.' } });
    expect(statusOf(page.state)).toEqual({ kind: 'refused', message: 'No.', waiting: 1 });
    page.store.undo();
    page.settle();
    expect(statusOf(page.state)).toEqual({ kind: 'saved', version: 1 });
    expect(page.journal).toEqual([]);
  });

  it('reads the whole document when a partial answer holds something else than was sent', () => {
    const page = new ModelPage(new ModelServer());
    page.store.applyEdit('type', [set('a', 'text', 'x')]);
    while (page.waiting[0]?.type !== 'send') page.perform(0);
    const [effect] = page.waiting.splice(0, 1);
    if (effect?.type !== 'send') throw new Error('A request was expected.');
    page.server.write(effect);
    // The service keeps the text in capitals.
    page.server.graph = applyWhatFits(page.server.graph, [set('a', 'text', 'X')]).graph;
    const graph = touchedPart(page.server.graph, [set('a', 'text', 'X')]);
    page.dispatch({ type: 'answered', key: effect.key, version: page.server.version, graph, partial: true });
    expect(page.waiting).toContainEqual({ type: 'fetch' });
    page.settle();
    expect(page.store.getNode('a')?.inputs?.['text']?.value).toBe('X');
    expect(statusOf(page.state)).toEqual({ kind: 'saved', version: 2 });
  });

  it('ignores a late answer to a key no longer in flight', () => {
    const page = new ModelPage(new ModelServer());
    const before = page.state;
    page.dispatch({ type: 'answered', key: 'long-gone', version: 99, graph: start });
    expect(page.state).toBe(before);
  });
});

describe('other people', () => {
  it('brings their change in without a reload and never overwrites it', () => {
    const server = new ModelServer();
    const page = new ModelPage(server);
    server.someoneElse([{ op: 'setNodeTitle', nodeId: 'b', title: 'Theirs' }]);
    page.store.applyEdit('type', [set('a', 'text', 'mine')]);
    page.settle();
    expect(page.store.getNode('b')?.title).toBe('Theirs');
    expect(server.graph.nodes[0]?.inputs?.['text']?.value).toBe('mine');
    expect(sameGraph(server.graph, page.store.getGraph())).toBe(true);
    expect(new Set(page.written).size).toBe(2);
  });

  it('loads a change it is told of, and keeps the selection', () => {
    const server = new ModelServer();
    const page = new ModelPage(server);
    page.store.select(['a']);
    server.someoneElse([set('c', 'text', 'theirs')]);
    page.dispatch({ type: 'noticed', version: server.version });
    page.settle();
    expect(page.store.getNode('c')?.inputs?.['text']?.value).toBe('theirs');
    expect([...page.store.selectedNodes]).toEqual(['a']);
    expect(page.store.history.canUndo).toBe(false);
  });

  it.each(['mine', 'theirs'] as const)('asks about the same field only, and takes %s', (side) => {
    const server = new ModelServer();
    const page = new ModelPage(server);
    server.someoneElse([set('a', 'text', 'theirs'), set('b', 'text', 'theirs')]);
    page.store.applyEdit('type', [set('a', 'text', 'mine')]);
    page.store.applyEdit('type', [set('c', 'text', 'mine')]);
    while (!page.state.clash) page.perform(0);
    expect(statusOf(page.state)).toEqual({ kind: 'conflict', clashes: 1 });
    const [clash] = page.state.clash.clashes;
    if (!clash) throw new Error('A clash was expected.');
    expect([clash.nodeId, clash.field]).toEqual(['a', 'inputs.text']);
    page.dispatch({ type: 'resolved', choices: new Map([[clashId(clash), side]]) });
    page.settle();
    const values = server.graph.nodes.map((node) => node.inputs?.['text']?.value);
    expect(values).toEqual([side, 'theirs', 'mine']);
    expect(sameGraph(server.graph, page.store.getGraph())).toBe(true);
    expect(statusOf(page.state).kind).toBe('saved');
  });
});

describe('any order of events', () => {
  type Act =
    | { act: 'edit'; node: string; value: number }
    | { act: 'undo' }
    | { act: 'theirs'; node: string; value: number }
    | { act: 'perform'; net: 'works' | 'lost' | 'answer-lost' }
    | { act: 'notice' };
  const node = fc.constantFrom('a', 'b', 'c');
  const value = fc.integer({ min: 0, max: 5 });
  const act: fc.Arbitrary<Act> = fc.oneof(
    fc.record({ act: fc.constant('edit' as const), node, value }),
    fc.record({ act: fc.constant('undo' as const) }),
    fc.record({ act: fc.constant('theirs' as const), node, value }),
    fc.record({
      act: fc.constant('perform' as const),
      net: fc.constantFrom('works', 'lost', 'answer-lost'),
    }),
    fc.record({ act: fc.constant('notice' as const) }),
  );

  it('ends saved, with page and server equal and an empty journal', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const server = new ModelServer();
        const page = new ModelPage(server);
        for (const one of acts) {
          switch (one.act) {
            case 'edit':
              page.store.applyEdit('type', [set(one.node, 'text', one.value)]);
              break;
            case 'undo':
              page.store.undo();
              break;
            case 'theirs':
              server.someoneElse([set(one.node, 'note', one.value)]);
              break;
            case 'perform':
              // Journal and adoption happen in order; only the network shuffles.
              page.perform(0, one.net);
              break;
            case 'notice':
              page.dispatch({ type: 'noticed', version: server.version });
              break;
          }
        }
        page.settle();
        page.dispatch({ type: 'noticed', version: server.version });
        page.settle();
        expect(statusOf(page.state)).toEqual({ kind: 'saved', version: server.version });
        expect(sameGraph(server.graph, page.store.getGraph())).toBe(true);
        expect(page.journal).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('backoff', () => {
  it('doubles from 100 ms, is jittered in full, and stops at 20 s', () => {
    expect(backoff(0, 1)).toBe(100);
    expect(backoff(3, 1)).toBe(800);
    expect(backoff(3, 0)).toBe(0);
    expect(backoff(30, 1)).toBe(20_000);
  });
});
