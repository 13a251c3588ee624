import type { CanvasItems } from '../canvas/items.ts';
import { joinKey } from '../language/join-key.ts';
import { nestedId, type Point } from './grouped.ts';
import {
  chainOf,
  elementAt,
  instanceIdOf,
  instanceKey,
  isNodeElement,
  linkedWith,
  pathInInstance,
  type GroupTree,
} from './tree.ts';

/** What an edit found and what it leaves, of groups. */
export interface Trees {
  before: GroupTree;
  after: GroupTree;
}

const kindOf = (element: string): string =>
  isNodeElement(element) ? '' : element.slice(0, element.indexOf(':') + 1);

/** Which element of a linked instance belongs to one of another, with new ids for those that an edit adds. */
export class LinkedElements {
  readonly #trees: Trees;
  readonly #isUsed: (id: string) => boolean;
  readonly #added = new Map<string, string>();
  readonly #ids = new Set<string>();

  constructor(trees: Trees, isUsed: (id: string) => boolean) {
    this.#trees = trees;
    this.#isUsed = isUsed;
  }

  /** The other instances that are linked with one, now and before. */
  siblings(instance: string): string[] {
    const { before, after } = this.#trees;
    if (before.groupOf(instance) !== after.groupOf(instance)) return [];
    return linkedWith(before, instance).filter(
      (id) => id !== instance && after.groupOf(id) === after.groupOf(instance),
    );
  }
  /** Whether an instance was there before and still is. */
  isSettled(instance: string): boolean {
    return this.#trees.before.contents.has(instance) && this.#trees.after.contents.has(instance);
  }
  /** The innermost instance that was and is there, and in which all elements lie, before or after. */
  holder(elements: readonly string[], when: keyof Trees): string | undefined {
    const [first = [], ...siblings] = elements.map((element) => chainOf(this.#trees[when], element));
    let found: string | undefined;
    for (const [depth, instance] of first.entries()) {
      if (siblings.some((chain) => chain[depth] !== instance)) break;
      if (this.isSettled(instance)) found = instance;
    }
    return found;
  }

  /**
   * The element of `other` that belongs to one that lies in `instance`, which is linked with it.
   * @param adds gives it a new id where it is not there yet. @returns null where there is none.
   */
  of(element: string, instance: string, sibling: string, adds = false): string | null {
    const { before, after } = this.#trees;
    const path = pathInInstance(after, instance, element);
    const added = path && this.#added.get(joinKey(sibling, ...path));
    if (added) return added;
    const existing = path && elementAt(after, sibling, path);
    if (existing !== null && existing !== undefined) return existing;
    // It lay elsewhere before, and its counterpart still does.
    const pathBefore = pathInInstance(before, instance, element);
    const previous = pathBefore && elementAt(before, sibling, pathBefore);
    if (previous !== null && previous !== undefined) return previous;
    if (!adds || path === null) return null;
    const outer = path.length === 1 ? sibling : this.#instanceAt(element, instance, sibling);
    return outer === null ? null : this.#add(element, path, { sibling, outer });
  }

  #instanceAt(element: string, instance: string, sibling: string): string | null {
    const holder = chainOf(this.#trees.after, element).at(-1);
    const linkedElement = holder === undefined ? null : this.of(instanceKey(holder), instance, sibling, true);
    return linkedElement === null ? null : instanceIdOf(linkedElement);
  }

  #add(
    element: string,
    path: readonly string[],
    { sibling, outer }: { sibling: string; outer: string },
  ): string {
    const isUsed = (id: string): boolean => this.#ids.has(id) || this.#isUsed(id);
    const id = nestedId(outer, path.at(-1) ?? '', isUsed);
    this.#ids.add(id);
    const added = `${kindOf(element)}${id}`;
    this.#added.set(joinKey(sibling, ...path), added);
    return added;
  }
}

/** Where an instance is. */
export const originOf = (items: CanvasItems, instance: string): Point =>
  items.instances[instance]?.position ?? { x: 0, y: 0 };
