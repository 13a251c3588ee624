import { pressedKey } from '#renderer/keys/index.ts';
import { grow, intersects, type Rect } from '../../geometry.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import type { NodeWindow } from './window-nodes.ts';

/** How far pins and rings of a node reach beyond it. Pixels, and canvas units. */
const REACH = { pixels: 16, units: 24 };
/** So long after the last change what is out of view is put away. Milliseconds. */
const REST_MS = 250;

/**
 * Puts away what is in nodes that are mounted beyond the edge of the view: the browser then neither lays it out nor paints it nor
 * looks for the pointer in it. They come back in the frame in which they come into view. Each frame near costs by how much is
 * there to paint, seen or not.
 */
export class AwayNodes {
  readonly #session: EditorSession;
  readonly #stage: HTMLElement;
  readonly #away = new Map<string, Element>();
  readonly #ends: (() => void)[];
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(session: EditorSession, nodeWindow: NodeWindow, stage: HTMLElement) {
    this.#session = session;
    this.#stage = stage;
    const follow = (): void => this.#follow();
    // Tab walks on into what is out of view, as long as it is mounted.
    const onKey = (event: KeyboardEvent): void => {
      if (pressedKey(event) === 'Tab') this.#showAll();
    };
    stage.addEventListener('keydown', onKey, { capture: true });
    this.#ends = [
      session.view.subscribe(follow),
      session.scene.subscribe(({ moved }) => moved && this.#follow()),
      session.ui.subscribe(follow),
      session.store.subscribe(({ selectionChanged }) => selectionChanged && this.#follow()),
      nodeWindow.subscribe(follow),
      () => stage.removeEventListener('keydown', onKey, { capture: true }),
    ];
    this.#follow();
  }

  dispose(): void {
    clearTimeout(this.#rest);
    for (const end of this.#ends) end();
    this.#showAll();
  }

  /** Shows what has come into view or is worked with, and looks later what else can be put away. */
  #follow(): void {
    const seen = this.#seen();
    for (const [id, element] of this.#away) if (this.#isWanted(id, seen)) this.#show(id, element);
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#putAway(), REST_MS);
  }

  #seen(): Rect {
    const { view } = this.#session;
    return grow(view.visible(), REACH.pixels / view.view.zoom + REACH.units);
  }

  #isWanted(id: string, seen: Rect): boolean {
    const { scene, store, ui } = this.#session;
    const box = scene.box(id);
    return !box || intersects(box, seen) || store.isSelected(id) || ui.get().renaming === id;
  }

  #putAway(): void {
    const seen = this.#seen();
    this.#away.clear();
    for (const element of this.#stage.querySelectorAll<HTMLElement>('[data-node]')) {
      const id = element.dataset['node'] ?? '';
      const isAway = !this.#isWanted(id, seen) && !element.contains(document.activeElement);
      element.toggleAttribute('data-away', isAway);
      if (isAway) this.#away.set(id, element);
    }
  }

  #show(id: string, element: Element): void {
    element.removeAttribute('data-away');
    this.#away.delete(id);
  }

  #showAll(): void {
    for (const [id, element] of this.#away) this.#show(id, element);
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#putAway(), REST_MS);
  }
}
