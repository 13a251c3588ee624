import type { PatchOperation } from '#shared/api/index.ts';
import {
  findNode,
  inputConnection,
  inputConnections,
  inputKey,
  outputConnections,
  targetOf,
  type Graph,
  type PinRef,
} from '#shared/graph/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import type { GraphWrite } from './change-rows.ts';

/** Plans the rows to write for `operations` on `before`. */
export function planWrite(
  projectId: string,
  before: Graph,
  operations: readonly PatchOperation[],
): GraphWrite {
  const touched: GraphWrite = {
    projectId,
    nodes: new Set(),
    nodesBefore: new Set(),
    reorderedNodes: new Set(),
    wires: new Map(),
    wiresBefore: new Set(),
    reorderedWires: new Set(),
  };
  const reorderWire = (to: PinRef) => {
    touched.wires.set(inputKey(to), to);
    touched.reorderedWires.add(inputKey(to));
  };
  for (const operation of operations) {
    const target = targetOf(operation);
    switch (target.kind) {
      case 'node':
        touched.nodes.add(target.nodeId);
        if (target.node) touched.reorderedNodes.add(target.nodeId);
        else {
          for (const wire of inputConnections(before, target.nodeId)) reorderWire(wire.to);
          for (const wire of outputConnections(before, target.nodeId)) reorderWire(wire.to);
        }
        break;
      case 'field':
        touched.nodes.add(target.nodeId);
        break;
      case 'wire':
        touched.wires.set(inputKey(target.to), target.to);
        if (!target.connected || target.index !== undefined) touched.reorderedWires.add(inputKey(target.to));
        break;
      default:
        assertNever(target);
    }
  }
  for (const id of touched.nodes) if (findNode(before, id)) touched.nodesBefore.add(id);
  for (const [key, to] of touched.wires)
    if (inputConnection(before, to[0], to[1])) touched.wiresBefore.add(key);
  return touched;
}
