import type { PatchOperation } from '#shared/api/index.ts';
import { coalesce } from '#shared/graph/coalesce.ts';
import { samePin, sameTitle } from '#shared/graph/diff.ts';
import { findNode, inputConnection, inputConnections, outputConnections } from '#shared/graph/graph.ts';
import { inputKey } from '#shared/graph/keys.ts';
import { fieldOf, inputValue, type FieldValue } from '#shared/graph/node-fields.ts';
import { fieldKey, targetOf, type Target } from '#shared/graph/operation-table.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import type { Graph, GraphNode, PinRef } from '#shared/graph/types.ts';
import { assertNever } from '#shared/language/assert-never.ts';

/** What operations leave behind, field by field. */
class Traces {
  readonly nodes = new Map<string, GraphNode | null>();
  readonly fields = new Map<string, FieldValue>();
  readonly wires = new Map<string, PinRef | null>();

  constructor(operations: readonly PatchOperation[]) {
    for (const operation of coalesce(operations)) this.#add(targetOf(operation));
  }
  #add(target: Target): void {
    switch (target.kind) {
      case 'node':
        this.nodes.set(target.nodeId, target.node);
        return;
      case 'wire':
        this.wires.set(inputKey(target.to), target.connected ? target.from : null);
        return;
      case 'field':
        this.fields.set(fieldKey(target.nodeId, target.change), target.change);
        return;
      default:
        assertNever(target);
    }
  }
}

/** Whether two values of one field are the same; services may note types beside the values of inputs. */
const sameField = (a: FieldValue, b: FieldValue): boolean =>
  a.field === 'input' && b.field === 'input'
    ? jsonEqual(a.value?.value, b.value?.value)
    : jsonEqual(a.value, b.value);

/** Whether a node holds what it was made with; services may note types beside values. */
function sameWork(created: GraphNode, current: GraphNode): boolean {
  const inputs = new Set([...Object.keys(created.inputs ?? {}), ...Object.keys(current.inputs ?? {})]);
  return (
    created.type === current.type &&
    sameTitle(created, current) &&
    [...inputs].every((name) => jsonEqual(inputValue(created, name)?.value, inputValue(current, name)?.value))
  );
}

/**
 * The part of `undo` that takes back no more than what `done` did: a field that somebody changed since keeps what they
 * made of it, and a node they have worked on stays.
 * @param applied operations that are in the graph, `undo` those that take them back.
 */
export function filterApplicable(
  graph: Graph,
  applied: readonly PatchOperation[],
  undo: readonly PatchOperation[],
): PatchOperation[] {
  const traces = new Traces(applied);
  const isNodeUnchanged = (nodeId: string): boolean => {
    const created = traces.nodes.get(nodeId);
    const current = findNode(graph, nodeId);
    if (!created || !current) return true;
    const wires = [...inputConnections(graph, current.id), ...outputConnections(graph, current.id)];
    return (
      sameWork(created, current) &&
      wires.every((wire) => {
        const traced = traces.wires.get(inputKey(wire.to));
        return traced !== undefined && traced !== null && samePin(traced, wire.from);
      })
    );
  };
  const isApplicable = (operation: PatchOperation): boolean => {
    const target = targetOf(operation);
    switch (target.kind) {
      case 'node':
        return target.node !== null || isNodeUnchanged(target.nodeId);
      case 'wire': {
        const left = traces.wires.get(inputKey(target.to)) ?? null;
        const current = inputConnection(graph, target.to[0], target.to[1])?.from ?? null;
        return left === null || current === null ? left === current : samePin(left, current);
      }
      case 'field': {
        const left = traces.fields.get(fieldKey(target.nodeId, target.change));
        const node = findNode(graph, target.nodeId);
        return !node || !left || sameField(left, fieldOf(node, left));
      }
      default:
        return assertNever(target);
    }
  };
  return undo.filter(isApplicable);
}
