import type { Node } from '@xyflow/react';
import { contains, intersects, type Rect } from '../../geometry.ts';
import type { NodeBox, Scene } from '../../scene/scene.ts';
import { isMounted, type ViewController } from '../../scene/view-controller.ts';

export type MountedNode = Node<Record<string, never>, 'patchbay'>;

const NO_DATA: Record<string, never> = {};
/** The transform that React Flow gives the element of a node. */
export const cssTranslate = ({ x, y }: { x: number; y: number }): string => `translate(${x}px,${y}px)`;

/** How far beyond the view nodes are mounted, as a share of it. */
const PAD = 0.3;
/** Nodes beyond the view that are mounted in one frame while it moves: each one renders and lays out all its fields. */
const NODES_A_FRAME = 2;

/**
 * Which nodes React Flow is given: those in a padded window of the view, while nodes are elements at all. The list is
 * chosen anew only when the view leaves the window; node objects keep their identity while their box does, and while a drag
 * moves it. While the view moves, nodes that are not seen yet come a few in each frame.
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
  #frame = 0;

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
    // What is on its way may be seen now.
    if (this.#frame !== 0) return this.refresh(true);
    if (
      mounted === this.#mounted &&
      (!mounted || (this.#window && contains(this.#window, this.#view.visible())))
    ) {
      return;
    }
    this.refresh();
  }

  /** These nodes changed: chooses anew, unless they are held and only move within the window. */
  followNodes(nodes: ReadonlySet<string>): void {
    const isMove = nodes.size > 0 && this.#frame === 0 && this.#mounted;
    if (!isMove || ![...nodes].every((id) => this.#onlyMoves(id))) this.refresh();
  }
  #onlyMoves(id: string): boolean {
    const box = this.#scene.box(id);
    const cached = this.#cache.get(id);
    if (!box || !cached || !this.#window || !this.#scene.held.has(id)) return false;
    return this.#isCurrent(cached.source, box) && intersects(box, this.#window);
  }

  /** @param slowly mounts what is not in view in the next frames. */
  refresh(slowly = this.#view.glides): void {
    if (this.#frame !== 0) cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#mounted = isMounted(this.#view.detail);
    this.#window = this.#view.visible(PAD);
    const targets = this.#mounted ? this.#scene.nodesIn(this.#window) : [];
    const boxes = slowly ? this.#some(targets) : targets;
    const pinned = this.#pinned === null ? undefined : this.#scene.box(this.#pinned);
    if (this.#mounted && pinned && !boxes.includes(pinned)) boxes.push(pinned);
    const cache = new Map<string, { source: NodeBox; node: MountedNode }>();
    const nodes = boxes
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((box) => {
        const cached = this.#cache.get(box.id);
        const entry =
          cached && this.#isCurrent(cached.source, box)
            ? cached
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

  /** Those of the wanted nodes that are mounted now; the others follow, the nearest first. */
  #some(targets: readonly NodeBox[]): NodeBox[] {
    const visible = this.#view.visible();
    const { x, y } = this.#view.center;
    const distance = (box: NodeBox): number =>
      Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
    const deferred = targets
      .filter((box) => !this.#cache.has(box.id) && !intersects(box, visible))
      .sort((a, b) => distance(a) - distance(b))
      .slice(NODES_A_FRAME);
    if (deferred.length > 0) this.#frame = requestAnimationFrame(() => this.refresh(true));
    const deferredSet = new Set(deferred);
    return targets.filter((box) => !deferredSet.has(box));
  }

  /** Whether the node need not be given anew: a held one that only moves is moved by hand until it is put down. */
  #isCurrent(rendered: NodeBox, box: NodeBox): boolean {
    return (
      rendered === box ||
      (this.#scene.held.has(box.id) && rendered.layout === box.layout && rendered.z === box.z)
    );
  }
}
