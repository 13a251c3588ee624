import type { GraphConnection, GraphNode } from '#shared/graph/types.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';

/** What live previews stand on: the document, its types, and the runs of people. */

/** The open document, as far as previews need it. */
export interface LiveDocument {
  node(id: string): GraphNode | undefined;
  incomingWires(id: string): readonly GraphConnection[];
  keyOf(nodeId: string): string | null;
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
  resultAt(key: string): Pick<NonNullable<ReturnType<NodeRunTable['resultOf']>>, 'outputs'> | undefined;
  isPreviousVisible(): boolean;
}
