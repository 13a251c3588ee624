import { createStore } from 'zustand/vanilla';
import { words } from '#renderer/words/index.ts';
import type { ViewedItem } from './viewed-item.ts';

const t = words.viewer.viewerStore;

/** Fewer or more than these are not compared. */
const MIN_COMPARED = 2;
const MAX_COMPARED = 4;

/** What the viewer shows; `closed` when nothing is looked at. */
export type ViewerState =
  | { mode: 'closed' }
  | { mode: 'single'; items: readonly ViewedItem[]; index: number }
  | {
      mode: 'compare';
      items: readonly ViewedItem[];
      before: Extract<ViewerState, { mode: 'single' }> | null;
    };

export const viewerStore = createStore<{ state: ViewerState }>(() => ({ state: { mode: 'closed' } }));

const setState = (state: ViewerState): void => viewerStore.setState({ state });

/** Shows `items[index]` at full size; the arrows lead through the others. Nothing happens without items. */
export function openViewer({ items, index }: { items: readonly ViewedItem[]; index: number }): void {
  if (items.length === 0) return;
  setState({ mode: 'single', items, index: Math.min(Math.max(index, 0), items.length - 1) });
}

/**
 * Shows two to four outputs beside each other.
 * @returns why it does not, in a sentence for people; null when it does.
 */
export function openCompare(items: readonly ViewedItem[]): string | null {
  if (items.length < MIN_COMPARED) return t.twoFourOutputsCompare;
  if (items.length > MAX_COMPARED) {
    return t.outputsManyCompareTwo(items.length);
  }
  const { state } = viewerStore.getState();
  setState({ mode: 'compare', items, before: state.mode === 'single' ? state : null });
  return null;
}

export const closeViewer = (): void => setState({ mode: 'closed' });

/** Closes a comparison; what was looked at before it is there again. */
export function backFromCompare(): void {
  const { state } = viewerStore.getState();
  setState(state.mode === 'compare' && state.before ? state.before : { mode: 'closed' });
}
