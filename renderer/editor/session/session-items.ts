import type { PatchOperation } from '#shared/api/index.ts';
import type { Group } from '#shared/canvas/group-items.ts';
import type { CanvasFrame, CanvasLine, CanvasNote, FrameContent } from '#shared/canvas/items.ts';
import { isItemLocked } from '#shared/canvas/locked.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { words } from '#renderer/words/index.ts';
import { KIND_NAMES } from './item-kinds.ts';
import { contains, intersects, union, type Rect, type XY } from '../geometry.ts';
import { newItemId, snapped } from '../model/editing.ts';
import {
  itemAt,
  itemKey,
  lineAt,
  itemsInside,
  contentOf,
  itemBoxes,
  tileIdOf,
  type ItemHit,
  type ItemBox,
} from '../scene/canvas-places.ts';
import { isNameBelow } from '../scene/frame-names.ts';
import { freeSpot } from '../scene/free-spot.ts';
import { lineOf } from '../scene/line-shape.ts';
import type { Scene } from '../scene/scene.ts';
import type { ViewController } from '../scene/view-controller.ts';
import type { EditOptions } from '../model/editor-store.ts';
import { collapseOperations } from './collapse-operations.ts';
import type { EditorUi } from './editor-ui.ts';
import { fittedFrames, framing, rectOfItem } from './item-rects.ts';
import { groupContent, groupFields, groupToggle } from './group-items.ts';
import { growOperations, moveOperations } from './item-operations.ts';
import type { SessionStore } from './session-store.ts';

const t = words.editorSession.sessionItems;

/** The sizes of new items. Canvas units. */
const NEW_FRAME = { width: 640, height: 400 };
const NEW_NOTE = { width: 260, height: 120 };
const NOT_DRAGGED: ReadonlyMap<string, Rect> = new Map();

/** What the items need of their session. */
interface ItemsHost {
  readonly store: SessionStore;
  readonly scene: Scene;
  readonly view: ViewController;
  readonly ui: EditorUi;
  readonly snapToGrid: boolean;
  apply(label: string, operations: readonly PatchOperation[], options?: EditOptions): boolean;
}

/** How far a kept line may leave what was drawn. Pixels. */
const LINE_TOLERANCE = 1.2;

/** A new line stands out from nodes and wires. */
const LINE_COLOR = '#c2413b';

/** Frames, notes and lines of the open document: what is selected, held and edited, and the changes people make. */
export class SessionItems {
  readonly #session: ItemsHost;
  #visible: readonly ItemBox[] = [];
  /** Those in collapsed frames and in groups, where they would be shown. */
  #hidden: readonly ItemBox[] = [];
  #selected: ReadonlySet<string> = new Set();
  #dragged = NOT_DRAGGED;
  #editing: string | null = null;
  #revision = 0;
  /** While items and nodes are selected together. */
  #selecting = false;
  readonly #listeners = new Set<() => void>();
  readonly #cleanups: (() => void)[];

  constructor(session: ItemsHost) {
    this.#session = session;
    const { canvas } = session.store;
    this.#updateBoxes();
    this.#cleanups = [
      canvas.subscribe(() => this.#follow()),
      session.store.navigation.subscribe(() => this.#follow()),
      // Tiles of collapsed frames grow with the wires that leave them.
      session.scene.subscribe(() => {
        if (session.scene.tiles.all() !== this.#tiles) this.#follow();
      }),
      // Who selects nodes means these alone.
      session.store.subscribe(({ selectionChanged }) => {
        if (selectionChanged && !this.#selecting && session.store.selectedNodes.size > 0)
          this.#setSelected(new Set());
      }),
    ];
  }

  #tiles: unknown = null;
  #updateBoxes(): void {
    const { tiles } = this.#session.scene;
    this.#tiles = tiles.all();
    const all = itemBoxes(this.#items, tiles.all());
    this.#visible = all.filter(({ key }) => !tiles.hidesItem(key));
    this.#hidden = all.filter(({ key }) => tiles.hidesItem(key));
  }
  #follow(): void {
    this.#updateBoxes();
    this.#announce();
  }

  dispose(): void {
    for (const dispose of this.#cleanups.splice(0)) dispose();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** Another number after every change of what is shown. */
  revision = (): number => this.#revision;

  /** From behind to front, where they are shown now. */
  all(): readonly ItemBox[] {
    if (this.#dragged.size === 0) return this.#visible;
    return this.#visible.map((item) => ({ ...item, rect: this.#dragged.get(item.key) ?? item.rect }));
  }
  /** The selected ones that are there. */
  selected(): ItemBox[] {
    return this.#visible.filter(({ key }) => this.#selected.has(key));
  }
  isSelected(key: string): boolean {
    return this.#selected.has(key);
  }
  get editing(): string | null {
    return this.#editing;
  }
  frame(id: string): CanvasFrame | undefined {
    return this.#items.frames[id];
  }
  note(id: string): CanvasNote | undefined {
    return this.#items.notes[id];
  }
  line(id: string): CanvasLine | undefined {
    return this.#items.lines[id];
  }
  /** The group that an instance is of. */
  groupOf(instance: string): Group | undefined {
    return this.#items.groups[this.#items.instances[instance]?.of ?? ''];
  }
  /** Lines are told from arrows. */
  kindOf({ kind, id }: Pick<ItemBox, 'kind' | 'id'>): keyof typeof KIND_NAMES {
    if (kind === 'lines') return this.line(id)?.arrow ? 'arrow' : 'line';
    if (kind === 'instances') return 'group';
    return kind === 'frames' ? 'frame' : 'note';
  }
  /** What its kind is called. */
  kindName(item: Pick<ItemBox, 'kind' | 'id'>): string {
    return KIND_NAMES[this.kindOf(item)];
  }
  /** What an item is called in lists and for screen readers. */
  labelOf({ kind, id }: Pick<ItemBox, 'kind' | 'id'>): string {
    if (kind === 'lines') return this.kindName({ kind, id });
    if (kind === 'frames') return this.frame(id)?.title?.trim() || t.frame;
    if (kind === 'instances') return this.groupOf(id)?.title?.trim() || words.groups.group;
    return this.note(id)?.text.trim().split('\n')[0] || t.emptyNote;
  }
  /** Locked frames and notes are not moved, resized, written in or deleted by hand. */
  isLocked(item: Pick<ItemBox, 'kind' | 'id'>): boolean {
    return isItemLocked(this.#items, item);
  }
  /** Whether the name of a frame stands below it, far away: where it is drawn is where it is pressed. */
  isNameBelow(frame: ItemBox): boolean {
    return isNameBelow(this.#session, frame.rect, this.labelOf(frame));
  }
  at(point: XY): ItemHit | null {
    const isBelow = (frame: ItemBox) => this.isNameBelow(frame);
    return itemAt(this.#visible, point, this.#session.view.view.zoom, isBelow);
  }
  /** The line in front near a point: it lies before nodes. */
  lineAt(point: XY): ItemBox | null {
    return lineAt(this.#visible, point, this.#session.view.view.zoom);
  }
  /** Nodes and items that lie whole in a rectangle. */
  inside(rect: Rect): { nodes: string[]; items: ItemBox[] } {
    const nodes = this.#session.scene.nodesIn(rect).filter((box) => contains(rect, box));
    return { nodes: nodes.map(({ id }) => id), items: itemsInside(this.#visible, rect) };
  }

  /** Selects items, and nodes with them. */
  select(keys: Iterable<string>, nodes: Iterable<string> = []): void {
    this.#selecting = true;
    this.#session.store.select(nodes);
    this.#selecting = false;
    this.#setSelected(new Set(keys));
  }
  toggle(key: string): void {
    const next = new Set(this.#selected);
    if (!next.delete(key)) next.add(key);
    this.select(next, this.#session.store.selectedNodes);
  }
  /** Opens what can be written in. */
  edit(key: string | null): void {
    if (this.#visible.some((item) => item.key === key && item.kind === 'lines')) return;
    if (this.#editing === key) return;
    const item = this.#visible.find((candidate) => candidate.key === key);
    if (item && this.isLocked(item)) {
      this.#session.ui.notify(words.frames.isLocked([this.labelOf(item)], true));
      return;
    }
    this.#editing = key;
    this.#session.store.history.seal();
    this.#announce();
  }
  /** Shows items elsewhere while a gesture is held. */
  setDragged(rects: ReadonlyMap<string, Rect> = NOT_DRAGGED): void {
    if (this.#dragged.size + rects.size === 0) return;
    this.#dragged = rects;
    const tiles = this.#visible.flatMap((item) => {
      const rect = item.collapsed && rects.get(item.key);
      return rect ? [[tileIdOf(item), rect] as const] : [];
    });
    this.#session.scene.setDraggedTiles(new Map(tiles));
    this.#announce();
  }
  get dragged(): ReadonlyMap<string, Rect> {
    return this.#dragged;
  }

  /** What a move takes along: of what is carried what is not locked, and nothing by a frame that stays. */
  groupedItems(keys: Iterable<string>, nodes: Iterable<string>): ReturnType<SessionItems['grouped']> {
    const byKey = new Map(this.#visible.map((item) => [item.key, item]));
    const free = [...keys].filter((key) => {
      const item = byKey.get(key);
      return item !== undefined && !this.isLocked(item);
    });
    const { nodes: all, items } = this.grouped(free, nodes);
    return { nodes: all, items: items.filter((item) => !this.isLocked(item)) };
  }
  /** What belongs together: these, and all that lies in the frames among them. */
  grouped(keys: Iterable<string>, nodes: Iterable<string>): { nodes: Set<string>; items: ItemBox[] } {
    const all = new Set(nodes);
    const items = new Map<string, ItemBox>();
    const byKey = new Map([...this.#visible, ...this.#hidden].map((item) => [item.key, item]));
    const left = [...keys];
    for (let key = left.pop(); key !== undefined; key = left.pop()) {
      const item = byKey.get(key);
      if (!item || items.has(key)) continue;
      items.set(key, item);
      const content = this.#contentOf(item);
      for (const id of content?.nodes ?? []) all.add(id);
      left.push(...(content?.items ?? []));
    }
    return { nodes: all, items: [...items.values()] };
  }
  /** What lies in a group or frame: what that was collapsed with, else what it holds; null of what is neither. */
  #contentOf({ kind, id, rect }: ItemBox): FrameContent | null {
    const { store } = this.#session;
    if (kind === 'instances')
      return groupContent(this.#items, id, (node) => store.getNode(node) !== undefined);
    if (kind !== 'frames') return null;
    const collapsed = this.frame(id)?.collapsed;
    if (collapsed)
      return { ...collapsed, nodes: collapsed.nodes.filter((node) => store.getNode(node) !== undefined) };
    const { nodes, items } = contentOf(this.#session.scene.nodesIn(rect), this.#visible, rect);
    return { nodes, items: items.map(({ key }) => key) };
  }
  /** The nodes in a frame, whether they are shown or not. */
  nodesIn(frame: ItemBox): string[] {
    return [...this.grouped([frame.key], []).nodes];
  }

  /** Puts items where a gesture left them. */
  rectOperations(rects: ReadonlyMap<string, Rect>): CanvasOperation[] {
    return moveOperations([...this.#visible, ...this.#hidden], rects);
  }
  /** Takes the selected items away, but for groups, which go with what lies in them. */
  removeOperations(): CanvasOperation[] {
    return this.selected().flatMap(({ kind, id }) =>
      kind === 'instances' ? [] : [{ op: 'setCanvasItem', kind, id, item: null }],
    );
  }

  /** The selected nodes, and those in selected frames and groups. */
  selectedWithFramed(): Iterable<string> {
    const frames = this.selected().filter(({ kind }) => kind === 'frames' || kind === 'instances');
    return this.grouped(
      frames.map(({ key }) => key),
      this.#session.store.selectedNodes,
    ).nodes;
  }

  /** A frame around the selection, else in the middle of the view; its title is open for typing. */
  addFrame(): void {
    const { store, scene, view } = this.#session;
    const boxes = [
      ...[...store.selectedNodes].flatMap((id) => scene.box(id) ?? []),
      ...this.selected().map(({ rect }) => rect),
    ];
    const bounds = union(boxes);
    const rect: Rect = bounds
      ? framing(bounds)
      : { x: view.center.x - NEW_FRAME.width / 2, y: view.center.y - NEW_FRAME.height / 2, ...NEW_FRAME };
    this.#add('frames', t.addFrame, rect, { title: '' });
  }
  /** A note, at a point or else where it covers nothing; its text is open for typing. */
  addNote(at?: XY): void {
    const { view, scene } = this.#session;
    const isFree = (rect: Rect): boolean =>
      scene.nodesIn(rect).length === 0 && !this.#visible.some((item) => intersects(item.rect, rect));
    const position =
      at ??
      freeSpot(NEW_NOTE, view.visible(), isFree, view.pointer ? view.toGraph(view.pointer) : view.center);
    this.#add('notes', t.addNote, { ...position, ...NEW_NOTE }, { text: '', grows: true });
  }
  /** Adds a line as it was drawn, from its start to its end. Canvas units. */
  addLine(points: readonly XY[], isArrow: boolean): void {
    const id = newItemId();
    const line: CanvasLine = {
      ...lineOf(points, LINE_TOLERANCE / this.#session.view.view.zoom),
      color: LINE_COLOR,
      ...(isArrow ? { arrow: true } : {}),
    };
    const label = isArrow ? t.drawArrow : t.drawLine;
    if (this.#apply(label, [{ op: 'setCanvasItem', kind: 'lines', id, item: line }]))
      this.select([itemKey('lines', id)]);
  }
  #add(kind: 'frames' | 'notes', label: string, rect: Rect, fields: object): void {
    const id = newItemId();
    const position = snapped(rect, this.#session.snapToGrid);
    const size = { width: Math.round(rect.width), height: Math.round(rect.height) };
    const item = { ...fields, position, size };
    if (!this.#apply(label, [{ op: 'setCanvasItem', kind, id, item }])) return;
    const key = itemKey(kind, id);
    this.select([key]);
    this.edit(key);
  }

  /**
   * Typing merges into one step until the field is left.
   * @param height that the text takes. A note that nobody sized grows to it, up to a limit. Canvas units.
   */
  setText({ kind, id }: Pick<ItemBox, 'kind' | 'id'>, text: string, height = 0): boolean {
    if (kind === 'instances')
      return this.#apply(
        words.groups.renameStep,
        groupFields(this.#items, id, 'title', text),
        t.item(kind, id),
      );
    const field = kind === 'frames' ? 'title' : 'text';
    const label = kind === 'frames' ? t.renameFrame : t.writeNote;
    const growing = kind === 'notes' ? growOperations(id, this.note(id), height) : [];
    const set: CanvasOperation = { op: 'setCanvasField', kind, id, field, value: text };
    return this.#apply(label, [set, ...growing], t.item(kind, id));
  }
  /** @param color undefined for the plain one. */
  setColor(color: string | undefined): void {
    const operations = this.selected().flatMap(({ kind, id }): CanvasOperation[] =>
      kind === 'instances'
        ? groupFields(this.#items, id, 'color', color)
        : [{ op: 'setCanvasField', kind, id, field: 'color', value: color }],
    );
    this.#apply(t.changeColor, operations);
  }
  /** Collapses the selected frames to tiles with their outer pins, or opens them where all are collapsed. */
  toggleCollapsed(selection = this.selected()): void {
    const groups = selection.filter(({ kind }) => kind === 'instances');
    if (groups.length > 0) return void this.#apply(...groupToggle(this.#items, groups));
    const { opens, operations } = collapseOperations(selection, ({ key }) => this.grouped([key], []));
    if (operations.length === 0) this.#session.ui.notify(words.frames.nothingToCollapse);
    else this.#apply(opens ? t.openFrame : t.collapseFrame, operations);
  }
  /** Draws the selected frames close around what lies in them. */
  fitFrames(): void {
    const rects = fittedFrames(this.#session.scene, this.#visible, this.selected());
    const operations = this.rectOperations(rects);
    if (operations.length === 0) this.#session.ui.notify(t.frameFitsAlreadyLies);
    else this.#apply(t.fitFrame, operations);
  }
  /** Where all are now, by their keys. */
  positions(): ReadonlyMap<string, Rect> {
    return new Map([...this.#visible, ...this.#hidden].map(({ key, rect }) => [key, rect]));
  }
  /**
   * What shows an item, or the node or wire that it is of.
   * @param before where items were, for those that are gone.
   */
  visibleAt(item: Pick<CanvasOperation, 'kind' | 'id'>, before: ReadonlyMap<string, Rect>): Rect | undefined {
    return rectOfItem(this.#session, this.#visible, item, before);
  }
  /** Shows an item, a frame with all that lies in it, and selects it. */
  focus(item: ItemBox): void {
    this.select([item.key]);
    if (item.kind === 'frames' && item.collapsed !== true) this.#session.view.fit(item.rect);
    else this.#session.view.reveal(item.rect);
  }

  get #items() {
    return this.#session.store.canvas.items;
  }
  #apply(label: string, canvas: CanvasOperation[], mergeKey?: string): boolean {
    return this.#session.apply(label, [], mergeKey === undefined ? { canvas } : { canvas, mergeKey });
  }
  #setSelected(keys: ReadonlySet<string>): void {
    if (keys.size === 0 && this.#selected.size === 0) return;
    this.#selected = keys;
    this.#announce();
  }
  #announce(): void {
    this.#revision += 1;
    for (const listener of this.#listeners) listener();
  }
}
