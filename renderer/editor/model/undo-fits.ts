import type { EditableInputValue, PatchOperation } from '#shared/api/index.ts';
import { coalesce } from '#shared/graph/coalesce.ts';
import { samePin, sameTitle } from '#shared/graph/diff.ts';
import { findNode, inputConnection, inputConnections, outputConnections } from '#shared/graph/graph.ts';
import { inputValue } from '#shared/graph/operations.ts';
import { sameValue } from '#shared/graph/stable-json.ts';
import type { Graph, GraphNode, PinRef } from '#shared/graph/types.ts';

/** What operations leave behind, field by field. */
class Traces {
  readonly nodes = new Map<string, GraphNode | null>();
  readonly fields = new Map<string, unknown>();
  readonly wires = new Map<string, PinRef | null>();

  constructor(operations: readonly PatchOperation[]) {
    for (const operation of coalesce(operations)) this.#add(operation);
  }
  #add(operation: PatchOperation): void {
    switch (operation.op) {
      case 'addNode':
        this.nodes.set(operation.node.id, operation.node);
        return;
      case 'removeNode':
        this.nodes.set(operation.nodeId, null);
        return;
      case 'connect':
        this.wires.set(operation.to.join('\u0000'), operation.from);
        return;
      case 'disconnect':
        this.wires.set(operation.to.join('\u0000'), null);
        return;
      case 'setNodeInput':
        this.fields.set(`${operation.nodeId}\u0000${operation.input}`, operation.value);
        return;
      case 'removeNodeInput':
        this.fields.set(`${operation.nodeId}\u0000${operation.input}`, undefined);
        return;
      case 'setNodeTitle':
        this.fields.set(`title ${operation.nodeId}`, operation.title);
        return;
      case 'moveNode':
        this.fields.set(`position ${operation.nodeId}`, operation.position);
        return;
      default: {
        const unknown: never = operation;
        return unknown;
      }
    }
  }
}

const valueOf = (value: unknown): unknown => (value as EditableInputValue | undefined)?.value;

/** Whether a node holds what it was made with; services may note types beside values. */
function sameWork(made: GraphNode, now: GraphNode): boolean {
  const inputs = new Set([...Object.keys(made.inputs ?? {}), ...Object.keys(now.inputs ?? {})]);
  return (
    made.type === now.type &&
    sameTitle(made, now) &&
    [...inputs].every((name) => sameValue(valueOf(inputValue(made, name)), valueOf(inputValue(now, name))))
  );
}

/**
 * The part of `undo` that takes back no more than what `done` did: a field that somebody changed since keeps what they
 * made of it, and a node they have worked on stays.
 * @param done operations that are in the graph, `undo` those that take them back.
 */
export function whatStillStands(
  graph: Graph,
  done: readonly PatchOperation[],
  undo: readonly PatchOperation[],
): PatchOperation[] {
  const traces = new Traces(done);
  const stands = (operation: PatchOperation): boolean => {
    switch (operation.op) {
      case 'addNode':
        return true;
      case 'removeNode': {
        const made = traces.nodes.get(operation.nodeId);
        const now = findNode(graph, operation.nodeId);
        if (!made || !now) return true;
        const wires = [...inputConnections(graph, now.id), ...outputConnections(graph, now.id)];
        return (
          sameWork(made, now) &&
          wires.every((wire) => {
            const own = traces.wires.get(wire.to.join('\u0000'));
            return own !== undefined && own !== null && samePin(own, wire.from);
          })
        );
      }
      case 'connect':
      case 'disconnect': {
        const left = traces.wires.get(operation.to.join('\u0000')) ?? null;
        const now = inputConnection(graph, operation.to[0], operation.to[1])?.from ?? null;
        return left === null || now === null ? left === now : samePin(left, now);
      }
      case 'setNodeInput':
      case 'removeNodeInput': {
        const key = `${operation.nodeId}\u0000${operation.input}`;
        const node = findNode(graph, operation.nodeId);
        if (!node || !traces.fields.has(key)) return true;
        return sameValue(valueOf(traces.fields.get(key)), valueOf(inputValue(node, operation.input)));
      }
      case 'setNodeTitle': {
        const key = `title ${operation.nodeId}`;
        const node = findNode(graph, operation.nodeId);
        return !node || !traces.fields.has(key) || (traces.fields.get(key) ?? null) === (node.title ?? null);
      }
      case 'moveNode': {
        const key = `position ${operation.nodeId}`;
        const node = findNode(graph, operation.nodeId);
        return (
          !node || !traces.fields.has(key) || sameValue(traces.fields.get(key) ?? null, node.position ?? null)
        );
      }
      default: {
        const unknown: never = operation;
        return unknown;
      }
    }
  };
  return undo.filter(stands);
}
