import { contains, grow, intersects, union, type Rect } from '../scene/spatial-index.ts';
import { detailAt, isMounted, type View, type ViewController } from '../scene/view-controller.ts';
import type { Scene } from '../scene/scene.ts';
import type { CanvasColours } from './colours.ts';
import { paintScene, type Emphasis, type NodeFacts, type Painting } from './paint-scene.ts';

/** How far the bitmap reaches beyond the view on each side, as a share of the view. */
const MARGIN = 0.35;
/** The most pixels the bitmap may have; on dense screens the margin gives way first. */
const MOST_PIXELS = 9_000_000;
/** After the last step of a zoom the bitmap is drawn sharp again. Milliseconds. */
const SETTLE = 90;
/** How far lines and signs of a node or wire reach beyond its rectangle. Pixels, and canvas units. */
const REACH = { pixels: 12, units: 4 };
/** The share of the bitmap from which on drawing it whole costs no more than drawing the parts. */
const MOST_PATCHED = 0.5;
/** The most parts that are drawn one by one. */
const MOST_PATCHES = 48;

/**
 * Everything that is not an element, on one canvas beneath: drawn once, larger than the view, then only moved and
 * scaled while the view stays inside it.
 */
export class BitmapLayer {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #view: ViewController;
  readonly #scene: Scene;
  readonly #facts: NodeFacts;
  #colours: CanvasColours;
  #emphasis: Emphasis | null = null;
  /** The view the bitmap was drawn for, and the document area it holds. */
  #drawn: { view: View; area: Rect; screen: number } | null = null;
  #frame = 0;
  /** What is to be drawn in the next frame: everything, else these parts. */
  #whole = false;
  #stale: Rect[] = [];
  #settle: ReturnType<typeof setTimeout> | undefined;
  /** How many times the whole bitmap was drawn, and parts of it: what tests look at. */
  draws = 0;
  patches = 0;

  constructor(
    canvas: HTMLCanvasElement,
    scene: Scene,
    view: ViewController,
    facts: NodeFacts,
    colours: CanvasColours,
  ) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d');
    this.#scene = scene;
    this.#view = view;
    this.#facts = facts;
    this.#colours = colours;
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#settle);
  }
  recolour(colours: CanvasColours): void {
    this.#colours = colours;
    this.invalidate();
  }
  emphasise(emphasis: Emphasis | null): void {
    if (sameEmphasis(emphasis, this.#emphasis)) return;
    this.#emphasis = emphasis;
    this.invalidate();
  }

  /** Draws everything anew in the next frame. */
  invalidate(): void {
    this.#whole = true;
    this.#soon();
  }

  /** What lies in a rectangle of the document looks different: draws that anew in the next frame. */
  touch(area: Rect): void {
    const { zoom } = this.#view.view;
    if (!this.#whole) this.#stale.push(grow(area, REACH.pixels / zoom + REACH.units));
    if (this.#stale.length > MOST_PATCHES) this.#whole = true;
    this.#soon();
  }

  #soon(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #paint(): void {
    const drawn = this.#drawn;
    const isCurrent =
      drawn !== null &&
      !this.#whole &&
      drawn.view.zoom === this.#view.view.zoom &&
      drawn.screen === (window.devicePixelRatio || 1);
    if (!isCurrent) return this.draw();
    const parts = this.#stale.filter((part) => intersects(part, drawn.area));
    const share = parts.reduce((sum, part) => sum + part.width * part.height, 0);
    if (share > drawn.area.width * drawn.area.height * MOST_PATCHED) return this.draw();
    this.#stale = [];
    for (const part of joined(parts)) this.#patch(part, drawn);
  }

  /** Draws a part of the bitmap anew, on whole pixels, so that its edge cannot be told from the rest. */
  #patch(part: Rect, { area, screen, view }: { area: Rect; screen: number; view: View }): void {
    const context = this.#context;
    if (!context) return;
    this.patches += 1;
    const ratio = view.zoom * screen;
    const left = Math.floor((part.x - area.x) * ratio);
    const top = Math.floor((part.y - area.y) * ratio);
    const width = Math.ceil((part.x + part.width - area.x) * ratio) - left;
    const height = Math.ceil((part.y + part.height - area.y) * ratio) - top;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    context.clearRect(left, top, width, height);
    context.setTransform(ratio, 0, 0, ratio, -area.x * ratio, -area.y * ratio);
    const cleared = {
      x: area.x + left / ratio,
      y: area.y + top / ratio,
      width: width / ratio,
      height: height / ratio,
    };
    paintScene(context, this.#painting(grow(cleared, REACH.pixels / view.zoom + REACH.units)));
    context.restore();
  }

  /** Follows the view: moves the bitmap, or draws it anew when the view left it. */
  follow(view: View): void {
    const drawn = this.#drawn;
    if (
      !drawn ||
      !contains(drawn.area, this.#view.visible()) ||
      detailAt(view.zoom) !== detailAt(drawn.view.zoom)
    ) {
      this.draw();
      return;
    }
    this.#place(view);
    if (view.zoom === drawn.view.zoom) return;
    if (view.zoom / drawn.view.zoom > 2.5) {
      this.draw();
      return;
    }
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.invalidate(), SETTLE);
  }

  #place(view: View): void {
    const drawn = this.#drawn;
    if (!drawn) return;
    const scale = view.zoom / drawn.view.zoom;
    const left = drawn.area.x * view.zoom + view.x;
    const top = drawn.area.y * view.zoom + view.y;
    this.#canvas.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
  }

  #painting(area: Rect): Painting {
    const { zoom } = this.#view.view;
    return {
      scene: this.#scene,
      colours: this.#colours,
      area,
      zoom,
      detail: detailAt(zoom),
      emphasis: this.#emphasis,
      facts: this.#facts,
    };
  }

  draw(): void {
    const context = this.#context;
    if (!context) return;
    clearTimeout(this.#settle);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#whole = false;
    this.#stale = [];
    this.draws += 1;
    const { size, view } = this.#view;
    const screen = window.devicePixelRatio || 1;
    const pixels = size.width * size.height * screen * screen;
    const margin = Math.min(MARGIN, Math.max(0.05, (Math.sqrt(MOST_PIXELS / pixels) - 1) / 2));
    const area = this.#view.visible(margin);
    const width = Math.ceil(area.width * view.zoom * screen);
    const height = Math.ceil(area.height * view.zoom * screen);
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
      this.#canvas.style.width = `${width / screen}px`;
      this.#canvas.style.height = `${height / screen}px`;
    }
    const ratio = view.zoom * screen;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    context.setTransform(ratio, 0, 0, ratio, -area.x * ratio, -area.y * ratio);
    paintScene(context, this.#painting(area));
    this.#drawn = { view, area, screen };
    this.#place(view);
  }

  /** A node's run state or picture changed: paints where it stands, if nodes are drawn at all. */
  repaint(nodeId: string): void {
    const box = this.#scene.box(nodeId);
    if (box && !isMounted(detailAt(this.#view.view.zoom))) this.touch(box);
  }
}

function sameEmphasis(a: Emphasis | null, b: Emphasis | null): boolean {
  if (a === b) return true;
  if (a === null || b === null || a.others !== b.others || a.wires.size !== b.wires.size) return false;
  for (const wire of a.wires) if (!b.wires.has(wire)) return false;
  return true;
}

/** Rectangles of which those that meet are one: nothing is drawn twice. */
function joined(rects: readonly Rect[]): Rect[] {
  const found: Rect[] = [];
  for (const rect of rects) {
    let whole = rect;
    for (let place = found.findIndex((one) => intersects(one, whole)); place >= 0;) {
      whole = union([found[place]!, whole]) ?? whole;
      found.splice(place, 1);
      place = found.findIndex((one) => intersects(one, whole));
    }
    found.push(whole);
  }
  return found;
}
