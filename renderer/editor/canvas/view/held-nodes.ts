import { inputKey } from '#shared/graph/keys.ts';
import { PIN_BASES } from '#shared/graph/pin-type.ts';
import type { WireKey } from '../../model/editor-store.ts';
import { pinToken } from '#renderer/fields/pin-token.ts';
import { words } from '#renderer/words/index.ts';
import type { WireShape } from '../../scene/scene.ts';
import { isMounted } from '../../scene/view-controller.ts';
import { svgPath } from '../../scene/wire-geometry.ts';
import { stableArea } from '../overlays/steady-area.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import type { BitmapLayer } from '../painting/bitmap-layer.ts';
import { listStyle, wireStyle } from '../painting/paint-scene.ts';
import { cssTranslate } from './window-nodes.ts';

const t = words.editorCanvas.nodes;

/** So many held elements are layers of their own: more would cost more than they save. */
const MAX_LAYERS = 8;
/** With more wires than this the bitmap draws them after all: as many paths would cost more. */
const MAX_WIRES = 200;
const SVG = 'http://www.w3.org/2000/svg';

/** What a wire is drawn with: a line, and where it carries a list what parts it into two. */
interface WirePaths {
  line: SVGPathElement;
  gap: SVGPathElement | null;
}

function strokedPath(color: string): SVGPathElement {
  const path = document.createElementNS(SVG, 'path');
  path.style.stroke = color;
  return path;
}

/**
 * Shows what a drag holds, where nodes are elements: each element is moved by its own transform, and its wires are paths
 * above the bitmap. So a move of the pointer neither renders a node nor draws on the bitmap.
 */
export class DraggedNodes {
  readonly #session: EditorSession;
  readonly #layer: BitmapLayer;
  readonly #stage: Element;
  readonly #group: SVGGElement;
  readonly #steady = document.createElementNS(SVG, 'rect');
  #elements = new Map<string, HTMLElement>();
  #paths = new Map<WireKey, WirePaths>();
  #active = false;

  constructor(session: EditorSession, layer: BitmapLayer, stage: Element, group: SVGGElement) {
    this.#session = session;
    this.#layer = layer;
    this.#stage = stage;
    this.#group = group;
    this.#steady.setAttribute('fill', 'none');
  }

  /** Whether the bitmap need not follow these nodes: all of them are held, and shown here. */
  shows(nodes: ReadonlySet<string>): boolean {
    if (!this.#active) return false;
    for (const id of nodes) if (!this.#session.scene.held.has(id)) return false;
    return true;
  }

  /** The scene changed: brings elements and paths to where their nodes and wires are. */
  follow(): void {
    const { scene, view } = this.#session;
    const dragged = isMounted(view.detail) ? [...scene.held.keys()] : [];
    this.#moveElements(dragged);
    const shapes = dragged.length === 0 ? [] : this.#wiresOf(dragged);
    // Tags of wires that go by name are drawn on the bitmap alone.
    const asPaths = shapes.length <= MAX_WIRES && shapes.every(({ tags }) => tags === null);
    this.#active = dragged.length > 0 && asPaths;
    this.#trace(this.#active ? shapes : []);
  }

  /** The view moved. */
  followView(): void {
    if (this.#session.scene.held.size === 0) return;
    if (this.#active !== isMounted(this.#session.view.detail)) this.follow();
    this.#updateTransform();
  }

  #updateTransform(): void {
    const { x, y, zoom } = this.#session.view.view;
    this.#group.setAttribute('transform', t.translateScale(x, y, zoom));
    for (const [name, value] of Object.entries(stableArea(this.#session.view)))
      this.#steady.setAttribute(name, `${value}`);
    for (const [key, { line, gap }] of this.#paths) {
      const { width, opacity } = wireStyle(this.#layer.highlight, key, zoom);
      const list = listStyle(width, zoom);
      line.setAttribute('stroke-width', `${gap ? list.width : width}`);
      line.setAttribute('opacity', `${opacity}`);
      gap?.setAttribute('stroke-width', `${list.gap}`);
    }
  }

  #moveElements(dragged: readonly string[]): void {
    const before = this.#elements;
    this.#elements = new Map();
    for (const id of dragged) {
      const element =
        before.get(id) ??
        this.#stage.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
      if (element?.isConnected) this.#elements.set(id, element);
    }
    const isLayered = this.#elements.size <= MAX_LAYERS;
    for (const [id, element] of before) if (!this.#elements.has(id)) element.removeAttribute('data-held');
    for (const element of this.#elements.values()) element.toggleAttribute('data-held', isLayered);
    // Those that were let go stand where the document has them: back where they came from after Escape.
    for (const [id, element] of new Map([...before, ...this.#elements])) {
      const box = this.#session.scene.box(id);
      if (box) element.style.transform = cssTranslate(box);
    }
  }

  #wiresOf(dragged: readonly string[]): WireShape[] {
    const { store, scene } = this.#session;
    const keys = new Set<WireKey>();
    for (const id of dragged) for (const wire of store.wiresOf(id)) keys.add(inputKey(wire.to));
    return [...keys].flatMap((key) => scene.shape(key) ?? []);
  }

  #trace(shapes: readonly WireShape[]): void {
    const isSame = shapes.length === this.#paths.size && shapes.every(({ key }) => this.#paths.has(key));
    if (!isSame) {
      this.#layer.omit(new Set(shapes.map(({ key }) => key)));
      this.#paths = new Map();
      // One order of hues, as on the bitmap: where wires cross, the same one is above.
      for (const { key, base, wire } of shapes.toSorted(
        (a, b) => PIN_BASES.indexOf(a.base) - PIN_BASES.indexOf(b.base),
      )) {
        const isList = this.#session.lists.depthOf(...wire.from) > 0;
        this.#paths.set(key, {
          line: strokedPath(`var(${pinToken(base)})`),
          gap: isList ? strokedPath('var(--canvas)') : null,
        });
      }
      const paths = [...this.#paths.values()].flatMap(({ line, gap }) => (gap ? [line, gap] : [line]));
      this.#group.replaceChildren(...(shapes.length > 0 ? [this.#steady] : []), ...paths);
      this.#group.ownerSVGElement?.toggleAttribute('data-shown', shapes.length > 0);
      this.#updateTransform();
    }
    for (const { key, curve } of shapes) {
      const { line, gap } = this.#paths.get(key) ?? {};
      for (const path of [line, gap]) path?.setAttribute('d', svgPath(curve));
    }
  }
}
