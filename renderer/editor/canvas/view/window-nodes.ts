import type { Node } from '@xyflow/react';
import { contains, type Rect } from '../../geometry.ts';
import type { NodeBox, Scene } from '../../scene/scene.ts';
import { isMounted, type ViewController } from '../../scene/view-controller.ts';

export type MountedNode = Node<Record<string, never>, 'patchbay'>;

const NO_DATA: Record<string, never> = {};
/** The transform that React Flow gives the element of a node. */
export const placeOf = ({ x, y }: { x: number; y: number }): string => `translate(${x}px,${y}px)`;

/** How far beyond the view nodes are mounted, as a share of it. */
const PAD = 0.3;

/**
 * Which nodes React Flow is given: those in a padded window of the view, while nodes are elements at all. The list is
 * chosen anew only when the view leaves the window; node objects keep their identity while their box does, and while a drag
 * moves it.
 */
export class NodeWindow {
  readonly #scene: Scene;
  readonly #view: ViewController;
  #window: Rect | null = null;
  #mounted = false;
  #cache = new Map<string, { source: NodeBox; node: MountedNode }>();
  #nodes: MountedNode[] = [];
  #listeners = new Set<() => void>();
  /** Nodes that stay mounted wherever they are: the one with the focus. */
  #pinned: string | null = null;

  constructor(scene: Scene, view: ViewController) {
    this.#scene = scene;
    this.#view = view;
  }

  get = (): MountedNode[] => this.#nodes;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  pin(nodeId: string | null): void {
    if (this.#pinned === nodeId) return;
    this.#pinned = nodeId;
    this.refresh();
  }

  /** The view moved: chooses anew when it left the window or the detail changed. */
  follow(): void {
    const mounted = isMounted(this.#view.detail);
    if (
      mounted === this.#mounted &&
      (!mounted || (this.#window && contains(this.#window, this.#view.visible())))
    ) {
      return;
    }
    this.refresh();
  }

  refresh(): void {
    this.#mounted = isMounted(this.#view.detail);
    this.#window = this.#view.visible(PAD);
    const boxes = this.#mounted ? this.#scene.nodesIn(this.#window) : [];
    const pinned = this.#pinned === null ? undefined : this.#scene.box(this.#pinned);
    if (this.#mounted && pinned && !boxes.includes(pinned)) boxes.push(pinned);
    const cache = new Map<string, { source: NodeBox; node: MountedNode }>();
    const nodes = boxes
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((box) => {
        const known = this.#cache.get(box.id);
        const entry =
          known && this.#isShown(known.source, box)
            ? known
            : {
                source: box,
                node: {
                  id: box.id,
                  type: 'patchbay' as const,
                  position: { x: box.x, y: box.y },
                  data: NO_DATA,
                  width: box.width,
                  height: box.height,
                  measured: { width: box.width, height: box.height },
                  handles: [],
                  zIndex: box.z,
                },
              };
        cache.set(box.id, entry);
        return entry.node;
      });
    this.#cache = cache;
    const same =
      nodes.length === this.#nodes.length && nodes.every((node, index) => node === this.#nodes[index]);
    if (same) return;
    this.#nodes = nodes;
    for (const listener of this.#listeners) listener();
  }

  /** Whether the node need not be given anew: a held one that only moves is moved by hand until it is put down. */
  #isShown(shown: NodeBox, box: NodeBox): boolean {
    return (
      shown === box || (this.#scene.held.has(box.id) && shown.layout === box.layout && shown.z === box.z)
    );
  }
}
