import { words } from '#renderer/words/index.ts';
import { contains, union, type XY } from '../geometry.ts';
import { pasteOperations, toClip, type Paste } from '../model/clip.ts';
import { snapped } from '../model/editing.ts';
import { copiedGroups, instancesAmong } from '../model/clip-groups.ts';
import { itemKey } from '../scene/canvas-places.ts';
import { isOf } from '../scene/reroute-points.ts';
import type { SessionCore } from './session-core.ts';
import { clipPosition, sizeOfClip } from './place-clip.ts';
import { addTextNode } from './text-node.ts';

const t = words.editorSession.sessionClipboard;

/** What has no ids on the clipboard. */
const CLIP_KINDS = ['frames', 'notes', 'lines'] as const;

/** Copying, cutting, pasting and duplicating nodes, frames, notes and lines. */
export class SessionClipboard {
  readonly #session: SessionCore;
  constructor(session: SessionCore) {
    this.#session = session;
  }

  /** What is selected as clipboard text; null when nothing is. */
  selectionText(): string | null {
    const { store, items } = this.#session;
    const selected = items.selected();
    if (store.selectedNodes.size + selected.length === 0) return null;
    // With a frame goes what lies in it.
    const { nodes, items: all } = items.grouped(
      selected.map(({ key }) => key),
      store.selectedNodes,
    );
    const frames = all.flatMap(({ kind, id }) => (kind === 'frames' ? (items.frame(id) ?? []) : []));
    // On the clipboard items have no ids: a collapsed frame names them by their places there.
    const clipKeys = new Map<string, string>();
    for (const itemKind of CLIP_KINDS) {
      const ofKind = all.filter(({ kind }) => kind === itemKind);
      for (const [index, { key }] of ofKind.entries()) clipKeys.set(key, itemKey(itemKind, String(index)));
    }
    const notes = all.flatMap(({ kind, id }) => (kind === 'notes' ? (items.note(id) ?? []) : []));
    const lines = all.flatMap(({ kind, id }) => (kind === 'lines' ? (items.line(id) ?? []) : []));
    const { nodes: nodeStates } = store.canvas.items;
    const states = Object.fromEntries(
      [...nodes].flatMap((id) =>
        Object.hasOwn(nodeStates, id) && nodeStates[id] ? [[id, nodeStates[id]]] : [],
      ),
    );
    const reroutes = Object.fromEntries(
      Object.entries(store.canvas.items.reroutes).filter(([key, { from }]) => {
        const wire = store.getWire(key);
        return wire !== undefined && nodes.has(wire.to[0]) && nodes.has(from[0]) && isOf({ from }, wire.from);
      }),
    );
    const copied = frames.map((frame) =>
      frame.collapsed
        ? {
            ...frame,
            collapsed: {
              nodes: frame.collapsed.nodes.filter((id) => nodes.has(id)),
              items: frame.collapsed.items.flatMap((key) => clipKeys.get(key) ?? []),
            },
          }
        : frame,
    );
    const instances = instancesAmong(all.map(({ key }) => key));
    const groups = copiedGroups(store.canvas, nodes, instances, clipKeys);
    return toClip(store.getGraph(), nodes, { frames: copied, notes, lines, states, reroutes, ...groups });
  }
  #notifyCopied(): void {
    const { items, store, ui } = this.#session;
    const count = store.selectedNodes.size;
    if (items.selected().length > 0) ui.notify(t.copiedSelection);
    else ui.notify(count === 1 ? t.copiedNode : t.copiedNodes(count));
  }

  /** Answers the browser's own copy. @returns whether there was something to copy. */
  copyToTransfer(data: Pick<DataTransfer, 'setData'>): boolean {
    const text = this.selectionText();
    if (text === null) return false;
    data.setData('text/plain', text);
    this.#notifyCopied();
    return true;
  }
  /** Answers the browser's own cut. @returns whether there was something to cut. */
  cutToTransfer(data: Pick<DataTransfer, 'setData'>): boolean {
    const text = this.selectionText();
    if (text === null) return false;
    data.setData('text/plain', text);
    this.#session.deleteSelection();
    return true;
  }
  async copy(): Promise<void> {
    if (await this.#write()) this.#notifyCopied();
  }
  async cut(): Promise<void> {
    if (await this.#write()) this.#session.deleteSelection();
  }
  /** @returns whether the selected nodes are on the clipboard; says why when a browser refuses. */
  async #write(): Promise<boolean> {
    const text = this.selectionText();
    if (text === null) return false;
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      this.#session.ui.notify(t.noCopiedBrowserDoes);
      return false;
    }
  }
  /**
   * Puts nodes, or a text node with any other text, where they cover nothing, near the pointer or else the middle of the view.
   * Says why when nothing can be pasted.
   * @param at where exactly, instead. Canvas units.
   * @param as what the step is called, and types whose nodes are left out.
   */
  pasteText(text: string, at?: XY, as: { label?: string; leaveOut?: ReadonlySet<string> } = {}): void {
    const { items, scene, snapToGrid, store, ui, view } = this.#session;
    const paste = pasteOperations(
      text,
      (clip, corner) =>
        snapped(at ?? clipPosition(this.#session, sizeOfClip(this.#session, clip, corner)), snapToGrid),
      (id) => store.getNode(id) !== undefined,
      as.leaveOut,
      store.navigation.groupPath,
    );
    if (!paste.ok) {
      const problem = paste.isText ? addTextNode(this.#session, text, at) : paste.problem;
      if (problem !== null) ui.notify(problem);
      return;
    }
    const many = paste.ids.length;
    const { canvas } = paste;
    const label = canvas.some(({ kind }) => CLIP_KINDS.some((itemKind) => itemKind === kind))
      ? 'paste'
      : t.paste(many === 1 ? t.node : t.nodes(many));
    if (!this.#session.apply(as.label ?? label, paste.operations, { canvas })) return;
    this.#select(paste);
    const pasted = union([
      ...paste.ids.flatMap((id) => scene.box(id) ?? []),
      ...items.selected().map(({ rect }) => rect),
    ]);
    const visible = view.visible();
    const fits = pasted && pasted.width <= visible.width && pasted.height <= visible.height;
    if (fits && !contains(visible, pasted)) view.centerOn(pasted);
    // What is larger than the view is shown from its upper left.
    else if (pasted && !fits) view.bringIn(pasted);
  }
  /** Selects what was pasted. */
  #select({ ids, instances, canvas }: Extract<Paste, { ok: true }>): void {
    const inGroups = new Set(canvas.flatMap(({ kind, id }) => (kind === 'members' ? [id] : [])));
    const keys = [
      ...canvas.flatMap(({ kind, id }) =>
        CLIP_KINDS.flatMap((itemKind) => (itemKind === kind ? [itemKey(itemKind, id)] : [])),
      ),
      ...instances.map((id) => itemKey('instances', id)),
    ].filter((key) => !inGroups.has(key));
    this.#session.items.select(keys, ids);
  }
  /** @param at where exactly. Canvas units. */
  async paste(at?: XY): Promise<void> {
    try {
      this.pasteText(await navigator.clipboard.readText(), at);
    } catch {
      this.#session.ui.notify(t.noPastedBrowserDoes);
    }
  }
  /** @param offset how far right and below its original a copy stands. Canvas units. */
  duplicate(offset = 32): void {
    const { items, scene, store } = this.#session;
    const clip = this.selectionText();
    const boxes = [
      ...[...store.selectedNodes].flatMap((id) => scene.box(id) ?? []),
      ...items.selected().map(({ rect }) => rect),
    ];
    if (clip === null || boxes.length === 0) return;
    const left = Math.min(...boxes.map((box) => box.x));
    const top = Math.min(...boxes.map((box) => box.y));
    const copy = pasteOperations(
      clip,
      () => ({ x: left + offset, y: top + offset }),
      (id) => store.getNode(id) !== undefined,
      undefined,
      store.navigation.groupPath,
    );
    if (copy.ok && this.#session.apply(t.duplicate, copy.operations, { canvas: copy.canvas }))
      this.#select(copy);
  }
}
