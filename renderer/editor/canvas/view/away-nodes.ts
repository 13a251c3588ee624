import { pressedKey } from '#renderer/keys/index.ts';
import { grow, intersects, type Rect } from '../../geometry.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import type { NodeWindow } from './window-nodes.ts';

/** How far pins and rings of a node reach beyond it. Pixels, and canvas units. */
const REACH = { pixels: 16, units: 24 };
/** So long after the last change what is out of view is put away. Milliseconds. */
const IDLE_MS = 250;

/**
 * Puts away what is in nodes that are mounted beyond the edge of the view: the browser then neither lays it out nor paints it nor
 * looks for the pointer in it. They come back in the frame in which they come into view. Each frame near costs by how much is
 * there to paint, seen or not.
 */
export class OffscreenNodes {
  readonly #session: EditorSession;
  readonly #stage: HTMLElement;
  readonly #offscreen = new Map<string, Element>();
  readonly #ends: (() => void)[];
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

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
      session.scene.subscribe(({ shiftedArea }) => shiftedArea && this.#follow()),
      session.ui.subscribe(follow),
      session.store.subscribe(({ selectionChanged }) => selectionChanged && this.#follow()),
      nodeWindow.subscribe(follow),
      () => stage.removeEventListener('keydown', onKey, { capture: true }),
    ];
    this.#follow();
  }

  dispose(): void {
    clearTimeout(this.#idleTimer);
    for (const end of this.#ends) end();
    this.#showAll();
  }

  /** Shows what has come into view or is worked with, and looks later what else can be put away. */
  #follow(): void {
    const visibleArea = this.#visibleArea();
    for (const [id, element] of this.#offscreen)
      if (this.#isRequired(id, visibleArea)) this.#show(id, element);
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#hideOffscreen(), IDLE_MS);
  }

  #visibleArea(): Rect {
    const { view } = this.#session;
    return grow(view.visible(), REACH.pixels / view.view.zoom + REACH.units);
  }

  #isRequired(id: string, visibleArea: Rect): boolean {
    const { scene, store, ui } = this.#session;
    const box = scene.box(id);
    return !box || intersects(box, visibleArea) || store.isSelected(id) || ui.get().renaming === id;
  }

  #hideOffscreen(): void {
    const visibleArea = this.#visibleArea();
    this.#offscreen.clear();
    for (const element of this.#stage.querySelectorAll<HTMLElement>('[data-node]')) {
      const id = element.dataset['node'] ?? '';
      const isOffscreen = !this.#isRequired(id, visibleArea) && !element.contains(document.activeElement);
      element.toggleAttribute('data-away', isOffscreen);
      if (isOffscreen) this.#offscreen.set(id, element);
    }
  }

  #show(id: string, element: Element): void {
    element.removeAttribute('data-away');
    this.#offscreen.delete(id);
  }

  #showAll(): void {
    for (const [id, element] of this.#offscreen) this.#show(id, element);
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#hideOffscreen(), IDLE_MS);
  }
}
