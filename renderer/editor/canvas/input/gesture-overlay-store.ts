import type { Rect } from '../../geometry.ts';
import type { WireKey } from '../../model/editor-store.ts';
import { NO_GUIDES, type Guides } from '../../scene/guides.ts';
import type { DraftWire } from './connection-drag.ts';
import type { Stroke } from './drawn-stroke.ts';

/** What a held gesture shows above the nodes. */
export interface GestureOverlay {
  box: Rect | null;
  draft: DraftWire | null;
  /** The wire that the dragged node would go into. */
  dropOn: WireKey | null;
  /** What is being drawn over the nodes. */
  stroke: Stroke | null;
  /** Nodes are dragged: guides may come and go with each step. */
  isDrag: boolean;
}

const EMPTY_OVERLAY: GestureOverlay = {
  box: null,
  draft: null,
  dropOn: null,
  stroke: null,
  isDrag: false,
};

/** Holds what a gesture shows, and tells those who show it. */
export class GestureOverlayStore {
  #overlay = EMPTY_OVERLAY;
  #guides = NO_GUIDES;
  readonly #listeners = new Set<() => void>();
  readonly #guideListeners = new Set<() => void>();

  get = (): GestureOverlay => this.#overlay;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What a drag stands on, apart from all else: it changes with each step. */
  get guides(): Guides {
    return this.#guides;
  }
  subscribeGuides(listener: () => void): () => void {
    this.#guideListeners.add(listener);
    return () => this.#guideListeners.delete(listener);
  }

  /** Shows these parts and no others. */
  show({ guides = NO_GUIDES, ...segments }: Partial<GestureOverlay> & { guides?: Guides }): void {
    if (guides !== this.#guides) {
      this.#guides = guides;
      for (const listener of this.#guideListeners) listener();
    }
    const next = { ...EMPTY_OVERLAY, ...segments };
    const { box, draft, dropOn, stroke, isDrag } = this.#overlay;
    const isSame = box === next.box && draft === next.draft && dropOn === next.dropOn;
    if (isSame && stroke === next.stroke && isDrag === next.isDrag) return;
    this.#overlay = next;
    for (const listener of this.#listeners) listener();
  }
}
