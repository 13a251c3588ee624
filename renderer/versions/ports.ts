import type { PatchOperation } from '#shared/api/index.ts';
import type { CanvasItems } from '#shared/canvas/items.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import type { Graph, GraphNode } from '#shared/graph/types.ts';

/** The open project as the history needs it; the page gives the editor's. */
export interface OpenProject {
  getGraph(): Graph;
  subscribe(listener: () => void): () => void;
  /** The service's number of what is open, for a state that is named. */
  version(): number;
  /** Makes one edit of what fits. @returns reasons for what does not. */
  restore(
    label: string,
    operations: readonly PatchOperation[],
    canvas?: readonly CanvasOperation[],
  ): { completed: number; rejected: string[] };
  /** Frames, notes and looks of nodes as they are now. */
  getCanvas(): CanvasItems;
  /** Shows a node on the canvas. */
  show(nodeId: string): void;
  words: GraphWords;
}

/** Names of things in a graph, as the catalog and the person call them. */
export interface GraphWords {
  /** Also of a node that is not in the open graph. */
  nodeName(node: GraphNode): string;
  typeName(type: string): string;
  inputLabel(type: string, input: string): string;
  fileName(fileId: string): string;
}
