import type { PatchOperation } from '#shared/api/index.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import type { GraphConnection } from '#shared/graph/types.ts';
import { words } from '#renderer/words/index.ts';
import type { Rect, XY } from '../geometry.ts';
import { align, distribute, move, type Alignment, type Box } from '../model/arrange.ts';
import { arrangedInFrames, type FrameGroup } from '../model/arrange-frames.ts';
import { insertOperations, insertionPins } from '../model/editing.ts';
import type { WireKey } from '../model/editor-store.ts';
import { makeSpace } from '../model/make-room.ts';
import { FRAME_MARGIN, TITLE_HEIGHT, type ItemBox } from '../scene/canvas-places.ts';
import { movableFrom } from './place-node.ts';
import type { SessionCore } from './session-core.ts';

const t = words.editorSession.sessionArranging;

/** So many wires under a node are looked at while it is dragged. */
const MAX_WIRES = 12;

/** The part of a node that a wire must pass under for the node to go into it. */
const stripOf = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height: Math.min(height, 120) });

/** Where nodes stand: drags, nudges, alignment, layout. */
export class SessionArranging {
  readonly #session: SessionCore;
  constructor(session: SessionCore) {
    this.#session = session;
  }

  /** Moves nodes to where a drag left them; a single unwired node dropped on a wire goes into it. */
  moveTo(positions: ReadonlyMap<string, XY>, items: readonly CanvasOperation[] = []): void {
    const canvas = [...items, ...this.#session.reroutes.moveOperations(positions)];
    const operations: PatchOperation[] = [];
    for (const [nodeId, position] of positions) {
      const current = this.#session.store.getNode(nodeId)?.position;
      if (current?.x !== position.x || current.y !== position.y)
        operations.push({ op: 'moveNode', nodeId, position });
    }
    if (operations.length + canvas.length === 0) return;
    if (canvas.length > 0) {
      this.#session.apply(t.move, operations, { canvas });
      return;
    }
    const only = positions.size === 1 ? [...positions.keys()][0] : undefined;
    const at = only === undefined ? undefined : positions.get(only);
    const insertion = only === undefined ? null : this.wireForInsert(only);
    if (only !== undefined && at && insertion) {
      const box = this.#session.scene.box(only);
      const spaceOperations = box ? this.#spaceFor({ ...box, ...at }, insertion.key) : [];
      if (this.#session.apply(t.insertWire, [...operations, ...insertion.operations, ...spaceOperations]))
        return;
    }
    this.#session.apply(positions.size === 1 ? t.move : t.moveNodes(positions.size), operations);
  }

  /** Puts an unwired node into a wire. @returns false when it does not fit, or the wire is gone. */
  insertOnWire(nodeId: string, key: WireKey): boolean {
    const { catalog, store } = this.#session;
    const wire = store.getWire(key);
    const inserted = wire && insertOperations(store.getGraph(), wire, nodeId, catalog);
    if (!inserted) return false;
    const box = this.#session.scene.box(nodeId);
    const spaceOperations = box ? this.#spaceFor(box, key) : [];
    return this.#session.apply(t.insertWire, [...inserted, ...spaceOperations]);
  }
  /** What makes room behind a node that goes into a wire. */
  #spaceFor(inserted: Rect, key: WireKey): PatchOperation[] {
    const target = this.#session.store.getWire(key)?.to[0];
    const box = target === undefined ? undefined : this.#session.scene.box(target);
    return target === undefined || !box ? [] : makeSpace(inserted, box, movableFrom(this.#session, target));
  }
  /** The first wire under an unwired node that it fits into, and what puts it there. */
  wireForInsert(nodeId: string): { key: WireKey; operations: PatchOperation[] } | null {
    const { catalog, scene, store } = this.#session;
    const box = scene.box(nodeId);
    if (!box || store.wiresOf(nodeId).length > 0) return null;
    for (const { key, wire } of scene.wiresUnder(stripOf(box), nodeId).slice(0, MAX_WIRES)) {
      const operations = insertOperations(store.getGraph(), wire, nodeId, catalog);
      if (operations) return { key, operations };
    }
    return null;
  }

  /** Whether a new node of a type fits into a wire. */
  fitsOnWire(type: string, { from, to }: GraphConnection): boolean {
    const { catalog, store } = this.#session;
    const source = store.getNode(from[0])?.type ?? '';
    const target = store.getNode(to[0])?.type ?? '';
    return insertionPins(catalog, { from, to }, { from: source, to: target }, type) !== null;
  }
  /** The wire that a new node of a type would go into, put down on a rectangle; null when none lies there that it fits. */
  wireForNew(type: string, rect: Rect): WireKey | null {
    const under = this.#session.scene.wiresUnder(stripOf(rect)).slice(0, MAX_WIRES);
    return under.find(({ wire }) => this.fitsOnWire(type, wire))?.key ?? null;
  }

  /** Moves what is selected, with all that lies in frames among it. */
  nudge(dx: number, dy: number): void {
    const { items, reroutes, store, scene } = this.#session;
    const keys = items.selected().map(({ key }) => key);
    const grouped = items.groupedItems(keys, store.selectedNodes);
    if (grouped.nodes.size + grouped.items.length === 0) {
      if (keys.length > 0) this.#session.ui.notify(words.frames.staysPut);
      return;
    }
    const operations = [...grouped.nodes].flatMap((nodeId): PatchOperation[] => {
      const box = scene.boxOf(nodeId);
      const position = box && { x: Math.round(box.x + dx), y: Math.round(box.y + dy) };
      return position ? [{ op: 'moveNode', nodeId, position }] : [];
    });
    const positions = new Map(
      operations.flatMap((operation) =>
        operation.op === 'moveNode' && operation.position
          ? [[operation.nodeId, operation.position] as const]
          : [],
      ),
    );
    const rects = new Map(
      grouped.items.map(({ key, rect }) => [key, { ...rect, x: rect.x + dx, y: rect.y + dy }] as const),
    );
    store.applyEdit(t.nudge, operations, {
      mergeKey: `nudge ${[...grouped.nodes, ...rects.keys()].join(' ')}`,
      canvas: [...items.rectOperations(rects), ...reroutes.moveOperations(positions)],
    });
  }

  #selectedBoxes(): Box[] {
    return [...this.#session.store.selectedNodes].flatMap((id) => this.#session.scene.box(id) ?? []);
  }
  align(alignment: Alignment): void {
    this.#session.apply(t.align, align(this.#selectedBoxes(), alignment));
  }
  distribute(axis: 'x' | 'y'): void {
    this.#session.apply(t.distribute, distribute(this.#selectedBoxes(), axis));
  }
  /**
   * Lays out the selection, or everything when fewer than two nodes are selected. What lies in frames stays in them; those
   * that are locked or hold what is not laid out stay as they are.
   */
  autoLayout(): void {
    const { items, reroutes, scene, states, store } = this.#session;
    const selected = this.#selectedBoxes();
    const boxes = selected.length > 1 ? selected : [...scene.boxes()];
    if (boxes.length < 2) return;
    const ids = new Set(boxes.map(({ id }) => id));
    const notes = new Map<string, ItemBox>();
    const frames = items.all().flatMap((item): FrameGroup[] => {
      if (item.kind !== 'frames' || item.collapsed) return [];
      const contents = items.grouped([item.key], []);
      const isComplete =
        contents.nodes.size > 0 &&
        [...contents.nodes].every((id) => ids.has(id) && !states.isLocked(id)) &&
        !contents.items.some((entry) => items.isLocked(entry) || entry.collapsed);
      if (!isComplete) return [];
      for (const entry of contents.items) if (entry.kind === 'notes') notes.set(entry.key, entry);
      const nested = contents.items.filter(({ key, kind }) => key !== item.key && kind !== 'lines');
      return [{ id: item.key, ...item.rect, holds: [...contents.nodes, ...nested.map(({ key }) => key)] }];
    });
    const noteBoxes = [...notes.values()].map(({ key, rect }) => ({ id: key, ...rect }));
    const positions = arrangedInFrames([...boxes, ...noteBoxes], store.getGraph().connections, frames, {
      margin: FRAME_MARGIN,
      title: TITLE_HEIGHT,
    });
    const canvas = [...items.rectOperations(positions), ...reroutes.clearOperations(ids)];
    const operations = boxes.flatMap((box) => {
      const at = positions.get(box.id);
      return at ? move(box, at.x, at.y) : [];
    });
    if (this.#session.apply(t.arrange, operations, { canvas })) {
      if (selected.length < 2) this.#session.view.fitAll(() => scene.visibleRects());
    }
  }
}
