import type { EditableInputValue, PatchOperation } from '#shared/api/index.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import type { PinRef } from '#shared/graph/types.ts';
import {
  chainOf,
  copyInstance,
  detach,
  differences,
  differingFrom,
  groupTree,
  IN_ITSELF,
  instancePins,
  instanceIdOf,
  instanceKey,
  linkedWith,
  movePin,
  nodesIn,
  pinsOfInstance,
  locationOf,
  removeInstances,
  setItem,
  showPin,
  DEPTH_LIMIT,
  pathTo,
  ungroup,
  updateLike,
  type Difference,
  type Edit,
  type Grouped,
  type GroupTree,
  type InstancePin,
  type GroupPath,
} from '#shared/groups/index.ts';
import { words } from '#renderer/words/index.ts';
import { union, type Rect, type XY } from '../geometry.ts';
import { newItemId, snapped } from '../model/editing.ts';
import { itemKey, tileIdOf } from '../scene/canvas-places.ts';
import { makeGroupOfSelection } from './make-group.ts';
import type { SessionCore } from './session-core.ts';

const t = words.groups;

/** How far right and below its original a linked copy stands. Canvas units. */
const COPY_OFFSET = 40;

/** Groups of the open document: which is open, and the changes people make to them. */
export class SessionGroups {
  readonly #session: SessionCore;
  #revision = 0;
  readonly #listeners = new Set<() => void>();

  constructor(session: SessionCore) {
    this.#session = session;
    const { store } = session;
    store.canvas.subscribe(() => this.#announce());
    store.navigation.subscribe(() => {
      session.items.select([]);
      this.#announce();
    });
    store.onUnlike(() => session.ui.notify(t.couldNotFollow));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  revision = (): number => this.#revision;
  #announce(): void {
    this.#revision += 1;
    for (const listener of this.#listeners) listener();
  }

  get tree(): GroupTree {
    return groupTree(this.#session.store.canvas.items);
  }
  /** What is open, from the outermost on. */
  get groupPath(): GroupPath {
    return this.#session.store.navigation.groupPath;
  }
  get #document(): Grouped {
    const { store } = this.#session;
    return { graph: store.getGraph(), items: store.canvas.items };
  }
  #exists = (id: string): boolean => this.#session.store.getNode(id) !== undefined;

  titleOf(instance: string): string {
    return this.#session.items.labelOf({ kind: 'instances', id: instance });
  }
  /** How many instances are linked with one, itself among them. */
  countOf(instance: string): number {
    return linkedWith(this.tree, instance).length;
  }
  nodesIn(instance: string): string[] {
    return nodesIn(this.tree, instance).filter(this.#exists);
  }
  pinsOf(instance: string): InstancePin[] {
    return instancePins(this.tree, instance, this.#exists);
  }
  /** What a pin of a group is called. */
  pinTitle({ pin, targets }: InstancePin): string {
    const [target] = targets;
    if (pin.title !== undefined && pin.title.trim() !== '') return pin.title;
    return target
      ? this.#session.pinLabel(target[0], target[1], pin.side)
      : (pin.targets[0]?.at(-1) ?? t.missingPin);
  }
  /** The selected ones. */
  selected(): string[] {
    return this.#session.items.selected().flatMap(({ kind, id }) => (kind === 'instances' ? [id] : []));
  }

  /** Opens a group on the canvas. */
  open(instance: string): void {
    this.openPath([...chainOf(this.tree, instanceKey(instance)), instance]);
  }
  openPath(groupPath: GroupPath): void {
    const before = this.groupPath;
    this.#session.store.navigation.open(groupPath);
    if (before === this.groupPath) return;
    this.#fit();
    const left = before.length > this.groupPath.length ? before[this.groupPath.length] : undefined;
    if (left !== undefined) this.#session.items.select([itemKey('instances', left)]);
  }
  /** Goes one out. */
  leave(): void {
    this.openPath(this.groupPath.slice(0, -1));
  }
  /** Opens the group that a node lies in, where it is not shown. */
  reveal(nodeId: string): void {
    const groupPath = pathTo(this.tree, nodeId);
    const isOpen =
      groupPath.length === this.groupPath.length &&
      groupPath.every((id, depth) => id === this.groupPath[depth]);
    if (!isOpen) this.openPath(groupPath);
  }
  /** Whether a node lies where the canvas is open, in a collapsed frame or not. */
  isVisible(nodeId: string): boolean {
    return locationOf(this.tree, this.groupPath, nodeId).kind === 'shown';
  }
  /** Opens the group in which a step took place, where nothing of it can be seen. */
  revealStep(touched: readonly string[]): void {
    const existing = touched.filter(this.#exists);
    const [first] = existing;
    if (first === undefined || existing.some((id) => this.#session.scene.visibleRect(id))) return;
    this.reveal(first);
  }
  #fit(): void {
    const { items, scene, view } = this.#session;
    view.fitAll(() => [...scene.visibleRects(), ...items.all().map(({ rect }) => rect)]);
  }

  /** Makes a group of the selection; of one frame alone a group of what lies in it, in its place. */
  make(): void {
    makeGroupOfSelection(this.#session, this.#document);
  }

  /** Takes the selected groups apart; what is linked with them stays. */
  ungroup(instances = this.selected()): void {
    const { items, store } = this.#session;
    const nodes = instances.flatMap((id) => this.nodesIn(id));
    store.mark(t.ungroupStep);
    for (const instance of instances) {
      const edit = ungroup(this.#document, instance);
      if (edit) this.#apply(t.ungroupStep, edit);
    }
    store.release();
    const visible = nodes.filter((id) => !this.#session.scene.tiles.contains(id));
    if (instances.length > 0) items.select([], visible);
  }
  /** Gives instances groups of their own. */
  detach(instances = this.selected().length > 0 ? this.selected() : this.groupPath.slice(-1)): void {
    const { store, ui } = this.#session;
    const linked = instances.filter((id) => this.countOf(id) > 1);
    if (linked.length === 0) return ui.notify(t.notLinked);
    store.mark(t.detachStep);
    for (const instance of linked) {
      const edit = detach(this.#document, instance, newItemId);
      if (edit) this.#apply(t.detachStep, edit);
    }
    store.release();
    ui.notify(t.detached);
  }

  /** Adds another instance of each selected group, linked with it. */
  duplicateLinked(): void {
    const { items, store } = this.#session;
    const added: string[] = [];
    store.mark(t.linkStep);
    for (const from of this.selected()) {
      const tile = this.#session.scene.tiles.all().get(itemKey('instances', from));
      if (!tile) continue;
      const at = this.#freeBelow(tile.rect);
      const instance = this.#copy(from, at);
      if (instance !== null) added.push(itemKey('instances', instance));
    }
    store.release();
    if (added.length === 0) return;
    items.select(added);
    const area = union(items.selected().map(({ rect }) => rect));
    if (area) this.#session.view.bringIn(area);
  }
  /** Adds an instance of a group that is used somewhere already. @param at where it lies. Canvas units. */
  insert(group: string, at: XY): void {
    const [from] = this.tree.instancesOf.get(group) ?? [];
    const instance = from === undefined ? null : this.#copy(from, at);
    if (instance !== null) this.#session.items.select([itemKey('instances', instance)]);
  }
  #copy(from: string, at: XY): string | null {
    const { snapToGrid, ui } = this.#session;
    const copy = copyInstance(
      this.#document,
      from,
      { groupPath: this.groupPath, position: snapped(at, snapToGrid) },
      { newId: newItemId, isLinked: true },
    );
    if (copy === null) return null;
    if (copy === IN_ITSELF || copy === DEPTH_LIMIT) {
      ui.notify(copy === IN_ITSELF ? t.inItself : t.depthLimit);
      return null;
    }
    return this.#apply(t.linkStep, copy) ? copy.instance : null;
  }
  /** The first place below a tile that nothing covers. */
  #freeBelow(rect: Rect): XY {
    const { items, scene } = this.#session;
    const isCovered = (area: Rect): boolean =>
      scene.nodesIn(area).length > 0 ||
      scene.tiles.meet(area) ||
      items.all().some(({ kind, rect: sibling }) => kind === 'notes' && union([sibling, area]) === area);
    for (let step = 1; step < 50; step += 1) {
      const at = { x: rect.x, y: rect.y + step * (rect.height + COPY_OFFSET) };
      if (!isCovered({ ...rect, ...at })) return at;
    }
    return { x: rect.x + COPY_OFFSET, y: rect.y + COPY_OFFSET };
  }

  /** What takes groups away with all that lies in them. */
  removal(instances = this.selected()): Edit {
    return removeInstances(this.#document, instances);
  }

  /** Shows an input or output of a node on the group that it lies in. */
  show(side: 'input' | 'output', ref: PinRef): void {
    const edit = showPin(this.#document, side, ref, newItemId);
    if (edit) this.#apply(t.showPinStep, edit);
  }
  /** The pin of the group around a node that shows an input or output of it. */
  pinOfTarget(side: 'input' | 'output', [nodeId, name]: PinRef): InstancePin | undefined {
    const holder = this.tree.holderOf.get(nodeId);
    return holder === undefined
      ? undefined
      : this.pinsOf(holder).find(
          ({ pin, targets }) =>
            pin.side === side && targets.some((target) => target[0] === nodeId && target[1] === name),
        );
  }
  /** Takes a pin off a group: values that differ become those of one instance, wires stay. */
  hidePin(instance: string, { pin, targets }: InstancePin): void {
    const { store } = this.#session;
    const operations = linkedWith(this.tree, instance).flatMap((sibling): PatchOperation[] => {
      if (sibling === instance || pin.side === 'output') return [];
      const local = this.pinsOf(sibling).find((each) => each.pin.id === pin.id);
      return (local?.targets ?? []).flatMap((target, at): PatchOperation[] => {
        const model = targets[at];
        const value = model && store.getNode(model[0])?.inputs?.[model[1]];
        const [nodeId, input] = target;
        const current = store.getNode(nodeId)?.inputs?.[input];
        if (value === undefined)
          return current === undefined ? [] : [{ op: 'removeNodeInput', nodeId, input }];
        return [{ op: 'setNodeInput', nodeId, input, value }];
      });
    });
    this.#session.apply(t.hidePinStep, operations, {
      canvas: [setItem('pins', pin.id, null)],
      skipsLinked: true,
    });
  }
  renamePin(id: string, title: string): void {
    const canvas: CanvasOperation[] = [
      { op: 'setCanvasField', kind: 'pins', id, field: 'title', value: title === '' ? undefined : title },
    ];
    this.#session.apply(t.renamePinStep, [], { canvas, mergeKey: `pin ${id}` });
  }
  movePin(instance: string, id: string, by: -1 | 1): void {
    const canvas = movePin(pinsOfInstance(this.tree, instance), id, by);
    this.#session.apply(t.movePinStep, [], { canvas });
  }
  /** What a new instance begins with at an input; undefined for what the instance holds that it is made from. */
  setDefault(id: string, value: EditableInputValue | undefined): void {
    const canvas: CanvasOperation[] = [{ op: 'setCanvasField', kind: 'pins', id, field: 'default', value }];
    this.#session.apply(t.defaultStep, [], { canvas });
  }
  setTitle(instance: string, title: string): void {
    const { items } = this.#session;
    items.setText({ kind: 'instances', id: instance }, title);
  }

  /** Which of the linked ones an instance is, from 1. */
  numberOf(instance: string): number {
    return linkedWith(this.tree, instance).indexOf(instance) + 1;
  }
  /** What an element of a group is called. */
  elementTitle(element: string): string {
    const instance = instanceIdOf(element);
    return instance === null ? this.#session.titleOf(element) : this.titleOf(instance);
  }
  /** The linked instances that are not like one. */
  differing(instance: string): string[] {
    return this.countOf(instance) < 2 ? [] : differingFrom(this.#document, instance);
  }
  /** What would change in one to be like another. */
  differences(target: string, source: string): Difference[] {
    return differences(this.#document, target, source);
  }
  /** Makes instances like another one of their group, as one step. */
  update(targets: readonly string[], source: string): void {
    const { store } = this.#session;
    store.mark(t.updateStep);
    for (const target of targets) this.#apply(t.updateStep, updateLike(this.#document, target, source), true);
    store.release();
  }

  /** Whether a group came from the library or a template. */
  get hasSources(): boolean {
    return Object.values(this.#session.store.canvas.items.groups).some(({ source }) => source !== undefined);
  }
  /** The tile of an instance that is shown. */
  tileOf(instance: string) {
    const key = itemKey('instances', instance);
    return this.#session.scene.tiles.all().get(tileIdOf({ kind: 'instances', id: instance, key }));
  }

  #apply(label: string, { operations, canvas }: Edit, skipsLinked = false): boolean {
    return this.#session.apply(label, operations, { canvas, skipsLinked });
  }
}
