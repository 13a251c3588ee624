import { expect, it, vi } from 'vitest';
import type { RunOutput } from '#shared/api/index.ts';
import type { GraphConnection, GraphNode } from '#shared/graph/index.ts';
import { ItemsInView } from '#renderer/editor/session/items-in-view.ts';
import type { NodeResult, NodeRunTable } from '#renderer/model/node-run-state.ts';
import { liveItemsOf } from './live-items-of.ts';

const listOf = (...texts: string[]): RunOutput => ({
  type: 'list',
  count: texts.length,
  failed: 0,
  value: texts.map((value) => ({ type: 'string', value, trace: [value] })),
});
const made = (key: string, output: RunOutput): NodeResult => ({
  runId: 'run_1',
  key,
  outputs: { list: output },
});

/** A node `mix` with the lists of `left` and `right`, each with what a run made of it. */
function open(options: {
  lists?: string;
  ran?: Record<string, NodeResult>;
  previews?: Record<string, NodeResult>;
}) {
  const { lists = 'by position', ran = {}, previews = {} } = options;
  const nodes: GraphNode[] = [
    { id: 'left', type: 'list/values' },
    { id: 'right', type: 'list/values' },
    { id: 'mix', type: 'text/join', inputs: { lists: { type: 'string', value: lists } } },
  ];
  const incoming: Record<string, GraphConnection> = {
    a: { from: ['left', 'list'], to: ['mix', 'a'] },
    b: { from: ['right', 'list'], to: ['mix', 'b'] },
  };
  const itemsInView = new ItemsInView();
  const session = {
    itemsInView,
    lists: { spreadInputs: (id: string) => (id === 'mix' ? ['a', 'b'] : []) },
    pinLabel: (_id: string, name: string) => name.toUpperCase(),
    store: {
      getNode: (id: string) => nodes.find((node) => node.id === id),
      incoming: (id: string, name: string) => (id === 'mix' ? incoming[name] : undefined),
    },
    keys: { peek: (id: string) => `key of ${id}` },
    states: { frozenOutputs: () => undefined },
    fileNames: new Map<string, string>(),
  };
  const table: NodeRunTable = {
    get: () => undefined,
    resultOf: (id) => ran[id],
    subscribe: () => () => undefined,
    subscribeAll: () => () => undefined,
  };
  const live = liveItemsOf(
    session as unknown as Parameters<typeof liveItemsOf>[0],
    table,
    (key) => previews[key],
  );
  return { live, itemsInView };
}

const ran = {
  left: made('key of left', listOf('p', 'q', 'r')),
  right: made('key of right', listOf('x', 'y')),
};

it('a node that runs once has no item in view', () => {
  expect(open({ ran }).live.itemInView('left')).toBeNull();
});

it('counts items as the lists go together, and shows the first until another one is looked at', () => {
  const { live, itemsInView } = open({ ran, lists: 'every pair' });
  expect(live.itemInView('mix')).toEqual({ path: [0], total: 6 });
  itemsInView.set('mix', 3);
  expect(live.itemInView('mix')).toEqual({ path: [3], total: 6 });
  expect(live.positionsOf('mix', [3])).toEqual({ a: [1], b: [1] });
  expect(open({ ran, lists: 'shortest' }).live.itemInView('mix')).toEqual({ path: [0], total: 2 });
  const repeated = open({ ran, lists: 'repeat last' }).live;
  expect(repeated.itemInView('mix')).toEqual({ path: [0], total: 3 });
  expect(repeated.positionsOf('mix', [2])).toEqual({ a: [2], b: [1] });
});

it('of a list that became shorter the last item is in view', () => {
  const { live, itemsInView } = open({ ran, lists: 'shortest' });
  itemsInView.set('mix', 9);
  expect(live.itemInView('mix')).toEqual({ path: [1], total: 2 });
});

it('of a list that nobody has seen the item at the same place is asked for, but not where every pair is made', () => {
  expect(open({}).live.positionsOf('mix', [4])).toEqual({ a: [4], b: [4] });
  expect(open({ lists: 'every pair' }).live.positionsOf('mix', [4])).toEqual({ a: [], b: [] });
});

it('what a preview made counts in the place of what a run made before an edit', () => {
  const before = { ...ran, left: made('an earlier key', listOf('p', 'q', 'r')) };
  const previews = { 'key of left': made('key of left', listOf('new')) };
  expect(open({ ran: before, previews, lists: 'every pair' }).live.itemInView('mix')?.total).toBe(2);
  expect(open({ ran, previews, lists: 'every pair' }).live.itemInView('mix')?.total).toBe(6);
});

it('tells of another item in view, of whichever node', () => {
  const { live, itemsInView } = open({ ran });
  const listener = vi.fn<(nodeId: string) => void>();
  const stop = live.onItem(listener);
  itemsInView.set('mix', 1);
  stop();
  itemsInView.set('mix', 0);
  expect(listener.mock.calls).toEqual([['mix']]);
});
