import { inputKey } from '#shared/graph/keys.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { words } from '#renderer/words/index.ts';
import type { WireKey } from '../../model/editor-store.ts';
import { svgPath } from '../../scene/wire-geometry.ts';
import type { EditorSession } from '../../session/editor-session.ts';

const t = words.editorCanvas.runningWires;

/** A node that runs for less is done before anybody looks. Milliseconds. */
const SHOW_DELAY_MS = 400;
/** As many as are told apart; moving paths cost frames. */
const MAX_WIRES = 40;
/** Pixels on the screen. */
const WIDTH = 3;
const SVG = 'http://www.w3.org/2000/svg';

/** Shows what flows into the nodes that run: moving marks along their wires, above the drawing of the wires. */
export class RunningWires {
  readonly #session: EditorSession;
  readonly #runTable: NodeRunTable;
  readonly #group: SVGGElement;
  /** Nodes that run, with what shows them after a while; null once they are shown. */
  readonly #nodes = new Map<string, ReturnType<typeof setTimeout> | null>();
  readonly #paths = new Map<WireKey, SVGPathElement>();

  constructor(session: EditorSession, runTable: NodeRunTable, group: SVGGElement) {
    this.#session = session;
    this.#runTable = runTable;
    this.#group = group;
  }

  /** A node's run went on; null for a table that changed as a whole. */
  followRun(nodeId: string | null): void {
    const ids = nodeId === null ? this.#session.store.getGraph().nodes.map(({ id }) => id) : [nodeId];
    for (const id of ids) {
      const runs = this.#runTable.get(id)?.phase === 'running';
      if (runs === this.#nodes.has(id)) continue;
      if (runs)
        this.#nodes.set(
          id,
          setTimeout(() => this.#show(id), SHOW_DELAY_MS),
        );
      else this.#drop(id);
    }
  }

  /** The document changed, or nodes were moved. */
  followScene(): void {
    if (this.#nodes.size > 0) this.#trace();
  }

  followView(): void {
    if (this.#paths.size > 0) this.#updateTransform();
  }

  dispose(): void {
    for (const id of this.#nodes.keys()) this.#drop(id);
  }

  #show(id: string): void {
    this.#nodes.set(id, null);
    this.#trace();
  }

  #drop(id: string): void {
    const timer = this.#nodes.get(id);
    this.#nodes.delete(id);
    if (timer === null) this.#trace();
    else clearTimeout(timer);
  }

  #trace(): void {
    const { store, scene } = this.#session;
    const visibleIds = [...this.#nodes].flatMap(([id, timer]) => (timer === null ? [id] : []));
    const keys = new Set(
      visibleIds.flatMap((id) => store.wiresOf(id).flatMap(({ to }) => (to[0] === id ? [inputKey(to)] : []))),
    );
    const all = [...keys].slice(0, MAX_WIRES).flatMap((key) => scene.shape(key) ?? []);
    const shapes = all.filter(({ tags }) => tags === null);
    const activeKeys = new Set(shapes.map(({ key }) => key));
    for (const [key, path] of this.#paths) {
      if (activeKeys.has(key)) continue;
      path.remove();
      this.#paths.delete(key);
    }
    for (const { key, curve } of shapes) {
      const path = this.#paths.get(key) ?? this.#group.appendChild(document.createElementNS(SVG, 'path'));
      this.#paths.set(key, path);
      path.setAttribute('d', svgPath(curve));
    }
    this.#group.ownerSVGElement?.toggleAttribute('data-shown', this.#paths.size > 0);
    if (this.#paths.size > 0) this.#updateTransform();
  }

  #updateTransform(): void {
    const { x, y, zoom } = this.#session.view.view;
    this.#group.setAttribute('transform', t.translateScale(x, y, zoom));
    // One width on the screen, near and far.
    this.#group.setAttribute('stroke-width', `${WIDTH / zoom}`);
    this.#group.style.setProperty('--dash', `${10 / zoom}`);
  }
}
