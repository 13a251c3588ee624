import { grow, intersects, union, type Rect } from '../../geometry.ts';
import type { Scene } from '../../scene/scene.ts';
import type { CanvasColors } from './canvas-colors.ts';

/** Pixels of the overview on the page. */
export const OVERVIEW = { width: 184, height: 116 };
/** Room around the nodes. Canvas units. */
const PADDING = 60;
/** The least side of a node. Pixels. */
const MIN_SIDE = 2;
/** How much larger or smaller than drawn the nodes are shown while the view moves. */
const MAX_SCALE = 1.4;
/** So many nodes are shown one by one as selected or not. */
const INDIVIDUAL_LIMIT = 8;
/** With so many nodes a selection of more than a few is shown when all has come to rest. */
const MANY = 500;

/** Where the document lies in the overview: pixels = units × scale + offset. */
export interface OverviewFrame {
  scale: number;
  x: number;
  y: number;
}

function frameOf(area: Rect): OverviewFrame {
  const scale = Math.min(OVERVIEW.width / area.width, OVERVIEW.height / area.height);
  return {
    scale,
    x: (OVERVIEW.width - area.width * scale) / 2 - area.x * scale,
    y: (OVERVIEW.height - area.height * scale) / 2 - area.y * scale,
  };
}

/**
 * The whole document small, with the view as a frame in it. The nodes are drawn on a bitmap of their own: moving the view
 * moves and scales that, and a node that changes is painted alone, so that neither costs more in a larger document.
 */
export class Overview {
  readonly #context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
  readonly #scene: Scene;
  readonly #isSelected: (nodeId: string) => boolean;
  #colors: CanvasColors;
  /** The nodes, drawn for `frame` at `screen` device pixels a pixel; null when they are to be drawn. */
  #nodes: { bitmap: OffscreenCanvas; frame: OverviewFrame; screen: number; area: Rect } | null = null;
  /** Whether what is selected is still to be shown. */
  #isOutdated = false;
  /** How many times all nodes were drawn: what tests look at. */
  draws = 0;

  constructor(
    context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
    scene: Scene,
    isSelected: (nodeId: string) => boolean,
    colors: CanvasColors,
  ) {
    this.#context = context;
    this.#scene = scene;
    this.#isSelected = isSelected;
    this.#colors = colors;
  }

  recolor(colors: CanvasColors): void {
    this.#colors = colors;
    this.#nodes = null;
  }

  /** These nodes are selected now or no longer. */
  mark(nodeIds: ReadonlySet<string>): void {
    if (nodeIds.size > INDIVIDUAL_LIMIT && this.#scene.size > MANY) {
      this.#isOutdated = true;
      return;
    }
    const boxes = [...nodeIds].flatMap((id) => this.#scene.box(id) ?? []);
    const bounds = nodeIds.size > INDIVIDUAL_LIMIT ? union(boxes) : null;
    for (const area of bounds ? [bounds] : boxes) this.touch(area);
  }

  /** Something in a rectangle of the document changed. */
  touch(area: Rect): void {
    const nodes = this.#nodes;
    if (!nodes) return;
    const bounds = this.#scene.bounds();
    const { frame, screen, bitmap } = nodes;
    if (!bounds || !sameRect(bounds, nodes.area)) {
      this.#nodes = null;
      return;
    }
    const context = bitmap.getContext('2d');
    if (!context) return;
    // On whole pixels, with those that a least side makes larger.
    const left = Math.floor((area.x * frame.scale + frame.x) * screen) - 1;
    const top = Math.floor((area.y * frame.scale + frame.y) * screen) - 1;
    const width = Math.ceil((area.width * frame.scale + MIN_SIDE) * screen) + 3;
    const height = Math.ceil((area.height * frame.scale + MIN_SIDE) * screen) + 3;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    context.clearRect(left, top, width, height);
    context.setTransform(screen, 0, 0, screen, 0, 0);
    this.#paint(context, frame, grow(area, (MIN_SIDE + 3) / frame.scale));
    context.restore();
  }

  /**
   * @param isSettled all has come to rest: nodes that were shown larger or smaller than drawn, or not as they are selected,
   * are drawn anew.
   * @returns where the document lies now, for finding the point of a click.
   */
  draw(view: Rect, screen: number, isSettled: boolean): OverviewFrame | null {
    const context = this.#context;
    const { width, height } = OVERVIEW;
    if (context.canvas.width !== width * screen || context.canvas.height !== height * screen) {
      context.canvas.width = width * screen;
      context.canvas.height = height * screen;
    }
    context.setTransform(screen, 0, 0, screen, 0, 0);
    context.clearRect(0, 0, width, height);
    const all = this.#scene.bounds();
    const bounds = all ? union([all, view]) : view;
    if (!bounds) return null;
    const frame = frameOf(grow(bounds, PADDING));
    if (all) {
      const ratio = this.#nodes ? frame.scale / this.#nodes.frame.scale : 0;
      const most = isSettled ? 1.001 : MAX_SCALE;
      if (isSettled && this.#isOutdated) this.#nodes = null;
      if (this.#nodes?.screen !== screen || ratio > most || ratio < 1 / most) {
        this.#drawNodes(all, frame, screen);
      }
      const nodes = this.#nodes;
      if (nodes) {
        const scale = frame.scale / nodes.frame.scale;
        context.drawImage(
          nodes.bitmap,
          frame.x - nodes.frame.x * scale,
          frame.y - nodes.frame.y * scale,
          width * scale,
          height * scale,
        );
      }
    }
    context.strokeStyle = this.#colors.text;
    context.lineWidth = 1;
    context.strokeRect(
      Math.round(view.x * frame.scale + frame.x) + 0.5,
      Math.round(view.y * frame.scale + frame.y) + 0.5,
      Math.round(view.width * frame.scale) - 1,
      Math.round(view.height * frame.scale) - 1,
    );
    return frame;
  }

  #drawNodes(area: Rect, frame: OverviewFrame, screen: number): void {
    this.draws += 1;
    this.#isOutdated = false;
    const bitmap =
      this.#nodes?.screen === screen
        ? this.#nodes.bitmap
        : new OffscreenCanvas(OVERVIEW.width * screen, OVERVIEW.height * screen);
    const context = bitmap.getContext('2d');
    if (!context) return;
    context.setTransform(screen, 0, 0, screen, 0, 0);
    context.clearRect(0, 0, OVERVIEW.width, OVERVIEW.height);
    this.#paint(context, frame, area);
    this.#nodes = { bitmap, frame, screen, area };
  }

  #paint(context: OffscreenCanvasRenderingContext2D, { scale, x, y }: OverviewFrame, area: Rect): void {
    for (const box of this.#scene.nodesIn(area)) {
      const selected = this.#isSelected(box.id);
      context.fillStyle = selected ? this.#colors.accent : this.#colors.kind[box.layout.kind];
      context.globalAlpha = selected ? 1 : 0.55;
      context.fillRect(
        box.x * scale + x,
        box.y * scale + y,
        Math.max(MIN_SIDE, box.width * scale),
        Math.max(MIN_SIDE, box.height * scale),
      );
    }
    context.globalAlpha = 0.55;
    context.fillStyle = this.#colors.text;
    for (const { rect } of this.#scene.tiles.all().values()) {
      if (!intersects(rect, area)) continue;
      const [width, height] = [rect.width * scale, rect.height * scale];
      context.fillRect(
        rect.x * scale + x,
        rect.y * scale + y,
        Math.max(MIN_SIDE, width),
        Math.max(MIN_SIDE, height),
      );
    }
    context.globalAlpha = 1;
  }
}

const sameRect = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
