import type { EditableInputValue, PatchOperation } from '../api/schemas/documents.ts';
import type { ClashOf } from '../documents/clash.ts';
import { changedFields, sameContent, samePin, samePosition } from './diff.ts';
import { findNode, inputConnection, inputConnections, outputConnections } from './graph.ts';
import { inputKey } from './keys.ts';
import { inputValue, type FieldOperation, type FieldValue, fieldOperation } from './node-fields.ts';
import { assertNever } from '../language/assert-never.ts';
import type { DroppedOperation } from './rebase-types.ts';
import { jsonEqual } from '../language/json-equal.ts';
import type { Graph, GraphConnection, GraphNode, PinRef } from './types.ts';

const titleOf = (node: GraphNode | undefined): string | null => node?.title ?? null;
const valueOf = (node: GraphNode | undefined, input: string): EditableInputValue | null =>
  (node && inputValue(node, input)) ?? null;

/** `text-2`, `text-3`: the first that is free on every side. */
function freeId(id: string, sides: readonly Graph[], used: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const candidate = `${id}-${number}`;
    if (!used.has(candidate) && sides.every((side) => !findNode(side, candidate))) return candidate;
  }
}

/** Whether a side did anything to a node that deleting it would lose; where it stands does not count. */
function changedSince(base: Graph, side: Graph, before: GraphNode, current: GraphNode): boolean {
  if (!sameContent(before, current)) return true;
  const wiredBefore = (wire: GraphConnection) => {
    const old = inputConnection(base, wire.to[0], wire.to[1]);
    return old !== undefined && samePin(old.from, wire.from);
  };
  return ![...inputConnections(side, current.id), ...outputConnections(side, current.id)].every(wiredBefore);
}

/** One three-way comparison, field by field. */
export class Merge {
  readonly operations: PatchOperation[] = [];
  readonly dropped: DroppedOperation[] = [];
  readonly clashes: ClashOf<'graph'>[] = [];
  readonly renamed = new Map<string, string>();
  /** For a wire that takes the place of another: the operation that puts that one back. */
  readonly freed = new Map<PatchOperation, PatchOperation>();
  private readonly removed = new Set<string>();
  private readonly used = new Set<string>();
  private readonly base: Graph;
  private readonly local: Graph;
  private readonly theirs: Graph;

  constructor(base: Graph, ours: Graph, theirs: Graph) {
    this.base = base;
    this.local = ours;
    this.theirs = theirs;
  }

  run(): void {
    this.mergeRemovedNodes();
    this.mergeRemovedWires();
    this.mergeNodes();
    this.mergeAddedWires();
  }

  private idOf(id: string): string {
    return this.renamed.get(id) ?? id;
  }

  private freshId(id: string): string {
    const free = freeId(id, [this.base, this.local, this.theirs], this.used);
    this.used.add(free);
    return free;
  }

  private mergeRemovedNodes(): void {
    for (const before of this.base.nodes) {
      const local = findNode(this.local, before.id);
      if (local?.type === before.type) continue;
      const current = findNode(this.theirs, before.id);
      if (!current) continue;
      const operation: PatchOperation = { op: 'removeNode', nodeId: before.id };
      if (!changedSince(this.base, this.theirs, before, current)) {
        this.operations.push(operation);
        this.removed.add(before.id);
        continue;
      }
      // What I put in its place, if anything, comes beside it under another id.
      if (local && sameContent(local, current)) continue;
      this.clashes.push({
        of: 'graph',
        nodeId: before.id,
        field: 'node',
        base: before,
        mine: null,
        theirs: current,
        operations: [operation, ...this.displacedBy(current)],
      });
    }
  }

  /** Wires of the base that a node of theirs took the place of, and that I left alone: they come back when it goes. */
  private displacedBy(node: GraphNode): PatchOperation[] {
    return outputConnections(this.theirs, node.id).flatMap(({ to }): PatchOperation[] => {
      const before = this.sourceAt(this.base, to);
      const local = this.sourceAt(this.local, to);
      return before && local && before[0] !== node.id && samePin(before, local)
        ? [{ op: 'connect', from: before, to }]
        : [];
    });
  }

  private mergeNodes(): void {
    for (const [index, local] of this.local.nodes.entries()) {
      const before = findNode(this.base, local.id);
      if (before?.type === local.type) {
        this.mergeDeleted(before, local);
        if (before !== local) this.mergeChanges(before, local);
        continue;
      }
      this.mergeAdded(local, index < this.local.nodes.length - 1 ? index : undefined);
    }
  }

  private mergeAdded(local: GraphNode, index: number | undefined): void {
    const current = findNode(this.theirs, local.id);
    if (current && !this.removed.has(local.id)) {
      if (sameContent(local, current)) {
        this.operations.push(
          ...changedFields(current, local)
            .filter((change) => change.field === 'position' && change.value !== null)
            .map((change) => fieldOperation(local.id, change)),
        );
        return;
      }
      this.renamed.set(local.id, this.freshId(local.id));
    }
    this.operations.push({
      op: 'addNode',
      node: { ...local, id: this.idOf(local.id) },
      ...(index !== undefined && { index }),
    });
  }

  private mergeChanges(before: GraphNode, local: GraphNode): void {
    const current = findNode(this.theirs, local.id);
    if (current?.type !== before.type) return;
    for (const change of changedFields(before, local)) this.mergeField(change, before, local, current);
  }

  /** A node that they deleted and I changed: it stays deleted until somebody chooses, and comes back with its wires. */
  private mergeDeleted(before: GraphNode, local: GraphNode): void {
    const current = findNode(this.theirs, local.id);
    if (current?.type === before.type || !changedSince(this.base, this.local, before, local)) return;
    // Another node has its id now.
    const id = current ? this.freshId(local.id) : local.id;
    const idOf = (pin: PinRef): PinRef => [pin[0] === local.id ? id : this.idOf(pin[0]), pin[1]];
    const wires = [...inputConnections(this.local, local.id), ...outputConnections(this.local, local.id)];
    this.clashes.push({
      of: 'graph',
      nodeId: local.id,
      field: 'node',
      base: before,
      mine: local,
      theirs: null,
      operations: [
        { op: 'addNode', node: { ...local, id } },
        ...wires
          // What they put in a wire's place meanwhile stays.
          .filter(({ to }) => to[0] === local.id || this.isUntouched(this.theirs, to))
          .map((wire): PatchOperation => ({ op: 'connect', from: idOf(wire.from), to: idOf(wire.to) })),
      ],
    });
  }

  private mergeField(change: FieldValue, before: GraphNode, local: GraphNode, current: GraphNode): void {
    const operation = fieldOperation(local.id, change);
    switch (change.field) {
      case 'title':
        this.mergeValue(operation, 'title', titleOf(before), titleOf(local), titleOf(current));
        return;
      case 'input': {
        const { input } = change;
        const [old, ours, theirs] = [valueOf(before, input), valueOf(local, input), valueOf(current, input)];
        this.mergeValue(operation, `inputs.${input}`, old, ours, theirs, input);
        return;
      }
      case 'position':
        // Positions never clash: mine wins.
        if (!samePosition(local, current)) this.operations.push(operation);
        return;
      default:
        assertNever(change);
    }
  }

  private mergeValue(
    operation: FieldOperation,
    field: string,
    base: unknown,
    ours: unknown,
    theirs: unknown,
    input?: string,
  ): void {
    if (jsonEqual(ours, theirs)) return;
    if (jsonEqual(base, theirs)) {
      this.operations.push(operation);
      return;
    }
    this.clashes.push({
      of: 'graph',
      nodeId: operation.nodeId,
      field,
      ...(input !== undefined && { input }),
      base,
      mine: ours,
      theirs,
      operations: [operation],
    });
  }

  /** The source of the wire at an input, or null. */
  private sourceAt(graph: Graph, to: PinRef): PinRef | null {
    return inputConnection(graph, to[0], to[1])?.from ?? null;
  }

  private mergeRemovedWires(): void {
    for (const wire of this.base.connections) {
      if (this.sourceAt(this.local, wire.to)) continue;
      // Wires of a node that I deleted went with it.
      if (![wire.from[0], wire.to[0]].every((id) => this.stillMine(id))) continue;
      const theirs = this.sourceAt(this.theirs, wire.to);
      if (!theirs) continue;
      if (samePin(theirs, wire.from)) {
        this.operations.push({ op: 'disconnect', from: wire.from, to: wire.to });
        continue;
      }
      this.clashes.push({
        of: 'graph',
        nodeId: wire.to[0],
        field: `wire.${wire.to[1]}`,
        input: wire.to[1],
        base: wire.from,
        mine: null,
        theirs,
        operations: [{ op: 'disconnect', from: theirs, to: wire.to }],
      });
    }
  }

  /** Whether a node of the base is the same node in mine. */
  private stillMine(id: string): boolean {
    const before = findNode(this.base, id);
    return before !== undefined && findNode(this.local, id)?.type === before.type;
  }

  /** Whether a side did nothing to what is plugged into an input. */
  private isUntouched(side: Graph, to: PinRef): boolean {
    const current = this.sourceAt(side, to);
    const before = this.sourceAt(this.base, to);
    // A wire that went because its source was deleted is no decision about this input.
    return current
      ? before !== null && samePin(before, current)
      : before === null || !findNode(side, before[0]);
  }

  private mergeAddedWires(): void {
    const unchanged = new Set(
      this.base.connections.filter((wire) => this.stillMine(wire.from[0]) && this.stillMine(wire.to[0])),
    );
    const baseWires = new Map([...unchanged].map((wire) => [inputKey(wire.to), wire]));
    const removed: PatchOperation[] = [];
    const added: PatchOperation[] = [];
    for (const local of this.local.connections) {
      const base = baseWires.get(inputKey(local.to))?.from ?? null;
      if (base && samePin(base, local.from)) continue;
      const from: PinRef = [this.idOf(local.from[0]), local.from[1]];
      const to: PinRef = [this.idOf(local.to[0]), local.to[1]];
      const operation: PatchOperation = { op: 'connect', from, to };
      const target = findNode(this.theirs, local.to[0]);
      // It comes back with the node, if that is chosen.
      if (this.stillMine(local.to[0]) && !target) continue;
      const sourceIsRemoved = this.stillMine(local.from[0]) && !findNode(this.theirs, local.from[0]);
      const theirs = this.sourceAt(this.theirs, to);
      if (theirs && samePin(theirs, from)) continue;
      const untouched = this.isUntouched(this.theirs, to);
      if (untouched && sourceIsRemoved) continue;
      if (untouched) {
        // The old wire goes first, so that none of the new ones meets it in a cycle.
        if (theirs && this.stillMine(theirs[0]) && this.stillMine(to[0])) {
          removed.push({ op: 'disconnect', from: theirs, to });
          this.freed.set(operation, { op: 'connect', from: theirs, to });
        }
        added.push(operation);
        continue;
      }
      this.clashes.push({
        of: 'graph',
        nodeId: to[0],
        field: `wire.${to[1]}`,
        input: to[1],
        base,
        mine: from,
        theirs,
        operations: [operation],
      });
    }
    this.operations.push(...removed, ...added);
  }
}
