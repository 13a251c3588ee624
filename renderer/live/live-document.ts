import type { GraphConnection, GraphNode } from '#shared/graph/types.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { PickedItems } from '#renderer/model/picked-items.ts';
import type { LiveItem } from './live-items.ts';

/** What live previews stand on: the document, its types, and the runs of people. */

/** The open document, as far as previews need it. */
export interface LiveDocument {
  node(id: string): GraphNode | undefined;
  incomingWires(id: string): readonly GraphConnection[];
  keyOf(nodeId: string): string | null;
  /** The item of its lists at which a node is looked at; null of one that runs once. */
  itemInView(nodeId: string): LiveItem | null;
  /** By input, which item of its list goes into an item of a node; empty for a list that is not known. */
  positionsOf(nodeId: string, path: readonly number[]): PickedItems;
  /** Called with a node of which another item is looked at. */
  onItem(listener: (nodeId: string) => void): () => void;
  /** The key for showing: not that of any result while it is worked out. */
  peekKey(nodeId: string): string | null;
  /** Whether the keys follow all edits; those of large graphs come in pieces. */
  areKeysSettled(): boolean;
  inView(): Iterable<string>;
  /** Longest side at which the largest picture of a preview is shown, in pixels of the screen. */
  pictureSide(): number;
  /** Called while the view moves. */
  onView(listener: () => void): () => void;
  /** Called at an edit made here, before or after `onKeys`. @param isTyping whether more of it is likely at once. */
  onEdit(listener: (isTyping: boolean) => void): () => void;
  /** Called with the nodes whose key changed. */
  onKeys(listener: (nodeIds: ReadonlySet<string>) => void): () => void;
}

/** The node types of the service. */
export interface LiveTypes {
  /** Whether the service executes a type for a preview. */
  isLive(type: string): boolean;
  requiredInputs(type: string): readonly string[] | null;
}

/** What runs of people have made. */
export interface RunResults {
  table: NodeRunTable;
  resultAt(
    key: string,
  ): Pick<NonNullable<ReturnType<NodeRunTable['resultOf']>>, 'outputs' | 'items' | 'ends'> | undefined;
  isPreviousVisible(): boolean;
}
