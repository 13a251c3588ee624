import type { PatchOperation } from '../api/schemas/documents.ts';
import { findNode, inputConnection } from '../graph/graph.ts';
import { inputKey } from '../graph/keys.ts';
import { targetOf } from '../graph/operation-table.ts';
import type { Graph, PinRef } from '../graph/types.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { targetAt } from './pins.ts';
import { chainOf, pathInInstance, pinsOfInstance, targetKey, type GroupTree } from './tree.ts';

/** The other inputs that a pin of a group gives its value to, of each group that shows an input. */
function siblingTargets(tree: GroupTree, [nodeId, input]: PinRef): { instance: string; target: PinRef }[] {
  return chainOf(tree, nodeId).flatMap((instance) => {
    const path = pathInInstance(tree, instance, nodeId);
    const group = tree.groupOf(instance);
    if (path === null || group === undefined) return [];
    const id = tree.pinOfTarget.get(targetKey(group, 'input', [...path, input]));
    const pin = id === undefined ? undefined : pinsOfInstance(tree, instance).find((each) => each.id === id);
    if (!pin || pin.targets.length < 2) return [];
    return pin.targets.flatMap((each) => {
      const target = targetAt(tree, instance, 'input', each);
      const isSibling = target !== null && (target[0] !== nodeId || target[1] !== input);
      return isSibling ? [{ instance, target }] : [];
    });
  });
}

/** What an operation on one input says of another one that belongs to it; null where nothing has to be done. */
function sameFor(
  graph: Graph,
  tree: GroupTree,
  operation: PatchOperation,
  { instance, target }: { instance: string; target: PinRef },
): PatchOperation | null {
  const [nodeId, input] = target;
  const node = findNode(graph, nodeId);
  switch (operation.op) {
    case 'setNodeInput':
      return node && !jsonEqual(node.inputs?.[input], operation.value)
        ? { ...operation, nodeId, input }
        : null;
    case 'removeNodeInput':
      return node?.inputs?.[input] === undefined ? null : { ...operation, nodeId, input };
    case 'connect': {
      // A wire within the group is a matter of that input alone.
      if (chainOf(tree, operation.from[0]).includes(instance) || !node) return null;
      return jsonEqual(inputConnection(graph, nodeId, input)?.from, operation.from)
        ? null
        : { op: 'connect', from: operation.from, to: target };
    }
    case 'disconnect': {
      const wire = inputConnection(graph, nodeId, input);
      return jsonEqual(wire?.from, operation.from)
        ? { op: 'disconnect', from: operation.from, to: target }
        : null;
    }
    default:
      return null;
  }
}

const inputOf = (operation: PatchOperation): PinRef | null => {
  const target = targetOf(operation);
  if (target.kind === 'wire') return target.to;
  return target.kind === 'field' && target.change.field === 'input'
    ? [target.nodeId, target.change.input]
    : null;
};

/** The same for all inputs that one pin of a group stands for. */
export function sharedTargets(
  graph: Graph,
  tree: GroupTree,
  operations: readonly PatchOperation[],
): PatchOperation[] {
  if (tree.isEmpty) return [];
  const settled = new Set<string>();
  for (const operation of operations) {
    const input = inputOf(operation);
    if (input) settled.add(inputKey(input));
  }
  const found: PatchOperation[] = [];
  const left = settled.size === 0 ? [] : [...operations];
  for (let operation = left.shift(); operation; operation = left.shift()) {
    const input = inputOf(operation);
    if (!input) continue;
    for (const sibling of siblingTargets(tree, input)) {
      const key = inputKey(sibling.target);
      if (settled.has(key)) continue;
      settled.add(key);
      const same = sameFor(graph, tree, operation, sibling);
      if (same === null) continue;
      found.push(same);
      left.push(same);
    }
  }
  return found;
}
