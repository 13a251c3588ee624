import { emptyCanvas, type CanvasItems } from '#shared/canvas/items.ts';
import { canvasMetadata, readCanvas } from '#shared/canvas/metadata.ts';
import type { Graph } from '#shared/graph/types.ts';
import { differingInstances, groupTree } from '#shared/groups/index.ts';
import type { Catalog } from '#renderer/editor/model/catalog.ts';
import { EditorStore } from '#renderer/editor/model/editor-store.ts';
import { SceneTiles } from '#renderer/editor/scene/scene-tiles.ts';
import { blurCatalog } from './blur-catalog.ts';
import { median, type Figure } from './measure.ts';

const INSTANCES = 200;
/** Instances of one group. */
const LINKED = 10;
const NODES = 10;
const ROUNDS = 30;
/** Milliseconds. */
const LIMIT = 10;

/** 2,000 nodes in 200 instances of 20 groups, a chain in each, the instances wired one after another. */
function project(): { graph: Graph; items: CanvasItems } {
  const items = emptyCanvas();
  const graph: Graph = { nodes: [], connections: [] };
  const [nodes, connections]: [Graph['nodes'][number][], Graph['connections'][number][]] = [[], []];
  for (let index = 0; index < INSTANCES; index += 1) {
    const [instance, group] = [`i${index}`, `g${Math.floor(index / LINKED)}`];
    items.groups[group] = { title: group, color: '#3b6fc2' };
    items.instances[instance] = {
      of: group,
      position: { x: (index % 20) * 400, y: Math.floor(index / 20) * 400 },
    };
    items.pins[`${group}in`] = { of: group, side: 'input', targets: [['n0', 'image']], order: 0 };
    items.pins[`${group}value`] = { of: group, side: 'input', targets: [['n1', 'sigma']], order: 1 };
    items.pins[`${group}out`] = {
      of: group,
      side: 'output',
      targets: [[`n${NODES - 1}`, 'image']],
      order: 0,
    };
    for (let at = 0; at < NODES; at += 1) {
      const id = `${instance}.n${at}`;
      items.members[id] = { in: instance, as: `n${at}` };
      nodes.push({
        id,
        type: 'image/blur',
        position: { x: at * 300, y: 0 },
        inputs: { sigma: { type: 'number', value: at } },
      });
      const before = at > 0 ? `${instance}.n${at - 1}` : `i${index - 1}.n${NODES - 1}`;
      if (at > 0 || index > 0) connections.push({ from: [before, 'image'], to: [id, 'image'] });
    }
  }
  return { graph: { ...graph, nodes, connections }, items };
}

/** Processor time of this thread, which other programs do not lengthen. Milliseconds. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of the processor for some work, as a median; each round begins with what `prepare` gives. */
function medianOf<T>(prepare: () => T, work: (value: T) => unknown): number {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const value = prepare();
    const start = threadTime();
    work(value);
    // The first is a warm-up.
    if (round > 0) times.push(threadTime() - start);
  }
  return median(times);
}

const figure = (name: string, label: string, value: number): Figure => ({
  name,
  measured: { label, value, unit: 'ms' },
  reference: { label: 'limit', value: LIMIT, unit: 'ms' },
  ratio: value / LIMIT,
  target: '≤ 1',
});

/** What groups cost when a project of 2,000 nodes in 200 of them is opened: the graph itself needs no expanding. */
export function groupFigures(): Figure[] {
  const { graph, items } = project();
  const text = JSON.stringify(canvasMetadata(items));
  // Another record each time: a tree is kept for the same.
  const fresh = (): CanvasItems => ({ ...items, members: { ...items.members } });
  const store = (): EditorStore => new EditorStore(graph, blurCatalog, { items: fresh(), problem: null });
  const read = medianOf(
    () => JSON.parse(text) as Record<string, unknown>,
    (value) => readCanvas(value),
  );
  const tree = medianOf(fresh, (value) => groupTree(value));
  const tiles = medianOf(store, (value) => new SceneTiles(value, blurCatalog as unknown as Catalog));
  const compared = medianOf(fresh, (value) => differingInstances({ graph, items: value }));
  return [
    figure('groups: read and expanded', 'read, which node lies where, and 200 tiles', read + tiles),
    figure('groups: read', 'their schema, entry by entry', read),
    figure('groups: tree', 'which node lies where', tree),
    figure('groups: tiles', 'that, and 200 tiles with pins and pictures', tiles),
    figure('groups: compared', 'all linked ones with each other', compared),
  ];
}
