import type { EditableInputValue, PatchOperation } from '#shared/api/index.ts';
import type { PinRef } from '#shared/graph/types.ts';
import type { XY } from '../geometry.ts';
import type { EditOptions } from '../model/editor-store.ts';
import type { Catalog } from '../model/catalog.ts';
import type { Scene } from '../scene/scene.ts';
import type { ViewController } from '../scene/view-controller.ts';
import type { EditorUi } from './editor-ui.ts';
import type { NodeStates } from './node-states.ts';
import type { SessionReroutes } from './session-reroutes.ts';
import type { SessionItems } from './session-items.ts';
import type { SessionStore } from './session-store.ts';

export interface NewNodeOptions {
  /** A pin that the new node is wired to where one of its own fits. */
  wireTo?: { side: 'output' | 'input'; pin: PinRef } | null;
  inputs?: Record<string, EditableInputValue>;
  title?: string;
  /** Selected unless false. */
  select?: boolean;
}

/** What the parts of a session work on. */
export interface SessionCore {
  readonly catalog: Catalog;
  readonly store: SessionStore;
  readonly scene: Scene;
  readonly view: ViewController;
  readonly ui: EditorUi;
  readonly items: SessionItems;
  readonly reroutes: SessionReroutes;
  readonly states: NodeStates;
  readonly snapToGrid: boolean;
  /** Applies an edit as one step, or says why not. @returns whether it was applied. */
  apply(label: string, operations: readonly PatchOperation[], options?: EditOptions): boolean;
  titleOf(nodeId: string): string;
  pinLabel(nodeId: string, pin: string, side: 'input' | 'output'): string;
  deleteSelection(): void;
  /** Adds a node with its top left corner at a point. @returns its id; null when it was refused, which is said. */
  addNode(type: string, at: XY, options?: NewNodeOptions): string | null;
}
