import type { GroupPin } from '../canvas/group-items.ts';
import type { PinRef } from '../graph/types.ts';
import {
  elementAt,
  instanceIdOf,
  isNodeElement,
  pinsOfInstance,
  targetKey,
  type GroupTree,
  type NamedPin,
} from './tree.ts';

/** Whether a pin of the group of an instance shows what a path leads to. */
export function isExposedBy(
  tree: GroupTree,
  instance: string,
  side: GroupPin['side'],
  path: readonly string[],
): boolean {
  const group = tree.groupOf(instance);
  return group !== undefined && tree.pinOfTarget.has(targetKey(group, side, path));
}

/**
 * The pin of a node that a path leads to; null where it is lost: the node is not there any more, or a group on the way no
 * longer shows it.
 */
export function targetAt(
  tree: GroupTree,
  instance: string,
  side: GroupPin['side'],
  path: readonly string[],
): PinRef | null {
  const pin = path.at(-1);
  let holder = instance;
  for (const [depth, name] of path.slice(0, -1).entries()) {
    const element = elementAt(tree, holder, [name]);
    if (element === undefined || pin === undefined) return null;
    const inner = instanceIdOf(element);
    if (inner === null) return depth === path.length - 2 && isNodeElement(element) ? [element, pin] : null;
    if (!isExposedBy(tree, inner, side, path.slice(depth + 1))) return null;
    holder = inner;
  }
  return null;
}

/** A pin of a group as one instance has it. */
export interface InstancePin {
  pin: NamedPin;
  /** The pins of nodes that it stands for; none where all are lost. */
  targets: readonly PinRef[];
}

/**
 * The pins of an instance in their order.
 * @param isThere whether a node is in the graph.
 */
export const instancePins = (
  tree: GroupTree,
  instance: string,
  exists: (nodeId: string) => boolean,
): InstancePin[] =>
  pinsOfInstance(tree, instance).map((pin) => ({
    pin,
    targets: pin.targets.flatMap((path) => {
      const target = targetAt(tree, instance, pin.side, path);
      return target && exists(target[0]) ? [target] : [];
    }),
  }));
