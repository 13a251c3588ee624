import type { EditableInputValue, PatchOperation } from '#shared/api/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import type { Applied, GraphConnection, GraphNode, PinRef } from '#shared/graph/types.ts';
import { whyNotConnect } from '#shared/graph/connect.ts';
import { applyWhatFits } from '#shared/graph/operations.ts';
import type { Upload } from '#shared/desk/index.ts';
import { UploadQueue } from '#renderer/uploads/index.ts';
import { align, autoLayout, distribute, type Alignment, type Placed } from '../model/arrange.ts';
import { Catalogue } from '../model/catalogue.ts';
import { coalesce } from '../model/coalesce.ts';
import {
  fileIdOf,
  firstFit,
  insertion,
  newNodeId,
  pasting,
  removal,
  snapped,
  toClip,
  valueFor,
} from '../model/editing.ts';
import { EditorStore, wireKeyOf } from '../model/editor-store.ts';
import type { EditorPorts } from '../ports.ts';
import { Scene } from '../scene/scene.ts';
import { ViewController } from '../scene/view-controller.ts';
import type { XY } from '../scene/wire-geometry.ts';
import { openDocument, SyncDriver, type OpenedDocument, type SyncClock } from '../sync/sync-driver.ts';
import { EditorUi } from './editor-ui.ts';

/** The store as other rooms see it: the graph, edits, and a promise of the version that holds them. */
export class SessionStore extends EditorStore {
  #flush: () => Promise<number> = () => Promise.reject(new Error('Nothing saves this document.'));
  /** @internal Set by the session once saving works. */
  saveWith(flush: () => Promise<number>): void {
    this.#flush = flush;
  }
  /** Saves what is waiting. @returns the version that holds every edit made before the call. */
  flush(): Promise<number> {
    return this.#flush();
  }
}

/** One open project: document, geometry, view, saving, uploads, and the gestures that need several of them. */
export class EditorSession {
  readonly ports: EditorPorts;
  readonly name: string;
  readonly catalogue: Catalogue;
  readonly store: SessionStore;
  readonly scene: Scene;
  readonly view = new ViewController();
  readonly ui = new EditorUi();
  readonly sync: SyncDriver;
  readonly uploads: UploadQueue;
  readonly warnings: readonly string[];
  readonly recovered: number;
  /** Names of files this computer has seen, by id. */
  readonly fileNames = new Map<string, string>();
  navigation: 'mouse' | 'trackpad' = 'mouse';
  snapToGrid = true;
  readonly #ends: (() => void)[] = [];
  #pasted = 0;

  constructor(ports: EditorPorts, opened: OpenedDocument, catalogue: Catalogue, clock?: SyncClock) {
    this.ports = ports;
    this.name = opened.name;
    this.warnings = opened.notice === null ? opened.warnings : [opened.notice, ...opened.warnings];
    this.recovered = coalesce(opened.left.flatMap((entry) => entry.operations)).length;
    this.catalogue = catalogue;
    this.store = new SessionStore(opened.graph, catalogue);
    this.scene = new Scene(this.store, catalogue);
    this.sync = new SyncDriver({
      ports,
      opened,
      adopt: (graph) => this.store.adoptRemote(graph),
      tell: (message) => this.ui.say(message),
      ...(clock ? { clock } : {}),
    });
    this.store.saveWith(() => this.sync.flush());
    this.uploads = new UploadQueue(ports, (nodeId, input, base, fileId) => {
      const node = this.store.getNode(nodeId);
      if (!node || fileIdOf(node.inputs?.[input]) === fileId) return;
      // No merge key of typing: each file is a step of its own.
      this.setInput(nodeId, input, valueFor(base, fileId), `upload ${fileId}`);
    });
    this.#ends.push(
      this.store.onEdit(({ label, operations }) => this.sync.edited(label, operations)),
      this.store.subscribe(({ nodes }) => {
        for (const id of nodes) {
          const node = this.store.getNode(id);
          if (node) catalogue.want(node.type);
        }
      }),
      ports.subscribe((event) => {
        if (event.type === 'local-service' && event.status.state === 'running') this.sync.wake();
        if (event.type === 'settings') this.#takeSettings(event.settings);
        if (event.type === 'upload' && event.upload.fileId) {
          this.fileNames.set(event.upload.fileId, event.upload.filename);
        }
      }),
    );
    ports.settings().then(
      (settings) => this.#takeSettings(settings),
      () => undefined,
    );
    if (typeof window !== 'undefined') {
      const look = (): void => {
        if (document.visibilityState === 'visible') this.sync.look();
        else void this.store.flush().catch(() => undefined);
      };
      const online = (): void => this.sync.wake();
      window.addEventListener('focus', look);
      window.addEventListener('online', online);
      document.addEventListener('visibilitychange', look);
      this.#ends.push(() => {
        window.removeEventListener('focus', look);
        window.removeEventListener('online', online);
        document.removeEventListener('visibilitychange', look);
      });
    }
  }

  #takeSettings(settings: { navigation: 'mouse' | 'trackpad'; snapToGrid: boolean }): void {
    if (this.navigation !== settings.navigation || this.snapToGrid !== settings.snapToGrid) {
      this.navigation = settings.navigation;
      this.snapToGrid = settings.snapToGrid;
      this.ui.set({ inspectorAsked: this.ui.get().inspectorAsked });
    }
  }

  /** Takes up uploads into this project that a page before this one began. */
  adoptUploads(uploads: readonly Upload[]): void {
    for (const upload of uploads) {
      const { nodeId, input } = upload;
      if (upload.connectionId !== this.ports.connectionId || upload.projectId !== this.ports.projectId)
        continue;
      const node = nodeId === null ? undefined : this.store.getNode(nodeId);
      if (!node || input === null) continue;
      const held = fileIdOf(node.inputs?.[input]) !== null;
      this.uploads.adopt(upload, this.inputType(node.id, input).base, held);
    }
  }

  dispose(): void {
    for (const end of this.#ends.splice(0)) end();
    this.scene.dispose();
    this.uploads.dispose();
    this.sync.stop();
    this.ports.journal.leave();
  }

  /** Selects a node, brings it into view and gives it the focus. */
  focusNode(nodeId: string): void {
    const box = this.scene.box(nodeId);
    if (!box) return;
    this.store.select([nodeId]);
    this.view.reveal(box);
  }

  titleOf(nodeId: string): string {
    const node = this.store.getNode(nodeId);
    if (!node) return 'Node';
    return node.title || this.catalogue.find(node.type)?.summary.title || node.type;
  }
  /** The name a file had when this computer saw it, else a plain word with its ending. */
  fileName(fileId: string): string {
    const ending = fileId.includes('.') ? (fileId.split('.').at(-1) ?? '') : '';
    return this.fileNames.get(fileId) ?? (ending ? `${ending.toUpperCase()} file` : 'File');
  }
  pinLabel(nodeId: string, pin: string, side: 'input' | 'output'): string {
    const node = this.store.getNode(nodeId);
    const pins = node && this.catalogue.pinsOf(node.type);
    const list = side === 'input' ? pins?.inputs : pins?.outputs;
    return list?.find((known) => known.name === pin)?.label ?? pin;
  }

  /** Sets an input; typing in one field merges into one undo step until `store.history.seal()`. */
  setInput(nodeId: string, input: string, value: EditableInputValue, mergeKey?: string): Applied {
    return this.store.applyEdit(
      `change ${this.pinLabel(nodeId, input, 'input').toLowerCase()}`,
      [{ op: 'setNodeInput', nodeId, input, value }],
      { mergeKey: mergeKey ?? `input ${nodeId} ${input}` },
    );
  }

  setTitle(nodeId: string, title: string): void {
    const text = title.trim();
    this.#apply('rename', [{ op: 'setNodeTitle', nodeId, title: text === '' ? null : text }]);
  }

  /** Adds a node with its top left corner at a point, selects it, and wires it where asked. */
  addNode(
    type: string,
    at: XY,
    options: {
      wireTo?: { side: 'output' | 'input'; pin: PinRef } | null;
      inputs?: Record<string, EditableInputValue>;
      title?: string;
      select?: boolean;
    } = {},
  ): string | null {
    const id = newNodeId(type, (candidate) => this.store.getNode(candidate) !== undefined);
    const node: GraphNode = {
      id,
      type,
      title: options.title ?? null,
      position: snapped(at, this.snapToGrid),
      inputs: options.inputs ?? {},
    };
    const operations: PatchOperation[] = [{ op: 'addNode', node }];
    const { wireTo } = options;
    if (wireTo) {
      const otherType = this.store.getNode(wireTo.pin[0])?.type ?? '';
      const fit =
        wireTo.side === 'output'
          ? firstFit(this.catalogue, { type: otherType, pin: wireTo.pin[1] }, { type })
          : firstFit(this.catalogue, { type }, { type: otherType, pin: wireTo.pin[1] });
      if (fit) {
        operations.push(
          wireTo.side === 'output'
            ? { op: 'connect', from: wireTo.pin, to: [id, fit.to] }
            : { op: 'connect', from: [id, fit.from], to: wireTo.pin },
        );
      }
    }
    const title = this.catalogue.find(type)?.summary.title ?? type;
    const applied = this.#apply(`add ${title}`, operations);
    if (!applied) return null;
    if (options.select !== false) this.store.select([id]);
    return id;
  }

  /** A reason in words when a wire cannot be made, else null. */
  whyNot(from: PinRef, to: PinRef): string | null {
    return whyNotConnect(this.store.getGraph(), from, to, this.catalogue);
  }
  connect(from: PinRef, to: PinRef): boolean {
    return this.#apply('connect', [{ op: 'connect', from, to }]);
  }
  disconnect(wire: GraphConnection): void {
    this.#apply('disconnect', [{ op: 'disconnect', from: wire.from, to: wire.to }]);
  }
  /** Moves one end of a wire to another pin, as one step. */
  replug(wire: GraphConnection, from: PinRef, to: PinRef): boolean {
    return this.#apply('re-plug a wire', [
      { op: 'disconnect', from: wire.from, to: wire.to },
      { op: 'connect', from, to },
    ]);
  }
  /** The reason a wire cannot end elsewhere, judged as if it were unplugged. */
  whyNotReplug(wire: GraphConnection, from: PinRef, to: PinRef): string | null {
    const { graph } = applyWhatFits(this.store.getGraph(), [
      { op: 'disconnect', from: wire.from, to: wire.to },
    ]);
    return whyNotConnect(graph, from, to, this.catalogue);
  }

  deleteSelection(): void {
    const nodes = this.store.selectedNodes;
    const wires = [...this.store.selectedWires].flatMap((key) => this.store.getWire(key) ?? []);
    if (nodes.size === 0 && wires.length === 0) return;
    const { operations, rejoined } = removal(this.store.getGraph(), nodes, wires, this.catalogue);
    const count = nodes.size;
    const label = count === 0 ? 'disconnect' : count === 1 ? 'delete a node' : `delete ${count} nodes`;
    if (this.#apply(label, operations) && rejoined > 0) {
      this.ui.say(rejoined === 1 ? 'The wire was joined again.' : `${rejoined} wires were joined again.`);
    }
  }

  /** Moves nodes to where a drag left them; a single unwired node dropped on a wire goes into it. */
  moveTo(positions: ReadonlyMap<string, XY>): void {
    const operations: PatchOperation[] = [];
    for (const [nodeId, position] of positions) {
      const now = this.store.getNode(nodeId)?.position;
      if (now?.x !== position.x || now.y !== position.y)
        operations.push({ op: 'moveNode', nodeId, position });
    }
    if (operations.length === 0) return;
    const only = positions.size === 1 ? [...positions.keys()][0] : undefined;
    const inserted = only === undefined ? null : this.#insertionFor(only);
    if (inserted && this.#apply('insert into the wire', [...operations, ...inserted])) return;
    this.#apply(positions.size === 1 ? 'move' : `move ${positions.size} nodes`, operations);
  }

  /** An unwired node that lies on a wire it fits into goes into that wire. */
  insertIfOnWire(nodeId: string): void {
    const inserted = this.#insertionFor(nodeId);
    if (inserted) this.#apply('insert into the wire', inserted);
  }
  #insertionFor(nodeId: string): PatchOperation[] | null {
    const box = this.scene.box(nodeId);
    if (!box || this.store.wiresOf(nodeId).length > 0) return null;
    const strip = { x: box.x, y: box.y, width: box.width, height: Math.min(box.height, 120) };
    const shape = this.scene.wireUnder(strip, nodeId);
    return shape ? insertion(this.store.getGraph(), shape.wire, nodeId, this.catalogue) : null;
  }

  nudge(dx: number, dy: number): void {
    const operations = this.#selectedBoxes().map((box): PatchOperation => ({
      op: 'moveNode',
      nodeId: box.id,
      position: { x: Math.round(box.x + dx), y: Math.round(box.y + dy) },
    }));
    this.store.applyEdit('nudge', operations, {
      mergeKey: `nudge ${[...this.store.selectedNodes].join(' ')}`,
    });
  }

  #selectedBoxes(): Placed[] {
    return [...this.store.selectedNodes].flatMap((id) => this.scene.box(id) ?? []);
  }
  align(how: Alignment): void {
    this.#apply('align', align(this.#selectedBoxes(), how));
  }
  distribute(axis: 'x' | 'y'): void {
    this.#apply('distribute', distribute(this.#selectedBoxes(), axis));
  }
  /** Lays out the selection, or everything when fewer than two nodes are selected. */
  autoLayout(): void {
    const chosen = this.#selectedBoxes();
    const boxes = chosen.length > 1 ? chosen : [...this.scene.boxes()];
    if (this.#apply('tidy up', autoLayout(boxes, this.store.getGraph().connections))) {
      if (chosen.length < 2) this.view.fit(this.scene.bounds());
    }
  }

  /** The selected nodes as clipboard text; null when none is selected. */
  clipText(): string | null {
    const ids = this.store.selectedNodes;
    return ids.size === 0 ? null : toClip(this.store.getGraph(), ids);
  }
  async copy(): Promise<void> {
    if (this.store.selectedNodes.size === 0) return;
    await navigator.clipboard.writeText(toClip(this.store.getGraph(), this.store.selectedNodes));
    this.ui.say(`${this.store.selectedNodes.size} copied`);
  }
  async cut(): Promise<void> {
    await this.copy();
    this.deleteSelection();
  }
  /** @returns false when the text holds no nodes. */
  pasteText(text: string, at?: XY): boolean {
    this.#pasted = (this.#pasted + 1) % 12;
    const centre = this.view.centre;
    const place = at ?? { x: centre.x - 124 + this.#pasted * 24, y: centre.y - 80 + this.#pasted * 24 };
    const paste = pasting(
      text,
      snapped(place, this.snapToGrid),
      (id) => this.store.getNode(id) !== undefined,
    );
    if (!paste) return false;
    if (
      this.#apply(
        `paste ${paste.ids.length === 1 ? 'a node' : `${paste.ids.length} nodes`}`,
        paste.operations,
      )
    ) {
      this.store.select(paste.ids);
    }
    return true;
  }
  async paste(): Promise<void> {
    const text = await navigator.clipboard.readText();
    if (!this.pasteText(text)) this.ui.say('The clipboard holds no nodes.');
  }
  duplicate(): void {
    const boxes = this.#selectedBoxes();
    if (boxes.length === 0) return;
    const left = Math.min(...boxes.map((box) => box.x));
    const top = Math.min(...boxes.map((box) => box.y));
    const clip = toClip(this.store.getGraph(), this.store.selectedNodes);
    const copy = pasting(clip, { x: left + 32, y: top + 32 }, (id) => this.store.getNode(id) !== undefined);
    if (copy && this.#apply('duplicate', copy.operations)) this.store.select(copy.ids);
  }
  selectAll(): void {
    this.store.select(this.store.getGraph().nodes.map((node) => node.id));
  }
  /** The service has changed the project for us: brings the change in as one step that undo takes back. */
  appliedByService(label: string, operations: readonly PatchOperation[]): void {
    this.store.expectRemote(label, operations);
    this.sync.look();
  }
  undo(): void {
    const label = this.store.undo();
    if (label) this.ui.say(`Undone: ${label}`);
  }
  redo(): void {
    const label = this.store.redo();
    if (label) this.ui.say(`Redone: ${label}`);
  }

  /** Walks from the selected node: along wires to the sides, to the nearest node above or below. */
  walk(direction: 'left' | 'right' | 'up' | 'down'): void {
    const id = [...this.store.selectedNodes].at(-1);
    const box = id === undefined ? undefined : this.scene.box(id);
    if (id === undefined || !box) {
      const first = this.store.getGraph().nodes[0];
      if (first) this.focusNode(first.id);
      return;
    }
    if (direction === 'left' || direction === 'right') {
      const next = this.store
        .wiresOf(id)
        .flatMap((wire) => {
          const [end, other] = direction === 'left' ? [wire.to[0], wire.from[0]] : [wire.from[0], wire.to[0]];
          return end === id ? [other] : [];
        })
        .flatMap((other) => this.scene.box(other) ?? [])
        .sort((a, b) => Math.abs(a.y - box.y) - Math.abs(b.y - box.y))[0];
      if (next) this.focusNode(next.id);
      return;
    }
    const sign = direction === 'up' ? -1 : 1;
    let best: { id: string; cost: number } | null = null;
    for (const other of this.scene.boxes()) {
      const dy = (other.y - box.y) * sign;
      if (other.id === id || dy <= 0) continue;
      const cost = dy + Math.abs(other.x - box.x) * 2;
      if (!best || cost < best.cost) best = { id: other.id, cost };
    }
    if (best) this.focusNode(best.id);
  }

  /** Reads an input's pin type from the catalogue; `any` when unknown. */
  inputType(nodeId: string, input: string) {
    const node = this.store.getNode(nodeId);
    const pins = node && this.catalogue.pinsOf(node.type);
    return parsePinType(pins?.inputs.find((pin) => pin.name === input)?.type);
  }

  selectWire(to: PinRef): void {
    this.store.select([], [wireKeyOf(to)]);
  }

  #apply(label: string, operations: readonly PatchOperation[]): boolean {
    if (operations.length === 0) return false;
    const applied = this.store.applyEdit(label, operations);
    if (!applied.ok) this.ui.say(applied.refusal.reason);
    return applied.ok;
  }
}

/** Opens a project for editing. @throws what the service or the desktop process answered. */
export async function openSession(ports: EditorPorts, clock?: SyncClock): Promise<EditorSession> {
  try {
    const [opened, files, uploads] = await Promise.all([
      openDocument(ports),
      ports.listFiles().catch(() => []),
      ports.listUploads().catch(() => []),
    ]);
    const catalogue = new Catalogue(ports.api);
    await catalogue.loadTypes(opened.graph.nodes.map((node) => node.type));
    const session = new EditorSession(ports, opened, catalogue, clock);
    for (const file of files) session.fileNames.set(file.fileId, file.filename);
    session.sync.takeUpWhatWasLeft();
    session.adoptUploads(uploads);
    void catalogue.loadAll();
    return session;
  } catch (error) {
    // Else what was claimed would count as being in good hands until the page is gone.
    ports.journal.leave();
    throw error;
  }
}
