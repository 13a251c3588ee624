import { pasting, snapped, toClip } from '../model/editing.ts';
import type { XY } from '../scene/wire-geometry.ts';
import type { EditorSession } from './editor-session.ts';

/** Copying, cutting, pasting and duplicating nodes. */
export class SessionClipboard {
  /** Pastes in a row stand beside each other. */
  #pasted = 0;
  readonly #session: EditorSession;
  constructor(session: EditorSession) {
    this.#session = session;
  }

  /** The selected nodes as clipboard text; null when none is selected. */
  text(): string | null {
    const ids = this.#session.store.selectedNodes;
    return ids.size === 0 ? null : toClip(this.#session.store.getGraph(), ids);
  }
  async copy(): Promise<void> {
    if (this.#session.store.selectedNodes.size === 0) return;
    await navigator.clipboard.writeText(
      toClip(this.#session.store.getGraph(), this.#session.store.selectedNodes),
    );
    this.#session.ui.say(`${this.#session.store.selectedNodes.size} copied`);
  }
  async cut(): Promise<void> {
    await this.copy();
    this.#session.deleteSelection();
  }
  /** @returns false when the text holds no nodes. */
  pasteText(text: string, at?: XY): boolean {
    this.#pasted = (this.#pasted + 1) % 12;
    const centre = this.#session.view.centre;
    const place = at ?? { x: centre.x - 124 + this.#pasted * 24, y: centre.y - 80 + this.#pasted * 24 };
    const paste = pasting(
      text,
      snapped(place, this.#session.snapToGrid),
      (id) => this.#session.store.getNode(id) !== undefined,
    );
    if (!paste) return false;
    if (
      this.#session.apply(
        `paste ${paste.ids.length === 1 ? 'a node' : `${paste.ids.length} nodes`}`,
        paste.operations,
      )
    ) {
      this.#session.store.select(paste.ids);
    }
    return true;
  }
  async paste(): Promise<void> {
    const text = await navigator.clipboard.readText();
    if (!this.pasteText(text)) this.#session.ui.say('The clipboard holds no nodes.');
  }
  duplicate(): void {
    const boxes = [...this.#session.store.selectedNodes].flatMap((id) => this.#session.scene.box(id) ?? []);
    if (boxes.length === 0) return;
    const left = Math.min(...boxes.map((box) => box.x));
    const top = Math.min(...boxes.map((box) => box.y));
    const clip = toClip(this.#session.store.getGraph(), this.#session.store.selectedNodes);
    const copy = pasting(
      clip,
      { x: left + 32, y: top + 32 },
      (id) => this.#session.store.getNode(id) !== undefined,
    );
    if (copy && this.#session.apply('duplicate', copy.operations)) this.#session.store.select(copy.ids);
  }
}
