import { PIN_BASES, type PinBase } from '#shared/graph/pin-type.ts';
import type { NodeRunState } from '#renderer/model/node-run-state.ts';
import type { WireKey } from '../model/editor-store.ts';
import { HEADER, NODE_WIDTH } from '../scene/node-layout.ts';
import type { NodeBox, Scene, WireShape } from '../scene/scene.ts';
import type { Rect } from '../scene/spatial-index.ts';
import { isMounted, type Detail } from '../scene/view-controller.ts';
import type { CanvasColours } from './colours.ts';

/** What the painter asks about a node beyond its box. */
export interface NodeFacts {
  title(nodeId: string): string;
  run(nodeId: string): NodeRunState | undefined;
  selected(nodeId: string): boolean;
  /** A loaded picture for its preview. */
  picture(nodeId: string): CanvasImageSource | null;
  /** What it says in a line when it shows no picture: its result, else what it holds. */
  line(nodeId: string): string | null;
  /** How far an upload into it is, 0 to 1; null without one. */
  upload(nodeId: string): number | null;
}

export interface Emphasis {
  /** Wires drawn bright; the others fade to `others`. */
  wires: ReadonlySet<WireKey>;
  others: number;
}

export interface Painting {
  scene: Scene;
  colours: CanvasColours;
  /** What to paint, canvas units; the context is set up so that one unit is one unit. */
  area: Rect;
  zoom: number;
  detail: Detail;
  emphasis: Emphasis | null;
  facts: NodeFacts;
}

const GRID = 24;

/** Dots, wires and, below the zoom where nodes are elements, nodes. */
export function paintScene(context: CanvasRenderingContext2D, painting: Painting): void {
  paintDots(context, painting);
  paintWires(context, painting);
  if (isMounted(painting.detail)) return;
  for (const box of painting.scene.nodesIn(painting.area)) paintNode(context, painting, box);
}

function paintDots(context: CanvasRenderingContext2D, { area, zoom, colours }: Painting): void {
  // Fewer dots when small, so that they never become a grey haze.
  let step = GRID;
  while (step * zoom < 14) step *= 2;
  const size = 1.4 / zoom;
  context.fillStyle = colours.dot;
  const left = Math.ceil(area.x / step) * step;
  const top = Math.ceil(area.y / step) * step;
  for (let y = top; y < area.y + area.height; y += step) {
    for (let x = left; x < area.x + area.width; x += step)
      context.fillRect(x - size / 2, y - size / 2, size, size);
  }
}

function trace(context: CanvasRenderingContext2D, { curve }: WireShape, straight: boolean): void {
  const { from, to, reach } = curve;
  context.moveTo(from.x, from.y);
  if (straight) context.lineTo(to.x, to.y);
  else context.bezierCurveTo(from.x + reach, from.y, to.x - reach, to.y, to.x, to.y);
}

function paintWires(context: CanvasRenderingContext2D, painting: Painting): void {
  const { scene, colours, area, zoom, detail, emphasis } = painting;
  // One order of hues, whatever part is painted: where wires cross, the same one is above.
  const byBase = new Map<PinBase, { plain: WireShape[]; bright: WireShape[] }>(
    PIN_BASES.map((base) => [base, { plain: [], bright: [] }]),
  );
  for (const shape of scene.wiresIn(area)) {
    const group = byBase.get(shape.base);
    if (emphasis?.wires.has(shape.key)) group?.bright.push(shape);
    else group?.plain.push(shape);
  }
  const straight = detail === 'tile';
  const width = Math.max(2, 1.2 / zoom);
  context.lineCap = 'round';
  for (const [base, { plain }] of byBase) {
    if (plain.length === 0) continue;
    context.globalAlpha = emphasis ? emphasis.others : 0.85;
    context.strokeStyle = colours.pin[base];
    context.lineWidth = width;
    // One path a hue: the number of strokes does not grow with the number of wires.
    context.beginPath();
    for (const shape of plain) trace(context, shape, straight);
    context.stroke();
  }
  context.globalAlpha = 1;
  for (const [base, { bright }] of byBase) {
    if (bright.length === 0) continue;
    context.strokeStyle = colours.pin[base];
    context.lineWidth = width * 1.6;
    context.beginPath();
    for (const shape of bright) trace(context, shape, straight);
    context.stroke();
  }
}

/** The hue of a node drawn as a tile: of what it makes, else of what it takes. */
const hueOf = (box: NodeBox): PinBase =>
  box.layout.outputs[0]?.type.base ?? box.layout.inputs[0]?.type.base ?? 'any';

/** The corner of a node, canvas units, and the least that is drawn round. Pixels. */
const CORNER = 10;
const LEAST_CORNER = 1.5;

const mixed = new Map<string, string>();
/** A colour that covers a node by a little more than half: one fill in the place of two. */
function overNode(hue: string, node: string): string {
  const key = `${hue} ${node}`;
  let colour = mixed.get(key);
  if (colour === undefined) {
    colour = `color-mix(in srgb, ${hue} 55%, ${node})`;
    mixed.set(key, colour);
  }
  return colour;
}

/** One node on the canvas: a tile of its hue, or title and picture. */
export function paintNode(context: CanvasRenderingContext2D, painting: Painting, box: NodeBox): void {
  const { colours, zoom, detail, facts } = painting;
  const { x, y, width, height } = box;
  const run = facts.run(box.id);
  const selected = facts.selected(box.id);
  const hue = colours.pin[hueOf(box)];
  context.lineWidth = (selected ? 2 : 1) / zoom;
  context.strokeStyle = selected ? colours.accent : run?.phase === 'failed' ? colours.error : colours.line;
  if (detail === 'tile') {
    const failed = run?.phase === 'failed';
    context.fillStyle = overNode(failed ? colours.error : hue, colours.node);
    const framed = selected || failed;
    if (CORNER * zoom < LEAST_CORNER) {
      // Thousands of tiles: a rectangle costs a twentieth of what a path does, and nobody sees such a corner.
      context.fillRect(x, y, width, height);
      if (framed) context.strokeRect(x, y, width, height);
    } else {
      context.beginPath();
      context.roundRect(x, y, width, height, CORNER);
      context.fill();
      if (framed) context.stroke();
    }
    paintProgress(context, painting, box, run);
    return;
  }
  context.beginPath();
  context.roundRect(x, y, width, height, CORNER);
  context.fillStyle = colours.node;
  context.fill();
  context.stroke();
  // Large enough to be read at this zoom: about 12 pixels on the screen, cut to the node's width.
  const size = Math.min(34, Math.max(14, 12 / zoom));
  const band = Math.max(HEADER, size * 1.5);
  paintBody(context, painting, box, band);
  context.fillStyle = hue;
  context.fillRect(x + 12, y + band / 2 - size * 0.36, size * 0.2, size * 0.72);
  context.font = `550 ${size}px ${colours.font}`;
  context.fillStyle = colours.text;
  context.textBaseline = 'middle';
  context.fillText(cut(facts.title(box.id), size, NODE_WIDTH - 44), x + 14 + size * 0.45, y + band / 2 + 1);
  paintProgress(context, painting, box, run);
}

/** All below the title: the picture as large as it goes, a quiet sign where one will be, or what the node says. */
function paintBody(
  context: CanvasRenderingContext2D,
  { colours, zoom, facts }: Painting,
  box: NodeBox,
  band: number,
): void {
  const into = { x: box.x + 6, y: box.y + band, width: box.width - 12, height: box.height - band - 6 };
  if (into.height < 8) return;
  if (box.layout.preview) {
    const picture = facts.picture(box.id);
    context.fillStyle = picture ? colours.backing : colours.surface;
    context.beginPath();
    context.roundRect(into.x, into.y, into.width, into.height, 6);
    context.fill();
    if (!picture) return paintPictureSign(context, colours, into);
    context.save();
    context.clip();
    paintInside(context, picture, into);
    context.restore();
    return;
  }
  const line = facts.line(box.id);
  const size = Math.min(26, 11 / zoom);
  if (line === null || line === '' || into.height < size * 1.4) return;
  context.font = `400 ${size}px ${colours.font}`;
  context.fillStyle = colours.faint;
  context.textBaseline = 'middle';
  const rows = Math.max(1, Math.min(3, Math.floor((into.height - 8) / (size * 1.35))));
  const width = into.width - 12;
  const shown: string[] = [];
  let rest = line.replaceAll(/\s+/g, ' ').trim();
  while (rest !== '' && shown.length < rows) {
    const fits = shown.length === rows - 1 ? rest : rest.slice(0, fitting(rest, size, width));
    shown.push(cut(fits, size, width));
    rest = rest.slice(fits.length).trimStart();
  }
  const middle = into.y + into.height / 2;
  for (const [row, text] of shown.entries()) {
    context.fillText(text, into.x + 6, middle + (row - (shown.length - 1) / 2) * size * 1.35);
  }
}

/** A frame with a hill and a sun: here a picture will be. */
function paintPictureSign(
  context: CanvasRenderingContext2D,
  colours: CanvasColours,
  { x, y, width, height }: Rect,
): void {
  const size = Math.min(52, height * 0.5);
  const left = x + (width - size) / 2;
  const top = y + (height - size * 0.8) / 2;
  context.strokeStyle = colours.line;
  context.lineWidth = size / 14;
  context.lineJoin = 'round';
  context.beginPath();
  context.roundRect(left, top, size, size * 0.8, size * 0.1);
  context.moveTo(left + size * 0.4, top + size * 0.27);
  context.arc(left + size * 0.3, top + size * 0.27, size * 0.1, 0, Math.PI * 2);
  context.moveTo(left + size * 0.12, top + size * 0.72);
  context.lineTo(left + size * 0.56, top + size * 0.36);
  context.lineTo(left + size * 0.9, top + size * 0.72);
  context.stroke();
}

function paintProgress(
  context: CanvasRenderingContext2D,
  { colours, zoom, facts }: Painting,
  box: NodeBox,
  run: NodeRunState | undefined,
): void {
  const upload = facts.upload(box.id);
  if (upload !== null) {
    context.fillStyle = colours.line;
    context.fillRect(box.x, box.y - 6 / zoom, box.width, 3 / zoom);
    context.fillStyle = colours.text;
    context.fillRect(box.x, box.y - 6 / zoom, box.width * upload, 3 / zoom);
  }
  if (!run) return;
  if (run.phase === 'running') {
    context.fillStyle = colours.accent;
    context.fillRect(box.x, box.y - 6 / zoom, box.width * (run.progress ?? 0.4), 3 / zoom);
  } else if (run.phase === 'done' || run.phase === 'reused') {
    context.fillStyle = colours.ok;
    context.beginPath();
    context.arc(box.x + box.width - 16, box.y + HEADER / 2, 5, 0, Math.PI * 2);
    context.fill();
  }
}

/** Letters of scripts that are as wide as they are high, and signs like them. */
const isWide = (code: number): boolean => code >= 0x1100 && (code < 0x1200 || code >= 0x2e80);

/** How many letters of a text fit a width at a size, by average letter widths: measuring each costs a frame. */
function fitting(text: string, size: number, width: number): number {
  let left = width / size;
  let letters = 0;
  for (const letter of text) {
    left -= isWide(letter.codePointAt(0) ?? 0) ? 1 : 0.54;
    if (left < 0) return letters;
    letters += letter.length;
  }
  return letters;
}

const cutTexts = new Map<string, string>();
/** Cuts a text to what fits a width at a size. */
export function cut(text: string, size: number, width: number): string {
  const key = `${Math.round(width / size)} ${text}`;
  const known = cutTexts.get(key);
  if (known !== undefined) return known;
  if (cutTexts.size > 5000) cutTexts.clear();
  const most = fitting(text, size, width);
  const short = most >= text.length ? text : `${text.slice(0, fitting(text, size, width - size)).trimEnd()}…`;
  cutTexts.set(key, short);
  return short;
}

function paintInside(context: CanvasRenderingContext2D, picture: CanvasImageSource, into: Rect): void {
  const size =
    picture instanceof HTMLImageElement
      ? { width: picture.naturalWidth, height: picture.naturalHeight }
      : picture instanceof ImageBitmap
        ? { width: picture.width, height: picture.height }
        : into;
  if (size.width === 0 || size.height === 0) return;
  const scale = Math.min(into.width / size.width, into.height / size.height);
  const width = size.width * scale;
  const height = size.height * scale;
  context.drawImage(
    picture,
    into.x + (into.width - width) / 2,
    into.y + (into.height - height) / 2,
    width,
    height,
  );
}
