import type { NodeResult } from '#renderer/model/node-run-state.ts';
import { words } from '#renderer/words/index.ts';
import {
  forecastRun,
  type CachedResults,
  type NodeRejection,
  type Blocker,
  type RunForecast,
} from '#shared/graph/run-forecast.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorStore } from '../model/editor-store.ts';
import type { NodeStates } from './node-states.ts';
import type { SessionKeys } from './session-keys.ts';

const t = words.editorSession.runOutlook;

/** How long an edit waits until the forecast follows it: keys of a word are looked at together. Milliseconds. */
const SETTLE_MS = 160;
/** Of a document of more nodes the first forecast comes after it is shown. */
const BATCH_NODES = 500;
/** How long keys for it are worked out before the page does something else. Milliseconds. */
const SLICE_MS = 4;
/** What is said of a large document until then: a run of all of it. */
const NOT_YET: RunForecast = {
  runs: new Set(),
  optional: new Set(),
  paid: new Set(),
  reused: new Set(),
  blockers: new Map(),
  targetNodeIds: null,
  isConfirmed: true,
};

/** Results that grow while runs go on. */
export interface ObservedResults extends CachedResults {
  subscribe(listener: () => void): () => void;
  /** What a node made last, as it is shown. */
  resultOf?(nodeId: string, key: string | null): NodeResult | undefined;
}

interface Options {
  store: EditorStore;
  catalog: Catalog;
  keys: SessionKeys;
  states: NodeStates;
  titleOf(nodeId: string): string;
  pinLabel(nodeId: string, pin: string, side: 'input'): string;
}

/** What a run of the open document would do, brought up to its edits a moment later. */
export class RunOutlook {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  readonly #rejections = new Map<string, NodeRejection>();
  #results: Pick<ObservedResults, 'isReused' | 'isPaid' | 'resultOf'> = { isReused: () => undefined };
  #prediction: RunForecast | null = null;
  /** Nodes that a start has left out, whose reason is then shown. */
  #leftOut: ReadonlySet<string> = new Set();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Nodes of a large document whose keys are known, by their number in it. */
  #worked = 0;

  constructor(options: Options) {
    this.#options = options;
    const { store, catalog, keys, states } = options;
    store.subscribe(({ edited }) => edited.size > 0 && this.#schedule());
    catalog.subscribe(() => this.#schedule());
    keys.subscribe(() => this.#schedule());
    states.subscribe(() => this.#schedule());
  }

  /** Counts what these results let a run reuse. @returns what ends it. */
  follow(results: ObservedResults): () => void {
    this.#results = results;
    this.#schedule();
    return results.subscribe(() => this.#schedule());
  }

  /** What a node made last; undefined while nothing is known of that. */
  resultOf(nodeId: string): NodeResult['outputs'] | undefined {
    return this.#results.resultOf?.(nodeId, this.#options.keys.keyOf(nodeId))?.outputs;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  /**
   * The forecast as it was last looked at; stays the same until it is announced. That of a large document which was just
   * opened is empty first.
   */
  get = (): RunForecast => {
    if (this.#prediction) return this.#prediction;
    if (this.#options.store.getGraph().nodes.length <= BATCH_NODES) return (this.#prediction = this.#make());
    this.#schedule(0);
    return NOT_YET;
  };
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The forecast of the document as it is at this moment. */
  current(): RunForecast {
    return this.#refresh();
  }

  /** The service refused a run because of a node as it is now. */
  reject(nodeId: string, pin: string | null, reason: string): void {
    this.#rejections.set(nodeId, { key: this.#options.keys.keyOf(nodeId), pin, reason });
    this.#refresh();
  }

  /** A start left these nodes out. */
  leftOut(nodeIds: Iterable<string>): void {
    this.#leftOut = new Set(nodeIds);
    this.#refresh();
  }

  /** Why a node cannot run, as a sentence; null for one that can. */
  reasonOf(nodeId: string): string | null {
    const blocker = this.get().blockers.get(nodeId);
    return blocker === undefined ? null : this.#sentence(nodeId, blocker);
  }

  /** Whether the last start left the node out, and would again. */
  wasLeftOut(nodeId: string): boolean {
    return this.#leftOut.has(nodeId) && this.get().blockers.has(nodeId);
  }

  #sentence(nodeId: string, blocker: Blocker): string {
    const options = this.#options;
    switch (blocker.kind) {
      case 'input':
        return this.#unset(nodeId, blocker.pin);
      case 'type':
        return t.serviceNoNodeType(options.store.getNode(nodeId)?.type ?? '');
      case 'cycle':
        return t.circleWiresCutThem;
      case 'refused':
        return blocker.reason;
      case 'above':
        return t.waitsCannotRun(options.titleOf(blocker.nodeId));
      default:
        return blocker satisfies never;
    }
  }

  /** Why an input has no value: nothing was set, or what feeds it is muted. */
  #unset(nodeId: string, pin: string): string {
    const options = this.#options;
    const wire = options.store.getGraph().connections.find(({ to }) => to[0] === nodeId && to[1] === pin);
    const label = options.pinLabel(nodeId, pin, 'input');
    return wire && options.states.isMuted(wire.from[0])
      ? words.runs.feederMuted(options.titleOf(wire.from[0]), label)
      : words.runs.notSet(label);
  }

  #make(): RunForecast {
    const { states, catalog, keys } = this.#options;
    return forecastRun({
      graph: states.runGraph(),
      keys,
      results: this.#results,
      requiredInputs: (type) => catalog.requiredInputs(type),
      branchInputs: (type) => catalog.branchInputs(type),
      rejections: this.#rejections,
    });
  }

  #schedule(wait = SETTLE_MS): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // With the last of the keys, not in the middle of them.
      if (!this.#options.keys.isSettled) this.#schedule();
      else if (this.#prediction === null && !this.#workKeys()) this.#schedule(0);
      else this.#refresh();
    }, wait);
  }

  /** Works out keys for a while, those of a whole document in several goes. @returns whether none is left. */
  #workKeys(): boolean {
    const { nodes } = this.#options.store.getGraph();
    const end = performance.now() + SLICE_MS;
    while (this.#worked < nodes.length) {
      this.#options.keys.keyOf(nodes[this.#worked]!.id);
      this.#worked += 1;
      if (performance.now() > end) return false;
    }
    return true;
  }

  #refresh(): RunForecast {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const prediction = this.#make();
    this.#prediction = prediction;
    for (const id of this.#rejections.keys()) {
      if (prediction.blockers.get(id)?.kind !== 'refused') this.#rejections.delete(id);
    }
    for (const listener of this.#listeners) listener();
    return prediction;
  }
}
