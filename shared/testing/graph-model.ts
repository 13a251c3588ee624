import type { PatchOperation } from '../api/schemas/documents.ts';
import { canvasBefore } from '../canvas/base.ts';
import { savedCanvas, withItems } from '../canvas/metadata.ts';
import type { CanvasOperation } from '../canvas/operations.ts';
import type { JournalEntry, JournalInFlight } from '../desk/journal.ts';
import { applyOperations, applyLenient, findNode, type Graph } from '../graph/index.ts';
import { stableStringify } from '../graph/stable-json.ts';
import {
  advance,
  documentBefore,
  graphKind,
  graphOnScreen,
  inFlightOf,
  initialGraph,
  openClash,
  entryOf,
  type Failure,
  type Metadata,
  type GraphEffect,
  type GraphEvent,
  type SavingSource,
  type GraphState,
} from '../graph-saving/index.ts';
import { brokenSavingRules } from './saving-rules.ts';

/** Models of what surrounds the state machine of saving: a service, a disk that outlives the page, and the page. */

export const modelStart: Graph = {
  nodes: ['a', 'b'].map((id) => ({ id, type: 't/t', position: { x: 0, y: 0 }, inputs: {} })),
  connections: [],
};

/** The service as the document describes it: versions, atomic patches, responses replayed by key. */
export class ModelService {
  graph: Graph = modelStart;
  version = 1;
  metadata: Metadata = {};
  /** What becomes of metadata that is sent. */
  metadataIs: 'taken' | 'lost' | 'refused' = 'taken';
  /** What input `count` of node `a` held after each write. */
  readonly counts: number[] = [];
  readonly #responses = new Map<
    string,
    { asked: string; version: number; graph: Graph; metadata: Metadata }
  >();

  write({ key, expectedVersion, payload: change }: Extract<GraphEffect, { type: 'send' }>) {
    const asked = stableStringify([expectedVersion, change]);
    const replay = this.#responses.get(key);
    // The same key for another request is a conflict too.
    if (replay) return replay.asked === asked ? replay : ('stale' as const);
    if (expectedVersion !== this.version) return 'stale' as const;
    if ('metadata' in change && this.metadataIs === 'refused') return 'refused' as const;
    if ('metadata' in change && change.metadata && this.metadataIs === 'taken')
      this.metadata = change.metadata;
    if ('graph' in change) this.graph = change.graph;
    else if ('operations' in change) {
      const applied = applyOperations(this.graph, change.operations);
      if (!applied.ok) throw new Error(applied.rejection.reason);
      this.graph = applied.graph;
    }
    this.version += 1;
    const count = findNode(this.graph, 'a')?.inputs?.['count']?.value;
    if (typeof count === 'number' && count !== this.counts.at(-1)) this.counts.push(count);
    const { version, graph, metadata } = this;
    const response = { asked, version, graph, metadata };
    this.#responses.set(key, response);
    return response;
  }

  someoneElse(operations: readonly PatchOperation[], metadata: Metadata = this.metadata): void {
    this.metadata = metadata;
    this.graph = applyLenient(this.graph, operations).graph;
    this.version += 1;
  }
}

/** What becomes of a request. */
export type Net = 'works' | 'lost' | 'response-lost' | 'busy' | 'key';

export const RETRY_AFTER_MS = 7000;

/** A page that can be killed at any moment; only what its journal holds is there afterwards. */
export class ModelPage {
  state: GraphState;
  waiting: GraphEffect[] = [];
  journal: JournalEntry[] = [];
  inFlight: JournalInFlight | null = null;
  readonly service: ModelService;
  /** Rules that were broken, in sentences. */
  readonly broken: string[] = [];
  /** The key of the last request whose outcome nobody knows. */
  #unknown: Extract<GraphEffect, { type: 'send' }> | null = null;
  readonly #stale = new Set<string>();
  readonly #written = new Set<string>();
  #ids = 0;
  readonly #source: SavingSource = {
    newId: () => `entry-${(this.#ids += 1)}`,
    newKey: () => `key-${(this.#ids += 1)}`,
    now: () => '2026-01-01T00:00:00Z',
    random: () => 0.5,
  };

  readonly #kind: ReturnType<typeof graphKind>;

  /** @param supported operations that the service knows; for others the whole graph is sent. */
  constructor(service: ModelService, supported: ReadonlySet<string> | null = null) {
    this.service = service;
    this.#kind = graphKind(supported, this.#source, () => true);
    this.state = initialGraph(modelStart, 1);
  }

  get screen(): Graph {
    return graphOnScreen(this.state).graph;
  }

  dispatch(event: GraphEvent): void {
    const [state, effects] = advance(this.#kind, this.state, event);
    this.state = state;
    this.waiting.push(...effects);
    this.broken.push(...brokenSavingRules(state, this.waiting));
  }

  edit(operations: PatchOperation[], canvas: CanvasOperation[] = []): void {
    this.dispatch({ type: 'edited', change: { label: 'edit', operations, canvas } });
  }

  /** Killed, and opened again. */
  restart(): void {
    this.waiting = [];
    // Killed before a merge was journaled, a page does not know that a key was refused: asking again does no harm.
    this.#stale.clear();
    const { graph, version, metadata } = this.service;
    const journaled = this.journal.map((entry) => ({ ...entry, journaled: true }));
    const before = documentBefore(this.journal, graph);
    const now = savedCanvas(metadata);
    const canvas = withItems(now, canvasBefore(this.journal, now.items));
    this.state = initialGraph(before, version, {
      pending: journaled,
      unsettled: this.inFlight,
      canvas,
    });
    this.dispatch(
      this.inFlight ? { type: 'retry-due' } : { type: 'fetched', version, document: { graph, metadata } },
    );
  }

  /** Performs the effect that has waited longest. */
  perform(net: Net): void {
    const effect = this.waiting.shift();
    if (!effect) return;
    switch (effect.type) {
      case 'journal':
        return this.#journal(effect);
      case 'schedule-save':
        return this.dispatch({ type: 'save-due' });
      case 'record-request':
        this.inFlight = inFlightOf(effect.request);
        this.#written.add(effect.key);
        return this.dispatch({ type: 'request-recorded', key: effect.key });
      case 'send':
        return this.#send(effect, net);
      case 'fetch': {
        const { version, graph, metadata } = this.service;
        if (net === 'works' || net === 'response-lost')
          this.dispatch({ type: 'fetched', version, document: { graph, metadata } });
        else this.dispatch({ type: 'fetch-failed', outcome: failures[net] });
        return;
      }
      case 'wait':
        return this.dispatch({ type: 'retry-due' });
      default:
        return;
    }
  }

  #journal({ replaced, entries }: Extract<GraphEffect, { type: 'journal' }>): void {
    if (replaced.length > 0) this.#drop(replaced);
    if (replaced.length > 0 && entries.length > 0) this.inFlight = null;
    const known = new Set(this.journal.map(({ id }) => id));
    this.journal.push(...entries.filter(({ id }) => !known.has(id)).map(entryOf));
    this.dispatch({ type: 'journaled', ids: entries.map(({ id }) => id) });
  }

  #send(effect: Extract<GraphEffect, { type: 'send' }>, net: Net): void {
    const { key } = effect;
    if (!this.#written.has(key)) this.broken.push(`${key} was sent before it was written down`);
    if (this.#stale.has(key)) this.broken.push(`${key} was sent again after it was refused as stale`);
    const unknown = this.#unknown;
    // A change with metadata is not asked about again once the document has moved on: it shows what became of it.
    const isSettled =
      unknown && 'metadata' in unknown.payload && effect.expectedVersion > unknown.expectedVersion;
    if (unknown !== null && unknown.key !== key && !isSettled) {
      this.broken.push(`${key} was sent while nobody knew what became of ${unknown.key}`);
    }
    if (net === 'lost' || net === 'busy' || net === 'key') {
      this.#unknown = effect;
      this.dispatch({ type: 'failed', key, outcome: failures[net] });
      const asked = this.waiting.some((one) => one.type === 'wait' && one.ms >= RETRY_AFTER_MS);
      if (net === 'busy' && !asked) this.broken.push('Retry-After was not honoured');
      return;
    }
    const response = this.service.write(effect);
    if (net === 'response-lost') {
      this.#unknown = effect;
      this.dispatch({ type: 'failed', key, outcome: failures.lost });
    } else if (response === 'stale') {
      this.#unknown = null;
      this.#stale.add(key);
      this.dispatch({ type: 'failed', key, outcome: { kind: 'stale' } });
    } else if (response === 'refused') {
      this.#unknown = null;
      this.dispatch({ type: 'failed', key, outcome: { kind: 'refused', message: 'No metadata here.' } });
    } else {
      this.#unknown = null;
      const { version, graph, metadata } = response;
      this.dispatch({ type: 'responded', key, version, document: { graph, metadata } });
    }
  }

  #drop(ids: readonly string[]): void {
    this.journal = this.journal.filter(({ id }) => !ids.includes(id));
    const left = new Set(this.journal.map(({ id }) => id));
    if (this.inFlight && !this.inFlight.entryIds.some((id) => left.has(id))) this.inFlight = null;
  }

  /** Everything that can happen happens, with a network that works; questions are answered with mine. */
  settle(): void {
    this.dispatch({ type: 'retry' });
    for (let step = 0; step < 500; step += 1) {
      if (this.waiting.length > 0) this.perform('works');
      else if (openClash(this.state)) {
        this.dispatch({ type: 'resolved', choices: new Map() });
      } else return;
    }
    throw new Error('Saving does not come to rest.');
  }
}

const failures: Record<'lost' | 'busy' | 'key', Failure> = {
  lost: { kind: 'unreachable' },
  busy: { kind: 'busy', retryAfterMs: RETRY_AFTER_MS },
  key: { kind: 'key' },
};
