import type { HeatMeasure, Snippet } from '#shared/desk/index.ts';
import type { Conversion } from '#shared/graph/converters.ts';
import type { PinRef } from '#shared/graph/types.ts';
import type { XY } from '../geometry.ts';
import type { WireKey } from '../model/editor-store.ts';
import { words } from '#renderer/words/index.ts';

/** Where a picker for new nodes stands, and what the new node is to be wired to. */
export interface QuickAdd {
  /** Client pixels. */
  client: XY;
  /** Where the new node goes, canvas units. */
  at: XY;
  wireTo: { side: 'output' | 'input'; pin: PinRef } | null;
  /** The wire that the new node goes into, while there is one. */
  target?: WireKey;
  /** The node that the new one follows: wired to it where a pin fits. */
  behind?: string;
  /** What was typed before it stood there. */
  query?: string;
}

export interface ConversionRequest {
  from: PinRef;
  to: PinRef;
  /** Why they do not fit, as a clause: `image does not fit number`. */
  reason: string;
  conversions: readonly Conversion[];
  /** Where the wire was let go. Client pixels. */
  client: XY;
}

export interface EditorUiState {
  quickAdd: QuickAdd | null;
  /** The pin for which "Connect to…" lists what fits. */
  connectPin: { side: 'output' | 'input'; pin: PinRef } | null;
  /** Two pins whose types differ, and what could stand between them. */
  convertPin: ConversionRequest | null;
  /** The node of which inputs are changed by hand on a picture. */
  handsOn: string | null;
  /** An input that somebody wants to see with several values. */
  varyRequested: PinRef | null;
  /** An input that somebody wants to draw a mask for. */
  maskRequested: PinRef | null;
  renaming: string | null;
  /** The wire that is given another name. */
  editingWire: WireKey | null;
  /** The nodes that another type is chosen for. */
  replaceIds: ReadonlySet<string> | null;
  /** Snippets are saved, listed, or asked about. */
  snippets: { mode: 'save' } | { mode: 'list' } | { mode: 'ask'; snippet: Snippet } | null;
  /** Muted nodes of which a person is asked which input goes past them. */
  selectingPass: readonly string[];
  issue: boolean;
  /** The group of which is asked how those linked with it differ. */
  comparedGroup: string | null;
  /** The group that is to be brought to the latest version of what it came from. */
  updatedGroup: string | null;
  /** The library of groups is listed, or the group of an instance is saved to it. */
  groupLibrary: { mode: 'list' } | { mode: 'save'; instance: string } | null;
  /** What is found can be replaced there. */
  findReplaces: boolean;
  hoveredWire: WireKey | null;
  /** The node under the pointer while nodes are too small for their names. */
  hoverLabelNode: string | null;
  /** What a press on the canvas begins to draw over the nodes. */
  drawing: 'arrow' | 'line' | null;
  /** The node type that is dragged out of a panel: a drag tells the canvas what it carries only when it is dropped. */
  draggedType: string | null;
  /** A person looks at what a run will take: nodes say their part of it. */
  showsExpected: boolean;
  /** What nodes are colored by, of what their newest runs took; null: by nothing. */
  heat: HeatMeasure | null;
  /** The inspector is asked for, and has not taken the focus yet: it may have to appear first. */
  inspectorRequested: boolean;
  /** Said once to screen readers and shown for a moment. */
  notice: Notice | null;
}

/** A sentence in passing, with what can be done about it. */
interface Notice {
  text: string;
  /** Another number for each. */
  count: number;
  action?: NoticeAction;
}
export interface NoticeAction {
  label: string;
  run: () => void;
}

/** View state of one open document that is neither document nor geometry. */
export class EditorUi {
  #state: EditorUiState = {
    quickAdd: null,
    connectPin: null,
    convertPin: null,
    handsOn: null,
    varyRequested: null,
    maskRequested: null,
    renaming: null,
    editingWire: null,
    replaceIds: null,
    snippets: null,
    selectingPass: [],
    issue: false,
    comparedGroup: null,
    updatedGroup: null,
    groupLibrary: null,
    findReplaces: false,
    hoveredWire: null,
    hoverLabelNode: null,
    drawing: null,
    draggedType: null,
    showsExpected: false,
    heat: null,
    inspectorRequested: false,
    notice: null,
  };
  #listeners = new Set<() => void>();

  get = (): EditorUiState => this.#state;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  set(change: Partial<EditorUiState>): void {
    const keys = Object.keys(change) as (keyof EditorUiState)[];
    if (keys.every((key) => change[key] === this.#state[key])) return;
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
  requestInspector(): void {
    this.set({ inspectorRequested: true });
  }
  notify(text: string, action?: NoticeAction): void {
    const count = (this.#state.notice?.count ?? 0) + 1;
    this.set({ notice: { text: words.sentences.translate(text), count, ...(action && { action }) } });
  }
}
