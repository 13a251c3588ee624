import { createStore } from 'zustand/vanilla';
import type { BatchValue } from '#shared/desk/index.ts';

/** Values of a grid's cell that somebody wants in the graph of a project, which may have to be opened first. */
export interface ValuesRequest {
  connectionId: string;
  projectId: string;
  values: readonly { nodeId: string; input: string; value: NonNullable<BatchValue> }[];
}

export const valuesRequest = createStore<{ requested: ValuesRequest | null }>(() => ({ requested: null }));

/** A node whose inputs somebody wants to vary, from another page. */
export const varyRequest = createStore<{ projectId: string | null }>(() => ({ projectId: null }));
