import type { EditableInputValue, PatchOperation } from '../api/schemas/documents.ts';
import { nodeChanges, pinKey, sameContent, samePin, samePosition } from './diff.ts';
import { findNode, inputConnection, inputConnections, outputConnections } from './graph.ts';
import { applyWhatFits, inputValue } from './operations.ts';
import { sameValue } from './stable-json.ts';
import type { Graph, GraphConnection, GraphNode, NodeCatalogue, PinRef } from './types.ts';

/** An operation of mine that has no place any more, with a sentence for people. */
export interface DroppedOperation {
  operation: PatchOperation;
  reason: string;
}

/**
 * The same field changed on both sides to different values. `theirs` stands until somebody chooses; applying
 * `operations` to the rebased graph puts mine in its place.
 */
export interface RebaseClash {
  nodeId: string;
  /** `title`, `inputs.<name>`, `wire.<input name>`, or `node` when I deleted what they changed. */
  field: string;
  /** The input, for `inputs.` and `wire.`. */
  input?: string;
  /** Titles are strings or null, inputs are input values or null, wires are their `from` or null, nodes are nodes or null. */
  base: unknown;
  mine: unknown;
  theirs: unknown;
  operations: PatchOperation[];
}

export interface Rebased {
  /**
   * What is left to do on top of theirs, in normal form: at most one operation a field, whatever the way there was.
   * They apply to `theirs` in this order, all of them.
   */
  operations: PatchOperation[];
  dropped: DroppedOperation[];
  clashes: RebaseClash[];
  /** Nodes of mine that got another id because theirs took it: my id → the new one. */
  renamed: ReadonlyMap<string, string>;
  /** `theirs` with `operations` applied. */
  graph: Graph;
}

/** Whether a side of a clash is a whole node. */
export const isGraphNode = (value: unknown): value is GraphNode =>
  typeof value === 'object' && value !== null && 'id' in value && 'type' in value;

const titleOf = (node: GraphNode | undefined): string | null => node?.title ?? null;
const label = (node: GraphNode): string => `"${node.title ? node.title : node.id}"`;
const valueOf = (node: GraphNode | undefined, input: string): EditableInputValue | null =>
  (node && inputValue(node, input)) ?? null;

/** `text-2`, `text-3`: the first that is free on every side. */
function freeId(id: string, sides: readonly Graph[], taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const candidate = `${id}-${number}`;
    if (!taken.has(candidate) && sides.every((side) => !findNode(side, candidate))) return candidate;
  }
}

/** Whether theirs did anything to a node that deleting it would lose; where it stands does not count. */
function theyChanged(base: Graph, theirs: Graph, before: GraphNode, now: GraphNode): boolean {
  if (!sameContent(before, now)) return true;
  const wiredBefore = (wire: GraphConnection) => {
    const old = inputConnection(base, wire.to[0], wire.to[1]);
    return old !== undefined && samePin(old.from, wire.from);
  };
  return ![...inputConnections(theirs, now.id), ...outputConnections(theirs, now.id)].every(wiredBefore);
}

/**
 * Carries my operations over to a graph that others changed meanwhile. What touches what they deleted is dropped with a
 * reason; a field changed on both sides to different values is a clash; positions never clash, mine win; everything
 * else is kept. The result always applies to `theirs`.
 * @param base the graph that both sides started from, `mine` applies to it.
 */
export function rebase(
  base: Graph,
  mine: readonly PatchOperation[],
  theirs: Graph,
  catalogue?: NodeCatalogue,
): Rebased {
  const local = applyWhatFits(base, mine);
  const dropped: DroppedOperation[] = local.refused.map(({ operation, refusal }) => ({
    operation,
    reason: refusal.reason,
  }));
  const merge = new Merge(base, local.graph, theirs);
  merge.run();
  dropped.push(...merge.dropped);
  const result = applyWhatFits(theirs, merge.operations, catalogue);
  for (const { operation, refusal } of result.refused) {
    dropped.push({ operation, reason: `Others changed the project meanwhile. ${refusal.reason}` });
  }
  return {
    operations: result.applied,
    dropped,
    clashes: merge.clashes,
    renamed: merge.renamed,
    graph: result.graph,
  };
}

/** One three-way comparison, field by field. */
class Merge {
  readonly operations: PatchOperation[] = [];
  readonly dropped: DroppedOperation[] = [];
  readonly clashes: RebaseClash[] = [];
  readonly renamed = new Map<string, string>();
  private readonly removed = new Set<string>();
  private readonly base: Graph;
  private readonly mine: Graph;
  private readonly theirs: Graph;

  constructor(base: Graph, mine: Graph, theirs: Graph) {
    this.base = base;
    this.mine = mine;
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

  private mergeRemovedNodes(): void {
    for (const before of this.base.nodes) {
      const own = findNode(this.mine, before.id);
      if (own?.type === before.type) continue;
      const now = findNode(this.theirs, before.id);
      if (!now) continue;
      const operation: PatchOperation = { op: 'removeNode', nodeId: before.id };
      if (!theyChanged(this.base, this.theirs, before, now)) {
        this.operations.push(operation);
        this.removed.add(before.id);
        continue;
      }
      // What I put in its place, if anything, comes beside it under another id.
      if (own && sameContent(own, now)) continue;
      this.clashes.push({
        nodeId: before.id,
        field: 'node',
        base: before,
        mine: null,
        theirs: now,
        operations: [operation],
      });
    }
  }

  private mergeNodes(): void {
    for (const [index, own] of this.mine.nodes.entries()) {
      const before = findNode(this.base, own.id);
      if (before?.type === own.type) {
        if (before !== own) this.mergeChanges(before, own);
        continue;
      }
      this.mergeAdded(own, index < this.mine.nodes.length - 1 ? index : undefined);
    }
  }

  private mergeAdded(own: GraphNode, index: number | undefined): void {
    const now = findNode(this.theirs, own.id);
    if (now && !this.removed.has(own.id)) {
      if (sameContent(own, now)) {
        this.operations.push(
          ...nodeChanges(now, own).filter((change) => change.op === 'moveNode' && change.position !== null),
        );
        return;
      }
      this.renamed.set(
        own.id,
        freeId(own.id, [this.base, this.mine, this.theirs], new Set(this.renamed.values())),
      );
    }
    this.operations.push({
      op: 'addNode',
      node: { ...own, id: this.idOf(own.id) },
      ...(index !== undefined && { index }),
    });
  }

  private mergeChanges(before: GraphNode, own: GraphNode): void {
    const now = findNode(this.theirs, own.id);
    for (const operation of nodeChanges(before, own)) {
      if (!now || now.type !== before.type) {
        const what = now ? 'replaced by another' : 'deleted';
        this.dropped.push({ operation, reason: `The node ${label(own)} was ${what} meanwhile.` });
        continue;
      }
      switch (operation.op) {
        case 'setNodeTitle':
          this.mergeField(operation, 'title', titleOf(before), titleOf(own), titleOf(now));
          break;
        case 'setNodeInput':
        case 'removeNodeInput': {
          const { input } = operation;
          const [old, mine, theirs] = [valueOf(before, input), valueOf(own, input), valueOf(now, input)];
          this.mergeField(operation, `inputs.${input}`, old, mine, theirs, input);
          break;
        }
        default:
          // The position: mine wins.
          if (!samePosition(own, now)) this.operations.push(operation);
      }
    }
  }

  private mergeField(
    operation: PatchOperation & { nodeId: string },
    field: string,
    base: unknown,
    mine: unknown,
    theirs: unknown,
    input?: string,
  ): void {
    if (sameValue(mine, theirs)) return;
    if (sameValue(base, theirs)) {
      this.operations.push(operation);
      return;
    }
    this.clashes.push({
      nodeId: operation.nodeId,
      field,
      ...(input !== undefined && { input }),
      base,
      mine,
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
      if (this.sourceAt(this.mine, wire.to)) continue;
      // Wires of a node that I deleted went with it.
      if (![wire.from[0], wire.to[0]].every((id) => this.stillMine(id))) continue;
      const theirs = this.sourceAt(this.theirs, wire.to);
      if (!theirs) continue;
      if (samePin(theirs, wire.from)) {
        this.operations.push({ op: 'disconnect', from: wire.from, to: wire.to });
        continue;
      }
      this.clashes.push({
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
    return before !== undefined && findNode(this.mine, id)?.type === before.type;
  }

  private mergeAddedWires(): void {
    const unchanged = new Set(
      this.base.connections.filter((wire) => this.stillMine(wire.from[0]) && this.stillMine(wire.to[0])),
    );
    const baseWires = new Map([...unchanged].map((wire) => [pinKey(wire.to), wire]));
    const freed: PatchOperation[] = [];
    const added: PatchOperation[] = [];
    for (const own of this.mine.connections) {
      const base = baseWires.get(pinKey(own.to))?.from ?? null;
      if (base && samePin(base, own.from)) continue;
      const from: PinRef = [this.idOf(own.from[0]), own.from[1]];
      const to: PinRef = [this.idOf(own.to[0]), own.to[1]];
      const operation: PatchOperation = { op: 'connect', from, to };
      const gone = [own.from[0], own.to[0]].find((id) => this.stillMine(id) && !findNode(this.theirs, id));
      if (gone !== undefined) {
        const node = findNode(this.mine, gone)!;
        this.dropped.push({ operation, reason: `The node ${label(node)} was deleted meanwhile.` });
        continue;
      }
      const theirs = this.sourceAt(this.theirs, to);
      if (theirs && samePin(theirs, from)) continue;
      const atBase = this.sourceAt(this.base, to);
      // A wire that went because they deleted its source is no decision about this input.
      const untouched = theirs
        ? atBase !== null && samePin(atBase, theirs)
        : base === null || !findNode(this.theirs, base[0]);
      if (untouched) {
        // The old wire goes first, so that none of the new ones meets it in a cycle.
        if (theirs && this.stillMine(theirs[0]) && this.stillMine(to[0])) {
          freed.push({ op: 'disconnect', from: theirs, to });
        }
        added.push(operation);
        continue;
      }
      this.clashes.push({
        nodeId: to[0],
        field: `wire.${to[1]}`,
        input: to[1],
        base,
        mine: from,
        theirs,
        operations: [operation],
      });
    }
    this.operations.push(...freed, ...added);
  }
}
