import type { Graph } from '#shared/graph/types.ts';
import { forecastRun } from '#shared/graph/run-forecast.ts';
import type { Catalog } from '#renderer/editor/model/catalog.ts';
import { EditorStore } from '#renderer/editor/model/editor-store.ts';
import { NodeStates } from '#renderer/editor/session/node-states.ts';
import { SessionKeys } from '#renderer/editor/session/session-keys.ts';
import { blurCatalog } from './blur-catalog.ts';
import { median, type Figure } from './measure.ts';

const NODES = 10_000;
const KEYSTROKES = 40;

/** Chains of nodes, one beside the other. */
function chains(length: number): Graph {
  const ids = Array.from({ length: NODES }, (_, index) => `n${index}`);
  return {
    nodes: ids.map((id) => ({ id, type: 'image/blur', position: { x: 0, y: 0 }, inputs: {} })),
    connections: ids.flatMap((id, index) =>
      index % length === 0 ? [] : [{ from: [`n${index - 1}`, 'image'], to: [id, 'image'] }],
    ),
  };
}

/** Work that a page does between keystrokes. */
class DeferredQueue {
  readonly #pending: (() => void)[] = [];
  readonly add = (work: () => void): void => {
    this.#pending.push(work);
  };

  /** Does all of it. @returns microseconds of the longest piece. */
  drain(): number {
    let longest = 0;
    for (let work = this.#pending.shift(); work; work = this.#pending.shift()) {
      const start = process.hrtime.bigint();
      work();
      longest = Math.max(longest, Number(process.hrtime.bigint() - start) / 1000);
    }
    return longest;
  }
}

/** Microseconds of a keystroke in the first node, and of the longest piece of work after it. */
function keystrokes(store: EditorStore, deferred = new DeferredQueue()): { stroke: number; chunk: number } {
  const times: number[] = [];
  const chunks: number[] = [];
  for (let stroke = 0; stroke < KEYSTROKES; stroke += 1) {
    const start = process.hrtime.bigint();
    store.applyEdit(
      'type',
      [{ op: 'setNodeInput', nodeId: 'n0', input: 'sigma', value: { type: 'number', value: stroke } }],
      { mergeKey: 'sigma' },
    );
    times.push(Number(process.hrtime.bigint() - start) / 1000);
    chunks.push(deferred.drain());
  }
  return { stroke: median(times), chunk: median(chunks) };
}

function keysOf(store: EditorStore, deferred: DeferredQueue): SessionKeys {
  // What the editor reads of the catalog is all here.
  const read = blurCatalog as unknown as Catalog;
  return new SessionKeys(store, read, new NodeStates(store, read), deferred.add);
}

/** What keeping the keys of results up costs an edit of 10,000 nodes, and what the forecast of a run costs after it. */
export function keyFigures(): Figure[] {
  return [100, NODES].map((length) => {
    const graph = chains(length);
    const bare = new EditorStore(graph, blurCatalog);
    const keyed = new EditorStore(JSON.parse(JSON.stringify(graph)) as Graph, blurCatalog);
    const deferred = new DeferredQueue();
    const keys = keysOf(keyed, deferred);
    for (const { id } of graph.nodes) keys.keyOf(id);
    const baseline: number[] = [];
    const withKeys: number[] = [];
    const chunks: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      baseline.push(keystrokes(bare).stroke);
      const { stroke, chunk } = keystrokes(keyed, deferred);
      withKeys.push(stroke);
      chunks.push(chunk);
    }
    const start = process.hrtime.bigint();
    forecastRun({
      graph: keyed.getGraph(),
      keys,
      results: { isReused: () => true },
      requiredInputs: () => [],
    });
    const estimateTime = Math.round(Number(process.hrtime.bigint() - start) / 1000);
    const medianKeyTime = median(withKeys);
    const reference = median(baseline);
    return {
      name: `keys: a keystroke above ${length - 1} of ${NODES} nodes (longest piece after it ${Math.round(median(chunks))} µs, forecast ${estimateTime} µs)`,
      measured: { label: 'edit and keys', value: medianKeyTime, unit: 'µs' },
      reference: { label: 'the bare edit', value: reference, unit: 'µs' },
      ratio: medianKeyTime / reference,
      target: `at most 4,000 µs: ${medianKeyTime <= 4000 ? 'met' : 'missed'}`,
    };
  });
}
