import type { PatchOperation } from '../api/schemas/documents.ts';
import type { CanvasOperation } from '../canvas/operations.ts';
import { findNode, inputConnection, outputConnections } from '../graph/graph.ts';
import { fieldOperation } from '../graph/node-fields.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { joinKey, splitKey } from '../language/join-key.ts';
import { compareSides, sideOf, sourceOf, wiredOf, type Difference, type Side } from './compare.ts';
import { originOf } from './linked-elements.ts';
import { nestedId, translated, setItem, type Edit, type Grouped } from './grouped.ts';
import { unusedGroups } from './make.ts';
import {
  chainOf,
  elementAt,
  groupTree,
  instanceIdOf,
  instanceKey,
  isNodeElement,
  pathInInstance,
} from './tree.ts';

/** Makes one instance like another of its group. */
class Update {
  readonly operations: PatchOperation[] = [];
  readonly canvas: CanvasOperation[] = [];
  readonly #at: Grouped;
  readonly #local: Side;
  readonly #model: Side;
  /** New elements by their paths. */
  readonly #added = new Map<string, string>();
  /** Nodes that lost their wires, or never had any. */
  readonly #renewed = new Set<string>();
  readonly #used = new Set<string>();

  constructor(at: Grouped, local: Side, model: Side) {
    this.#at = at;
    this.#local = local;
    this.#model = model;
  }

  idOf(path: readonly string[]): string | undefined {
    return this.#added.get(joinKey(...path)) ?? elementAt(this.#local.tree, this.#local.instance, path);
  }

  remove({ element }: { element: string }): void {
    const inner = instanceIdOf(element);
    if (inner === null) this.operations.push({ op: 'removeNode', nodeId: element });
    this.canvas.push(setItem(inner === null ? 'members' : 'instances', inner ?? element, null));
  }

  add({ element, path }: { element: string; path: readonly string[] }): void {
    const outer = path.length === 1 ? this.#local.instance : instanceIdOf(this.idOf(path.slice(0, -1)) ?? '');
    if (outer === null) return;
    const { graph, items } = this.#at;
    if (this.#wouldRecurse(element)) return;
    const name = path.at(-1)!;
    const id = nestedId(
      outer,
      name,
      (each) =>
        this.#used.has(each) || findNode(graph, each) !== undefined || Object.hasOwn(items.instances, each),
    );
    this.#used.add(id);
    const [from, to] = [originOf(items, this.#model.instance), originOf(items, this.#local.instance)];
    const inner = instanceIdOf(element);
    if (inner !== null) {
      this.#added.set(joinKey(...path), instanceKey(id));
      const instance = items.instances[inner]!;
      const position = translated(instance.position, from, to);
      this.canvas.push(setItem('instances', id, { ...instance, position, in: outer, as: name }));
      return;
    }
    this.#added.set(joinKey(...path), id);
    this.#renewed.add(id);
    const node = findNode(graph, element)!;
    const position = node.position && translated(node.position, from, to);
    this.operations.push({ op: 'addNode', node: { ...node, id, ...(position && { position }) } });
    this.canvas.push(setItem('members', id, { in: outer, as: name }));
    const { locked: _locked, frozen: _frozen, ...state } = items.nodes[element] ?? {};
    if (Object.keys(state).length > 0) this.canvas.push(setItem('nodes', id, state));
  }

  /** Whether a group from the other instance lies around this one already, as after a merge of two people's edits. */
  #wouldRecurse(element: string): boolean {
    const { tree, instance } = this.#local;
    const group = tree.groupOf(instanceIdOf(element) ?? '');
    if (group === undefined) return false;
    return [...chainOf(tree, instanceKey(instance)), instance].some((id) => tree.groupOf(id) === group);
  }

  change({ element, field, input = '', next }: Extract<Difference, { kind: 'changed' }>): void {
    const path = pathInInstance(this.#local.tree, this.#local.instance, element) ?? [];
    const model = elementAt(this.#model.tree, this.#model.instance, path);
    const node = model === undefined ? undefined : findNode(this.#at.graph, model);
    if (!node) return;
    if (field === 'type') {
      const position = findNode(this.#at.graph, element)?.position ?? null;
      this.#renewed.add(element);
      this.operations.push(
        { op: 'removeNode', nodeId: element },
        { op: 'addNode', node: { ...node, id: element, position } },
        ...this.#outerWires(element),
      );
    } else if (field === 'title')
      this.operations.push({ op: 'setNodeTitle', nodeId: element, title: node.title ?? null });
    else if (field === 'input')
      this.operations.push(fieldOperation(element, { field: 'input', input, value: node.inputs?.[input] }));
    else
      this.canvas.push(
        this.#at.items.nodes[element] === undefined
          ? setItem('nodes', element, { [input]: next })
          : { op: 'setCanvasField', kind: 'nodes', id: element, field: input, value: next },
      );
  }

  /** Wires of a node from and to outside of the instance, which what takes its place gets again. */
  #outerWires(nodeId: string): PatchOperation[] {
    const { tree, instance } = this.#local;
    const { graph } = this.#at;
    const all = [
      ...graph.connections.filter(({ to }) => to[0] === nodeId),
      ...outputConnections(graph, nodeId),
    ];
    return all.flatMap(({ from, to }): PatchOperation[] => {
      const isInner = [from, to].every(([id]) => pathInInstance(tree, instance, id) !== null);
      return isInner ? [] : [{ op: 'connect', from, to }];
    });
  }

  unwire({ element, input }: { element: string; input: string }): void {
    const wire = inputConnection(this.#at.graph, element, input);
    if (wire) this.operations.push({ op: 'disconnect', from: wire.from, to: wire.to });
  }

  /** All wires within; one from outside stays. */
  wire(wires: ReadonlyMap<string, readonly string[]>): void {
    for (const [key, element] of this.#model.elements) {
      const id = this.idOf(splitKey(key));
      if (id === undefined || !isNodeElement(element)) continue;
      for (const input of wires.get(element) ?? []) {
        const path = sourceOf(this.#model, element, input);
        const start = path && this.idOf(path.slice(0, -1));
        if (!start) continue;
        const isRenewed = this.#renewed.has(id) || this.#renewed.has(start);
        if (!isRenewed && jsonEqual(sourceOf(this.#local, id, input), path)) continue;
        const current = inputConnection(this.#at.graph, id, input);
        const { tree, instance } = this.#local;
        if (current && pathInInstance(tree, instance, current.from[0]) === null) continue;
        this.operations.push({ op: 'connect', from: [start, path.at(-1)!], to: [id, input] });
      }
    }
  }
}

/** What makes an instance like another one of its group, as one step. Nothing of it is meant for linked instances. */
export function updateLike(at: Grouped, target: string, source: string): Edit {
  const tree = groupTree(at.items);
  const wires = wiredOf(at);
  const [local, model] = [sideOf(at, tree, target), sideOf(at, tree, source)];
  const update = new Update(at, local, model);
  const found = compareSides(local, model, wires);
  for (const each of found) if (each.kind === 'removed') update.remove(each);
  for (const each of found) if (each.kind === 'added') update.add(each);
  for (const each of found) if (each.kind === 'changed') update.change(each);
  for (const each of found) if (each.kind === 'unwired') update.unwire(each);
  update.wire(wires);
  const removed = found.flatMap((each) =>
    each.kind === 'removed' ? (instanceIdOf(each.element) ?? []) : [],
  );
  update.canvas.push(...unusedGroups(at, tree, new Set(removed)));
  return { operations: update.operations, canvas: update.canvas };
}
