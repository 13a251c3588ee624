import type { PatchOperation } from '#shared/api/index.ts';
import type { JournalEntry } from '#shared/desk/index.ts';
import { applyOperations, applyLenient } from '#shared/graph/operations.ts';
import type { Graph } from '#shared/graph/types.ts';
import {
  type Metadata,
  advance,
  clashId,
  entryOf,
  graphKind,
  initialGraph,
  openClash,
  type GraphEffect,
  type GraphEvent,
  type SavingSource,
  type GraphState,
} from '#shared/graph-saving/index.ts';
import { EditorStore } from '../model/editor-store.ts';
import { emptyCatalog, threeNodes } from './three-nodes.ts';

/** The editor's document on the state machine of saving, with every effect performed by hand. */

interface ModelResponse {
  version: number;
  graph: Graph;
  partial: boolean;
}

/** The nodes and wires that operations name, as a graph holds them. */
export function touchedPart(graph: Graph, operations: readonly PatchOperation[]): Graph {
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

/** The service as the document describes it: versions, atomic patches, responses replayed by key. */
export class ModelServer {
  graph: Graph = threeNodes;
  version = 1;
  metadata: Metadata = {};
  /** How often a change was really made. */
  writes = 0;
  methods: string[] = [];
  #responses = new Map<string, ModelResponse>();

  write(effect: Extract<GraphEffect, { type: 'send' }>): ModelResponse | 'stale' {
    this.methods.push('graph' in effect.payload ? 'PUT' : 'PATCH');
    if ('metadata' in effect.payload && effect.payload.metadata) this.metadata = effect.payload.metadata;
    const replay = this.#responses.get(effect.key);
    if (replay) return replay;
    if (effect.expectedVersion !== this.version) return 'stale';
    if ('graph' in effect.payload) this.graph = effect.payload.graph;
    else if ('operations' in effect.payload) {
      const applied = applyOperations(this.graph, effect.payload.operations);
      if (!applied.ok) throw new Error(applied.rejection.reason);
      this.graph = applied.graph;
    }
    this.version += 1;
    this.writes += 1;
    // Some responses hold only what was touched, as a server may give them that is asked for no more.
    const partial = 'operations' in effect.payload && this.version % 2 === 0;
    const graph =
      'operations' in effect.payload && partial
        ? touchedPart(this.graph, effect.payload.operations)
        : this.graph;
    const response = { version: this.version, graph, partial };
    this.#responses.set(effect.key, response);
    return response;
  }
  document() {
    const { version, graph, metadata } = this;
    return { version, document: { graph, metadata } };
  }
  someoneElse(operations: PatchOperation[]): void {
    this.graph = applyLenient(this.graph, operations).graph;
    this.version += 1;
  }
}

/** A page: store, machine and journal; effects wait in a list until the test performs them. */
export class ModelPage {
  readonly store = new EditorStore(threeNodes, emptyCatalog);
  state: GraphState;
  waiting: GraphEffect[] = [];
  journal: JournalEntry[] = [];
  /** Keys in the order they were written down, to check that nothing is sent before. */
  written: string[] = [];
  messages: string[] = [];
  readonly server: ModelServer;
  readonly #kind: ReturnType<typeof graphKind>;
  #count = 0;
  readonly #source: SavingSource = {
    newId: () => `entry-${(this.#count += 1)}`,
    newKey: () => `key-${(this.#count += 1)}`,
    now: () => '2026-01-01T00:00:00Z',
    random: () => 0.5,
  };

  constructor(server: ModelServer, supported: ReadonlySet<string> | null = null) {
    this.server = server;
    this.#kind = graphKind(supported, this.#source, () => true);
    this.state = initialGraph(threeNodes, 1);
    this.store.onEdit((change) => this.dispatch({ type: 'edited', change }));
  }

  dispatch(event: GraphEvent): void {
    const [state, effects] = advance(this.#kind, this.state, event);
    this.state = state;
    for (const effect of effects) {
      // As the driver does: the screen changes in the same breath as the state, everything else takes time.
      if (effect.type === 'adopt') this.store.adoptRemote(effect.document.graph, effect.document.canvas);
      else this.waiting.push(effect);
    }
  }

  /** Performs one waiting effect. `net` says what becomes of a request. */
  perform(index: number, net: 'works' | 'lost' | 'response-lost' = 'works'): void {
    const [effect] = this.waiting.splice(index, 1);
    if (!effect) return;
    switch (effect.type) {
      case 'journal':
        this.journal = [
          ...this.journal.filter((entry) => !effect.replaced.includes(entry.id)),
          ...effect.entries.map(entryOf),
        ];
        this.dispatch({ type: 'journaled', ids: effect.entries.map((entry) => entry.id) });
        return;
      case 'schedule-save':
        this.dispatch({ type: 'save-due' });
        return;
      case 'record-request':
        this.written.push(effect.key);
        this.dispatch({ type: 'request-recorded', key: effect.key });
        return;
      case 'send': {
        if (!this.written.includes(effect.key)) throw new Error('Sent before it was written down.');
        if (net === 'lost') {
          this.dispatch({ type: 'failed', key: effect.key, outcome: { kind: 'unreachable' } });
          return;
        }
        const response = this.server.write(effect);
        if (net === 'response-lost') {
          this.dispatch({ type: 'failed', key: effect.key, outcome: { kind: 'unreachable' } });
        } else if (response === 'stale') {
          this.dispatch({ type: 'failed', key: effect.key, outcome: { kind: 'stale' } });
        } else {
          const { version, graph, partial } = response;
          this.dispatch({ type: 'responded', key: effect.key, version, document: { graph }, partial });
        }
        return;
      }
      case 'fetch':
        if (net === 'works') {
          this.dispatch({ type: 'fetched', ...this.server.document() });
        } else this.dispatch({ type: 'fetch-failed', outcome: { kind: 'unreachable' } });
        return;
      case 'adopt':
        throw new Error('Adopting does not wait.');
      case 'rename':
      case 'merging':
      case 'take-over':
      case 'merged':
        return;
      case 'wait':
        this.dispatch({ type: 'retry-due' });
        return;
      case 'notify':
        this.messages.push(effect.message);
        return;
    }
  }

  /** Everything that can happen happens, with a network that works. */
  settle(): void {
    for (let step = 0; step < 200; step += 1) {
      if (this.waiting.length > 0) this.perform(0);
      else if (openClash(this.state)) {
        const clashes = openClash(this.state)?.clashes ?? [];
        const choices = new Map(clashes.map((clash) => [clashId(clash), 'mine' as const]));
        this.dispatch({ type: 'resolved', choices });
      } else return;
    }
    throw new Error('The machine does not come to rest.');
  }
}
