import type { PatchOperation } from '../api/schemas/documents.ts';
import type { CanvasItems } from '../canvas/items.ts';
import { applyCanvasLenient, canvasItem, type CanvasOperation } from '../canvas/operations.ts';
import { findNode, inputConnection } from '../graph/graph.ts';
import { fieldOperation } from '../graph/node-fields.ts';
import { targetOf, type Target } from '../graph/operation-table.ts';
import type { PinRef } from '../graph/types.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { LinkedElements, originOf, type Trees } from './linked-elements.ts';
import { translated, type Edit, type Grouped } from './grouped.ts';
import { linkedCanvas } from './linked-canvas.ts';
import { isExposedBy } from './pins.ts';
import { sharedTargets } from './shared-targets.ts';
import { chainOf, groupTree, pathInInstance } from './tree.ts';

type FieldTarget = Extract<Target, { kind: 'field' }>;
type WireTarget = Extract<Target, { kind: 'wire' }>;

/** What of an edit goes to linked instances of the groups that it changes. */
class LinkedOperations {
  readonly #at: Grouped;
  readonly #trees: Trees;
  readonly #linkedElements: LinkedElements;
  readonly #items: CanvasItems;

  /** @param items those that the edit leaves, with linked instances where they go. */
  constructor(at: Grouped, trees: Trees, linkedElements: LinkedElements, items: CanvasItems) {
    this.#at = at;
    this.#trees = trees;
    this.#linkedElements = linkedElements;
    this.#items = items;
  }

  of(operation: PatchOperation): PatchOperation[] {
    const target = targetOf(operation);
    if (target.kind === 'wire') return this.#wire(operation, target);
    if (target.kind === 'field') return this.#field(target);
    return target.node === null ? this.#removal(target.nodeId) : this.#addition(operation);
  }

  #addition(operation: PatchOperation): PatchOperation[] {
    if (operation.op !== 'addNode') return [];
    const { node } = operation;
    const holder = this.#linkedElements.holder([node.id], 'after');
    if (holder === undefined) return [];
    return this.#linkedElements.siblings(holder).flatMap((sibling): PatchOperation[] => {
      const id = this.#linkedElements.of(node.id, holder, sibling, true);
      if (id === null) return [];
      const position = node.position
        ? translated(node.position, originOf(this.#items, holder), originOf(this.#items, sibling))
        : node.position;
      return [{ op: 'addNode', node: { ...node, id, ...(position !== undefined && { position }) } }];
    });
  }

  #removal(nodeId: string): PatchOperation[] {
    const holder = this.#linkedElements.holder([nodeId], 'before');
    if (holder === undefined) return [];
    return this.#linkedElements.siblings(holder).flatMap((sibling): PatchOperation[] => {
      const id = this.#linkedElements.of(nodeId, holder, sibling);
      return id === null || !findNode(this.#at.graph, id) ? [] : [{ op: 'removeNode', nodeId: id }];
    });
  }

  /** The instance whose linked ones get a field of a node; an input that it shows is free in each of them. */
  #holderOfField({ nodeId, change }: FieldTarget): string | undefined {
    const { after, before } = this.#trees;
    const tree = after.holderOf.has(nodeId) ? after : before;
    for (const instance of chainOf(tree, nodeId).reverse()) {
      if (!this.#linkedElements.isSettled(instance)) continue;
      if (change.field !== 'input') return instance;
      const path = pathInInstance(tree, instance, nodeId);
      if (path && !isExposedBy(tree, instance, 'input', [...path, change.input])) return instance;
    }
    return undefined;
  }

  #field(target: FieldTarget): PatchOperation[] {
    const holder = this.#holderOfField(target);
    if (holder === undefined) return [];
    const { change } = target;
    return this.#linkedElements.siblings(holder).flatMap((sibling): PatchOperation[] => {
      const id = this.#linkedElements.of(target.nodeId, holder, sibling);
      const node = id === null ? undefined : findNode(this.#at.graph, id);
      if (id === null) return [];
      if (change.field === 'position') {
        const position =
          change.value &&
          translated(change.value, originOf(this.#items, holder), originOf(this.#items, sibling));
        if (node && jsonEqual(node.position ?? null, position)) return [];
        return [{ op: 'moveNode', nodeId: id, position }];
      }
      if (node && change.field === 'title' && (node.title ?? null) === change.value) return [];
      if (node && change.field === 'input' && jsonEqual(node.inputs?.[change.input], change.value)) return [];
      return [fieldOperation(id, change)];
    });
  }

  #wire(operation: PatchOperation, { from, to, connected }: WireTarget): PatchOperation[] {
    const holder = this.#linkedElements.holder([from[0], to[0]], connected ? 'after' : 'before');
    if (holder === undefined) return [];
    return this.#linkedElements.siblings(holder).flatMap((sibling): PatchOperation[] => {
      const ends = [from, to].map(([id, pin]) => {
        const linkedElement = this.#linkedElements.of(id, holder, sibling);
        return linkedElement === null ? null : ([linkedElement, pin] as PinRef);
      });
      const [source, target] = ends;
      if (!source || !target || this.#isFedFromOutside(target, sibling)) return [];
      return operation.op === 'connect' || operation.op === 'disconnect'
        ? [{ op: operation.op, from: source, to: target }]
        : [];
    });
  }

  /** A wire from outside of an instance is its own. */
  #isFedFromOutside([nodeId, pin]: PinRef, instance: string): boolean {
    const wire = inputConnection(this.#at.graph, nodeId, pin);
    return wire !== undefined && !chainOf(this.#trees.before, wire.from[0]).includes(instance);
  }
}

const NONE: Edit = { operations: [], canvas: [] };

/** Whether anything of these groups follows another: instances are linked, or a pin leads to several inputs. */
const hasLinks = ({ after, before }: Trees): boolean =>
  [after, before].some(
    (tree) =>
      [...tree.instancesOf.values()].some(({ length }) => length > 1) ||
      [...tree.pinsOf.values()].some((pins) => pins.some(({ targets }) => targets.length > 1)),
  );

/**
 * What an edit brings about beside itself: the same in the instances that are linked with those it changes, and the same in the other
 * inputs of a pin that leads to several. Values of inputs that a group shows, and wires from outside, are each instance's own.
 * @param at the document before the edit. @param edit applies to it.
 * @returns what comes after the edit; some of it may not apply where a wire would close a circle.
 */
export function linkedEdit(at: Grouped, edit: Edit): Edit {
  const before = groupTree(at.items);
  if (before.isEmpty) return NONE;
  const isOfCanvas = edit.canvas.length > 0;
  const itemsAfter = isOfCanvas ? applyCanvasLenient(at.items, edit.canvas).items : at.items;
  const trees: Trees = { before, after: groupTree(itemsAfter) };
  if (!hasLinks(trees)) return NONE;
  const added = new Set(
    edit.operations.flatMap((operation) => (operation.op === 'addNode' ? [operation.node.id] : [])),
  );
  const linkedElements = new LinkedElements(
    trees,
    (id) =>
      added.has(id) ||
      findNode(at.graph, id) !== undefined ||
      canvasItem(itemsAfter, 'instances', id) !== null,
  );
  const shared = sharedTargets(at.graph, trees.after, edit.operations);
  const canvas: CanvasOperation[] = linkedCanvas(
    { before: at.items, after: itemsAfter },
    trees,
    linkedElements,
    edit.canvas,
  );
  const linked = canvas.length === 0 ? itemsAfter : applyCanvasLenient(itemsAfter, canvas).items;
  const linkedOperations = new LinkedOperations(at, trees, linkedElements, linked);
  const operations = [...edit.operations, ...shared].flatMap((operation) => linkedOperations.of(operation));
  return { operations: [...shared, ...operations], canvas };
}
