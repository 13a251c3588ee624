import type { Rect } from '../scene/spatial-index.ts';
import { contains } from '../scene/spatial-index.ts';
import { detailAt, isMounted, type View, type ViewController } from '../scene/view-controller.ts';
import type { Scene } from '../scene/scene.ts';
import type { CanvasColours } from './colours.ts';
import { paintNode, paintScene, type Emphasis, type NodeFacts, type Painting } from './paint-scene.ts';

/** How far the bitmap reaches beyond the view on each side, as a share of the view. */
const MARGIN = 0.35;
/** The most pixels the bitmap may have; on dense screens the margin gives way first. */
const MOST_PIXELS = 9_000_000;
/** After the last step of a zoom the bitmap is drawn sharp again. Milliseconds. */
const SETTLE = 90;

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
  #drawn: { view: View; area: Rect; ratio: number } | null = null;
  #frame = 0;
  #settle: ReturnType<typeof setTimeout> | undefined;
  /** How many times the whole bitmap was drawn: what benchmarks and tests look at. */
  draws = 0;

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
    if (emphasis === null && this.#emphasis === null) return;
    this.#emphasis = emphasis;
    this.invalidate();
  }

  /** Draws anew in the next frame. */
  invalidate(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.draw();
    });
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
    this.#drawn = { view, area, ratio };
    this.#place(view);
  }

  /** A node's run state or picture changed: paints that node alone where nodes are drawn at all. */
  repaint(nodeId: string): void {
    const drawn = this.#drawn;
    const box = this.#scene.box(nodeId);
    if (!this.#context || !drawn || !box || isMounted(detailAt(this.#view.view.zoom))) return;
    if (drawn.view.zoom !== this.#view.view.zoom) return this.invalidate();
    // Its progress line stands above it.
    const spot = {
      x: box.x - 2,
      y: box.y - 10 / drawn.view.zoom,
      width: box.width + 4,
      height: 9 / drawn.view.zoom,
    };
    this.#context.clearRect(spot.x, spot.y, spot.width, spot.height);
    paintNode(this.#context, this.#painting(drawn.area), box);
  }
}
