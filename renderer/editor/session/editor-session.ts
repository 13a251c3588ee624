import { inputKey } from '#shared/graph/keys.ts';
import { addNodeAt } from './place-node.ts';
import type { EditableInputValue, PatchOperation } from '#shared/api/index.ts';
import type { Upload } from '#shared/desk/index.ts';
import { coalesceCanvas } from '#shared/canvas/operations.ts';
import { coalesce } from '#shared/graph/coalesce.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import type { Applied, GraphNode, PinRef } from '#shared/graph/types.ts';
import type { UploadQueue } from '#renderer/uploads/index.ts';
import { noteAdoption } from '#renderer/ui/adoptions.ts';
import { textInputs } from '#shared/graph-saving/index.ts';
import { inSentence, words } from '#renderer/words/index.ts';
import type { XY } from '../geometry.ts';
import type { Catalog } from '../model/catalog.ts';
import { firstFit, newNodeId, removeOperations, snapped } from '../model/editing.ts';
import type { EditOptions } from '../model/editor-store.ts';
import type { Locked } from '../model/locked-parts.ts';
import type { HistoryStep } from '../model/history.ts';
import type { StepOutcome } from '../model/step-outcome.ts';
import type { EditorPorts } from '../ports.ts';
import { isItemKind } from '../scene/canvas-places.ts';
import { NodeDetail } from './node-detail.ts';
import { Scene } from '../scene/scene.ts';
import { ViewController } from '../scene/view-controller.ts';
import { historyOwner, type LoadedDocument } from '../sync/open-document.ts';
import type { TimerClock } from '#shared/language/clock.ts';
import { SyncDriver } from '../sync/sync-driver.ts';
import { EditorPreferences } from './editor-preferences.ts';
import { stepNodeRects } from './step-places.ts';
import { TypeUses } from './type-uses.ts';
import { EditorUi } from './editor-ui.ts';
import { FileNames } from './file-names.ts';
import { followDesk, followWindow } from './follow-surroundings.ts';
import { NodeEstimates } from './node-expectations.ts';
import { ItemsInView } from './items-in-view.ts';
import { ListFlow } from './list-flow.ts';
import { NodeStates } from './node-states.ts';
import { PinPicking } from './pin-picking.ts';
import { RunOutlook } from './run-outlook.ts';
import { SessionArranging } from './session-arranging.ts';
import { SessionClipboard } from './session-clipboard.ts';
import type { NewNodeOptions, SessionCore } from './session-core.ts';
import { GroupDifferences } from './group-differences.ts';
import { SessionGroups } from './session-groups.ts';
import { SessionItems } from './session-items.ts';
import { SessionKeys } from './session-keys.ts';
import { SessionReroutes } from './session-reroutes.ts';
import { SessionLibrary } from './session-library.ts';
import { SessionSnippets } from './session-snippets.ts';
import { SessionStore } from './session-store.ts';
import { adoptUpload, createUploads } from './session-uploads.ts';
import { SessionWiring } from './session-wiring.ts';
import { StateToggles } from './state-toggles.ts';

const t = words.editorSession.editorSession;

const REMOTE_GESTURE = t.anotherWindowMiddleChange;

/** One open project: document, geometry, view, saving, uploads, and the gestures that need several of them. */
export class EditorSession implements SessionCore {
  readonly ports: EditorPorts;
  readonly name: string;
  readonly catalog: Catalog;
  readonly store: SessionStore;
  readonly scene: Scene;
  readonly states: NodeStates;
  readonly keys: SessionKeys;
  readonly outlook: RunOutlook;
  readonly lists: ListFlow;
  readonly itemsInView = new ItemsInView();
  readonly expectations = new NodeEstimates();
  readonly picking = new PinPicking();
  readonly view = new ViewController();
  readonly detail: NodeDetail;
  readonly ui = new EditorUi();
  readonly wiring: SessionWiring;
  readonly arranging: SessionArranging;
  readonly clipboard: SessionClipboard;
  readonly snippets: SessionSnippets;
  readonly items: SessionItems;
  readonly groups: SessionGroups;
  readonly groupDifferences: GroupDifferences;
  readonly library: SessionLibrary;
  readonly toggles: StateToggles;
  readonly reroutes: SessionReroutes;
  readonly sync: SyncDriver;
  readonly uploads: UploadQueue;
  readonly warnings: readonly string[];
  readonly recovered: number;
  /** When the document was known that the session began with; null when the service gave it. */
  readonly cachedAt: string | null;
  /** Names of files this computer has seen, by id. */
  readonly fileNames: FileNames;
  readonly preferences = new EditorPreferences();
  readonly typeUses: TypeUses;
  readonly #cleanups: (() => void)[] = [];

  constructor(ports: EditorPorts, loaded: LoadedDocument, catalog: Catalog, clock?: TimerClock) {
    this.ports = ports;
    this.fileNames = new FileNames(ports);
    this.typeUses = new TypeUses(ports);
    this.name = loaded.name;
    this.warnings = loaded.notice === null ? loaded.warnings : [loaded.notice, ...loaded.warnings];
    this.cachedAt = loaded.cachedAt;
    // Of a project that is gone they wait, which is said where it can be recreated.
    const broughtBack = loaded.isMissing ? [] : loaded.left;
    this.recovered =
      coalesce(broughtBack.flatMap((entry) => entry.operations)).length +
      coalesceCanvas(broughtBack.flatMap((entry) => entry.canvas ?? [])).length;
    this.catalog = catalog;
    this.store = new SessionStore(loaded.graph, catalog, loaded.canvas);
    this.scene = new Scene(this.store, catalog);
    this.detail = new NodeDetail(this.view, (id) => this.scene.box(id));
    this.states = new NodeStates(this.store, catalog);
    this.store.onLocked((locked) => this.#notifyLocked(locked));
    this.keys = new SessionKeys(this.store, catalog, this.states);
    this.outlook = new RunOutlook(this);
    this.lists = new ListFlow(this.store, catalog);
    this.wiring = new SessionWiring(this);
    this.arranging = new SessionArranging(this);
    this.clipboard = new SessionClipboard(this);
    this.items = new SessionItems(this);
    this.groups = new SessionGroups(this);
    this.groupDifferences = new GroupDifferences(this.store);
    this.library = new SessionLibrary(this, this.groups, ports);
    this.reroutes = new SessionReroutes(this);
    this.toggles = new StateToggles(this);
    this.snippets = new SessionSnippets(this, this.clipboard, ports.snippets);
    this.sync = new SyncDriver({
      ports,
      opened: loaded,
      screen: {
        adopt: (graph, canvas) => {
          noteAdoption();
          this.store.adoptRemote(graph, canvas);
        },
        rename: (ids) => this.store.renameNodes(ids),
        notify: (message) => this.ui.notify(message),
        history: this.store.history,
      },
      isText: textInputs(catalog),
      ...(clock ? { clock } : {}),
    });
    this.store.history.open(loaded.history, historyOwner(ports.journal, loaded));
    this.store.history.onChange((change) => this.sync.noteHistory(change));
    this.store.saveWith(() => this.sync.flush());
    this.uploads = createUploads(this);
    this.#cleanups.push(
      this.store.onEdit(({ label, operations, canvas }) => this.sync.edited(label, operations, canvas)),
      this.store.subscribe(({ edited }) => {
        for (const id of edited) {
          const node = this.store.getNode(id);
          if (node) catalog.request(node.type);
        }
      }),
      ...followDesk(this),
      ...followWindow(this),
    );
  }

  get snapToGrid(): boolean {
    return this.preferences.get().snapToGrid;
  }

  /** Takes up uploads into this project that a page before this one began. */
  adoptUploads(uploads: readonly Upload[]): void {
    for (const upload of uploads) adoptUpload(this, upload);
  }

  dispose(): void {
    for (const dispose of this.#cleanups.splice(0)) dispose();
    this.items.dispose();
    this.groupDifferences.dispose();
    this.scene.dispose();
    this.detail.dispose();
    this.outlook.dispose();
    this.uploads.dispose();
    this.sync.stop();
    this.ports.journal.leave();
  }

  /** Selects a node, opens the group it lies in, brings it into view and gives it the focus. */
  focusNode(nodeId: string): void {
    this.groups.reveal(nodeId);
    const box = this.scene.visibleRect(nodeId);
    if (!box) return;
    this.store.select([nodeId]);
    this.view.reveal(box);
  }

  titleOf(nodeId: string): string {
    const node = this.store.getNode(nodeId);
    return node ? this.titleOfNode(node) : t.deletedNode;
  }
  /** What a node is called, also one that is not in the graph. */
  titleOfNode({ type, title }: { type: string; title?: string | null | undefined }): string {
    return title || this.catalog.find(type)?.summary.title || type;
  }
  /** The name a file had when this computer saw it, else a plain word with its ending. */
  fileName(fileId: string): string {
    const ending = fileId.includes('.') ? (fileId.split('.').at(-1) ?? '') : '';
    return this.fileNames.get(fileId) ?? (ending ? t.file(ending.toUpperCase()) : t.file2);
  }
  pinLabel(nodeId: string, pin: string, side: 'input' | 'output'): string {
    const node = this.store.getNode(nodeId);
    const pins = node && this.catalog.pinsOf(node.type);
    // An output node gives what comes through its input, and has no pin for it.
    const list = side === 'input' ? pins?.inputs : pins && [...pins.outputs, ...pins.inputs];
    return list?.find((candidate) => candidate.name === pin)?.label ?? pin;
  }

  /** Sets an input; typing in one field merges into one undo step until `store.history.seal()`. */
  setInput(nodeId: string, input: string, value: EditableInputValue, mergeKey?: string): Applied {
    return this.store.applyEdit(
      t.changeInput(inSentence(this.pinLabel(nodeId, input, 'input'))),
      [{ op: 'setNodeInput', nodeId, input, value }],
      { mergeKey: mergeKey ?? `input ${nodeId} ${input}` },
    );
  }

  /** Renames a node; an empty title is none. Typing with one merge key is one undo step. */
  setTitle(nodeId: string, title: string, mergeKey?: string): void {
    const next = title.trim() || null;
    if ((this.store.getNode(nodeId)?.title ?? null) === next) return;
    const operations: PatchOperation[] = [{ op: 'setNodeTitle', nodeId, title: next }];
    const applied = this.store.applyEdit(t.rename, operations, mergeKey === undefined ? {} : { mergeKey });
    if (!applied.ok) this.ui.notify(applied.rejection.reason);
  }

  /** Adds a node with its top left corner at a point, selects it, and wires it where asked. */
  addNode(type: string, at: XY, options: NewNodeOptions = {}): string | null {
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
      const peerType = this.store.getNode(wireTo.pin[0])?.type ?? '';
      const fit =
        wireTo.side === 'output'
          ? firstFit(this.catalog, { type: peerType, pin: wireTo.pin[1] }, { type })
          : firstFit(this.catalog, { type }, { type: peerType, pin: wireTo.pin[1] });
      if (fit) {
        operations.push(
          wireTo.side === 'output'
            ? { op: 'connect', from: wireTo.pin, to: [id, fit.to] }
            : { op: 'connect', from: [id, fit.from], to: wireTo.pin },
        );
      }
    }
    const title = this.catalog.find(type)?.summary.title ?? type;
    const applied = this.apply(t.add(title), operations);
    if (!applied) return null;
    this.typeUses.note(type);
    if (options.select !== false) this.store.select([id]);
    return id;
  }

  /** Adds a node on a free place near the middle of the view, and shows it. */
  addNodeInView(type: string): string | null {
    return addNodeAt(this, type, null);
  }

  deleteSelection(): void {
    const nodes = this.store.selectedNodes;
    const wires = [...this.store.selectedWires].flatMap((key) => this.store.getWire(key) ?? []);
    const groups = this.groups.removal();
    const canvas = [...this.items.removeOperations(), ...groups.canvas];
    if (nodes.size === 0 && wires.length === 0 && canvas.length === 0) return;
    const removed = removeOperations(this.store.getGraph(), nodes, wires, this.catalog);
    const { rejoined } = removed;
    const operations = [...removed.operations, ...groups.operations];
    const count = nodes.size;
    const label =
      canvas.length > 0
        ? t.deleteStep
        : count === 0
          ? t.disconnectStep
          : count === 1
            ? t.deleteNode
            : t.deleteNodes(count);
    const tiles = this.items
      .selected()
      .filter((item) => item.kind === 'frames' && item.collapsed === true && !this.items.isLocked(item));
    const isExpanded = tiles.flatMap((tile) => this.items.nodesIn(tile)).some((id) => !nodes.has(id));
    if (!this.apply(label, operations, { canvas })) return;
    if (isExpanded) this.ui.notify(words.frames.shownAgain);
    else if (rejoined > 0) {
      this.ui.notify(rejoined === 1 ? t.wireJoinedRetry : t.wiresJoinedRetry(rejoined));
    }
  }

  selectAll(): void {
    this.items.select(
      this.items.all().map(({ key }) => key),
      // What lies in groups is selected with them.
      this.store.getGraph().nodes.flatMap(({ id }) => (this.groups.isVisible(id) ? [id] : [])),
    );
  }
  /** The service has changed the project for us: brings the change in as one step that undo takes back. */
  appliedByService(label: string, operations: readonly PatchOperation[]): void {
    this.store.expectRemote(label, operations);
    void this.sync.poll();
  }
  undo(): void {
    if (this.store.history.hasRemoteGesture) this.ui.notify(REMOTE_GESTURE);
    else this.#applyStep(t.reverted, this.store.history.nextUndo, () => this.store.undo());
  }
  redo(): void {
    if (this.store.history.hasRemoteGesture) this.ui.notify(REMOTE_GESTURE);
    else this.#applyStep(t.redone, this.store.history.nextRedo, () => this.store.redo());
  }
  #applyStep(label: string, next: HistoryStep | null, pop: () => StepOutcome | null): void {
    const before = this.items.positions();
    const nodesBefore = stepNodeRects(this.scene, next);
    const step = pop();
    if (!step) return;
    this.groups.revealStep(step.touched);
    this.view.show([
      // Where nodes were that it took away, too.
      ...step.touched.flatMap((id) => this.scene.visibleRect(id) ?? nodesBefore.get(id) ?? []),
      ...step.items.flatMap((item) => this.items.visibleAt(item, before) ?? []),
    ]);
    if (step.skipped === 0) return this.ui.notify(`${label}: ${step.label}`);
    this.ui.notify(step.applied > 0 ? t.butChangedSince(label, step.label) : t.leftChangedSince(step.label));
  }

  #notifyLocked({ nodes, items }: Locked): void {
    const names = [
      ...items.flatMap(({ kind, id }) => (isItemKind(kind) ? this.items.labelOf({ kind, id }) : [])),
      ...nodes.map((id) => this.titleOf(id)),
    ];
    this.ui.notify(words.frames.isLocked(names, items.length > 0));
  }

  /** Reads an input's pin type from the catalog; `any` when unknown. */
  inputType(nodeId: string, input: string) {
    const node = this.store.getNode(nodeId);
    const pins = node && this.catalog.pinsOf(node.type);
    return parsePinType(pins?.inputs.find((pin) => pin.name === input)?.type);
  }

  selectWire(to: PinRef): void {
    this.store.select([], [inputKey(to)]);
  }

  apply(label: string, operations: readonly PatchOperation[], options: EditOptions = {}): boolean {
    if (operations.length + (options.canvas?.length ?? 0) === 0) return false;
    const applied = this.store.applyEdit(label, operations, options);
    // What is locked is said with its name.
    if (!applied.ok && applied.rejection.code !== 'LOCKED') this.ui.notify(applied.rejection.reason);
    return applied.ok;
  }
}
