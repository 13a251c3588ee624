import type { CommandContext, CommandId } from '#shared/commands/index.ts';
import { isReadable } from './viewed-text.ts';
import type { NamedOutput, ViewedItem } from './viewed-item.ts';

export type CompareMode = 'side-by-side' | 'slider' | 'blink' | 'difference';
export type ComparedKind = NonNullable<CommandContext['comparedKind']>;

/** What all items are; `other` when they are of several kinds or of one that is only shown side by side. */
export function comparedKindOf(items: readonly ViewedItem[]): ComparedKind {
  if (items.every(({ kind }) => kind === 'image')) return 'image';
  if (items.every(({ kind }) => kind === 'video')) return 'video';
  return items.every(isReadable) ? 'text' : 'other';
}

/** What two outputs have to have in common for a comparison to say something; null for what cannot be shown. */
function comparisonClass(item: NamedOutput): 'image' | 'video' | 'audio' | 'text' | null {
  if (item.kind === 'image' || item.kind === 'video' || item.kind === 'audio') return item.kind;
  return isReadable(item) ? 'text' : null;
}

/** The outputs that one can be compared with, from it on and round. @param index of the one */
export function siblingsOfKind<Item extends NamedOutput>(
  items: readonly Item[],
  index: number,
): { item: Item; index: number }[] {
  const selected = items[index];
  const kind = selected ? comparisonClass(selected) : null;
  if (kind === null) return [];
  return items
    .map((_, step) => (index + step) % items.length)
    .flatMap((at) => {
      const item = items[at];
      const isComparable = at !== index && item !== undefined && !item.item?.error;
      return isComparable && comparisonClass(item) === kind ? [{ item, index: at }] : [];
    });
}

/** Those of the kind that most are of, in their order; none where no two are of one kind. */
export function maxComparable<Item extends NamedOutput>(items: readonly Item[]): readonly Item[] {
  const byKind = Map.groupBy(items, comparisonClass);
  byKind.delete(null);
  const [largest = []] = [...byKind.values()].toSorted((a, b) => b.length - a.length);
  return largest.length > 1 ? largest : [];
}

/** The commands of the modes that a kind has, in the order of their buttons. */
export const modesOf: Readonly<Record<ComparedKind, readonly (readonly [CompareMode, CommandId])[]>> = {
  image: [
    ['side-by-side', 'compare.side-by-side'],
    ['slider', 'compare.slider'],
    ['blink', 'compare.blink'],
    ['difference', 'compare.difference'],
  ],
  text: [
    ['difference', 'compare.difference'],
    ['side-by-side', 'compare.side-by-side'],
  ],
  video: [],
  other: [],
};

/** How a comparison begins. */
export const firstMode = (kind: ComparedKind): CompareMode => modesOf[kind][0]?.[0] ?? 'side-by-side';
