import type { CommandContext, CommandId } from '#shared/commands/index.ts';
import { isReadable } from './viewed-text.ts';
import type { ViewedItem } from './viewed-item.ts';

export type CompareMode = 'side-by-side' | 'slider' | 'blink' | 'difference';
export type ComparedKind = NonNullable<CommandContext['comparedKind']>;

/** What all items are; `other` when they are of several kinds or of one that is only shown side by side. */
export function comparedKindOf(items: readonly ViewedItem[]): ComparedKind {
  if (items.every(({ kind }) => kind === 'image')) return 'image';
  if (items.every(({ kind }) => kind === 'video')) return 'video';
  return items.every(isReadable) ? 'text' : 'other';
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
