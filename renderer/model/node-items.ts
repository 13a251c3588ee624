import { z } from 'zod';
import { isListOutput, itemsOfOutput, RunOutput, type OutputItem } from '#shared/api/index.ts';

/** A node that runs for each item of a list: what its events and its outputs say of the items, as one list in their order. */

/** Ends that are remembered of one node; of more, those told last. */
const MAX_ENDS = 1000;

export const ItemCounts = z.object({
  total: z.number(),
  completed: z.number().default(0),
  failed: z.number().default(0),
});
export type ItemCounts = z.infer<typeof ItemCounts>;

/** How an item ended, as an event tells it. */
export const ItemEnd = z.object({
  /** Places from the outermost list inwards, from 0. */
  item: z.array(z.number()),
  trace: z.array(z.string()),
  state: z.enum(['succeeded', 'cached', 'failed']),
  outputs: z.record(z.string(), RunOutput).optional(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
});
export type ItemEnd = z.infer<typeof ItemEnd>;

export type ItemPhase = ItemEnd['state'] | 'waiting';

/** One item of what a node made, or why it is missing. */
export interface NodeItem {
  path: readonly number[];
  trace: readonly string[];
  /** `waiting` for one of which nothing is known yet. */
  phase: ItemPhase;
  /** By output pin; empty of one that failed or waits. */
  outputs: Readonly<Record<string, RunOutput>>;
  error: { code: string; message: string } | null;
}

/** What is known of the items of a node. */
export interface ItemsSource {
  items?: ItemCounts | null;
  ends?: readonly ItemEnd[];
  outputs?: Readonly<Record<string, RunOutput>> | null;
}

const ItemsInEvent = z.object({ items: ItemCounts.optional(), settled: z.array(ItemEnd).optional() });

/** What a node's event tells of its items; nothing for a node that runs once. */
export function itemsOfEvent(
  data: Record<string, unknown> | undefined,
  before: { ends?: ItemEnd[] },
): { items?: ItemCounts; ends?: ItemEnd[] } {
  const event = ItemsInEvent.safeParse(data);
  if (!event.success || event.data.items === undefined) return {};
  const { items, settled = [] } = event.data;
  const ends = settled.length === 0 ? before.ends : [...(before.ends ?? []), ...settled].slice(-MAX_ENDS);
  return ends === undefined ? { items } : { items, ends };
}

const NO_ITEMS: readonly NodeItem[] = [];
const cached = new WeakMap<object, { source: ItemsSource; items: readonly NodeItem[] }>();

/** The items of a node in their order; those of which nothing is known yet wait. Empty for a node that has no list. */
export function itemsOfNode(source: ItemsSource): readonly NodeItem[] {
  // Whoever asks has an object of its own; what it holds stays the same.
  const handle = source.ends ?? source.outputs ?? source.items;
  if (handle === null || handle === undefined) return NO_ITEMS;
  const before = cached.get(handle);
  if (before?.source.outputs === source.outputs && before?.source.items === source.items)
    return before?.items ?? NO_ITEMS;
  const items = readItems(source);
  cached.set(handle, { source: { outputs: source.outputs, items: source.items }, items });
  return items;
}

/** How many items there are and how many of them failed; null for a node that has no list. */
export function countsOf({ items, outputs }: ItemsSource): Pick<ItemCounts, 'total' | 'failed'> | null {
  const lists = Object.values(outputs ?? {}).filter(isListOutput);
  const counts = [...lists.map(({ count: total, failed }) => ({ total, failed })), ...(items ? [items] : [])];
  if (counts.length === 0) return null;
  return {
    total: Math.max(...counts.map(({ total }) => total)),
    failed: Math.max(...counts.map(({ failed }) => failed)),
  };
}

function readItems(source: ItemsSource): readonly NodeItem[] {
  const byPath = new Map<string, NodeItem>();
  for (const end of source.ends ?? []) {
    const { item: path, trace, state: phase, outputs = {}, error = null } = end;
    byPath.set(path.join('.'), { path, trace, phase, outputs, error });
  }
  for (const [pin, list] of Object.entries(source.outputs ?? {})) {
    for (const item of itemsOfOutput(list) ?? []) {
      const key = item.path.join('.');
      byPath.set(key, withOutput(byPath.get(key), pin, item));
    }
  }
  if ([...byPath.values()].every(({ path }) => path.length === 1))
    fillUp(byPath, countsOf(source)?.total ?? 0);
  return [...byPath.values()].sort((a, b) => comparePaths(a.path, b.path));
}

/** An item with one of its outputs, or why that is missing. @param before what its end says of it. */
function withOutput(
  before: NodeItem | undefined,
  pin: string,
  { path, trace, output, error }: OutputItem,
): NodeItem {
  const { phase = 'succeeded', outputs = {}, error: reason = null } = before ?? {};
  if (error !== null) return { path, trace, phase: 'failed', outputs, error };
  return {
    path,
    trace,
    phase,
    outputs: output === null ? outputs : { ...outputs, [pin]: output },
    error: reason,
  };
}

/** Items of a list of which nothing was said wait. */
function fillUp(byPath: Map<string, NodeItem>, total: number): void {
  for (let at = 0; at < total; at += 1) {
    if (byPath.has(`${at}`)) continue;
    byPath.set(`${at}`, { path: [at], trace: [], phase: 'waiting', outputs: {}, error: null });
  }
}

function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (let level = 0; level < Math.min(a.length, b.length); level += 1) {
    if (a[level] !== b[level]) return a[level]! - b[level]!;
  }
  return a.length - b.length;
}
