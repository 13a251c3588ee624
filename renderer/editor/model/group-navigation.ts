import { groupTree, validPath, type GroupPath } from '#shared/groups/index.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import type { CanvasModel } from './canvas-model.ts';

const TOP: GroupPath = [];

/** Which group is open on the canvas: the instances from the outermost on. What is gone is left by itself. */
export class GroupNavigation {
  readonly #canvas: CanvasModel;
  #groupPath = TOP;
  readonly #listeners = new Set<() => void>();

  constructor(canvas: CanvasModel) {
    this.#canvas = canvas;
    canvas.subscribe(() => this.#set(validPath(groupTree(canvas.items), this.#groupPath)));
  }

  get groupPath(): GroupPath {
    return this.#groupPath;
  }
  open(groupPath: GroupPath): void {
    this.#set(validPath(groupTree(this.#canvas.items), groupPath));
  }
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(groupPath: GroupPath): void {
    if (jsonEqual(groupPath, this.#groupPath)) return;
    this.#groupPath = groupPath;
    for (const listener of this.#listeners) listener();
  }
}
