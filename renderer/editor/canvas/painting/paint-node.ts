import type { NodeRunState } from '#renderer/model/node-run-state.ts';
import { intersects, type Rect } from '../../geometry.ts';
import { HEADER, NODE_WIDTH } from '../../scene/node-layout.ts';
import type { NodeBox } from '../../scene/scene.ts';
import { hueOf } from '../../scene/node-layout.ts';
import type { CanvasColors } from './canvas-colors.ts';
import { paintBadges } from './paint-badges.ts';
import type { PaintContext, Painting } from './painting.ts';

/** The corner of a node, canvas units, and the least that is drawn round. Pixels. */
const CORNER = 10;
const MIN_CORNER = 1.5;

/**
 * Whether nodes are so small that they are plain rectangles: those cost a twentieth of what a path does, and nobody sees
 * such a corner. Thousands may be in view then, so what is selected is framed above all others by `paintFrames`: another
 * selection leaves the rest as it is.
 */
export const areSquares = (zoom: number): boolean => CORNER * zoom < MIN_CORNER;

/** How strong a picture is that the graph has outgrown. */
const OUTGROWN_ALPHA = 0.4;

/** Pixels on the screen of the edge of a node that runs: seen from across the room. */
const RUNNING_EDGE = 3;

/** Pixels on the screen; smaller words are not drawn. */
const MIN_TEXT = 9;

const mixed = new Map<string, string>();
/** A color that covers a node by a little more than half: one fill in the place of two. */
function overNode(hue: string, node: string): string {
  const key = `${hue} ${node}`;
  let color = mixed.get(key);
  if (color === undefined) {
    color = `color-mix(in srgb, ${hue} 55%, ${node})`;
    mixed.set(key, color);
  }
  return color;
}

/** So many nodes are looked through one by one; of more, those in an area are looked for. */
const FEW = 32;

/** The frames of small nodes that are selected. */
export function paintFrames(context: PaintContext, { scene, area, colors, zoom, facts }: Painting): void {
  const selection = facts.selection();
  context.lineWidth = 2 / zoom;
  context.strokeStyle = colors.accent;
  const boxes =
    selection.size > FEW
      ? scene.nodesIn(area)
      : [...selection].flatMap((id) => scene.box(id) ?? []).filter((box) => intersects(box, area));
  for (const { id, x, y, width, height } of boxes) {
    if (selection.has(id)) context.strokeRect(x, y, width, height);
  }
}

/** One node on the canvas: a tile of its hue, or title and picture. */
export function paintNode(context: PaintContext, painting: Painting, box: NodeBox): void {
  const { colors, zoom, detail, facts } = painting;
  const { x, y, width, height } = box;
  const run = facts.run(box.id);
  const failed = run?.phase === 'failed';
  // Without its hue a node is muted.
  const marks = facts.marks(box.id);
  const hue = marks.includes('muted') ? colors.line : (facts.color(box.id) ?? colors.pin[hueOf(box.layout)]);
  const runs = run?.phase === 'running';
  const state = runs ? colors.running : failed ? colors.error : null;
  if (areSquares(zoom)) {
    context.fillStyle = overNode(state ?? hue, colors.node);
    context.fillRect(x, y, width, height);
    if (state !== null) {
      context.lineWidth = (runs ? RUNNING_EDGE : 1) / zoom;
      context.strokeStyle = state;
      context.strokeRect(x, y, width, height);
    }
    paintProgress(context, painting, box, run);
    return;
  }
  const selected = facts.selection().has(box.id);
  context.lineWidth = (runs ? RUNNING_EDGE : selected ? 2 : 1) / zoom;
  context.strokeStyle = runs ? colors.running : selected ? colors.accent : (state ?? colors.line);
  if (detail === 'tile') {
    context.fillStyle = overNode(state ?? hue, colors.node);
    context.beginPath();
    context.roundRect(x, y, width, height, CORNER);
    context.fill();
    if (selected || state !== null) context.stroke();
    paintProgress(context, painting, box, run);
    paintBadges(context, painting, box, marks);
    return;
  }
  context.beginPath();
  context.roundRect(x, y, width, height, CORNER);
  context.fillStyle = colors.node;
  context.fill();
  context.stroke();
  // Large enough to be read at this zoom: about 12 pixels on the screen, cut to the node's width.
  const size = Math.min(46, Math.max(14, 12 / zoom));
  const band = Math.max(HEADER, size * 1.5);
  paintBody(context, painting, box, band);
  context.fillStyle = hue;
  context.fillRect(x + 12, y + band / 2 - size * 0.36, size * 0.2, size * 0.72);
  context.font = `550 ${size}px ${colors.font}`;
  context.fillStyle = colors.text;
  context.textBaseline = 'middle';
  context.fillText(
    cut(facts.title(box.id), size, NODE_WIDTH - 44 - marks.length * size),
    x + 14 + size * 0.45,
    y + band / 2 + 1,
  );
  paintProgress(context, painting, box, run);
  paintBadges(context, painting, box, marks);
}

/** All below the title: the picture as large as it goes, a quiet sign where one will be, or what the node says. */
function paintBody(
  context: PaintContext,
  { colors, zoom, facts }: Painting,
  box: NodeBox,
  band: number,
): void {
  const into = { x: box.x + 6, y: box.y + band, width: box.width - 12, height: box.height - band - 6 };
  if (into.height < 8) return;
  if (box.layout.preview) {
    const picture = facts.picture(box.id);
    context.fillStyle = picture ? colors.backing : colors.surface;
    context.beginPath();
    context.roundRect(into.x, into.y, into.width, into.height, 6);
    context.fill();
    if (!picture) return paintPictureSign(context, colors, into);
    context.save();
    context.clip();
    if (facts.outgrown(box.id) || facts.marks(box.id).includes('muted')) context.globalAlpha = OUTGROWN_ALPHA;
    paintInside(context, picture, into);
    context.restore();
    return;
  }
  const line = facts.line(box.id);
  const size = Math.min(26, 11 / zoom);
  if (size * zoom < MIN_TEXT) return;
  if (line === null || line === '' || into.height < size * 1.4) return;
  context.font = `400 ${size}px ${colors.font}`;
  context.fillStyle = colors.faint;
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
function paintPictureSign(context: PaintContext, colors: CanvasColors, { x, y, width, height }: Rect): void {
  const size = Math.min(52, height * 0.5);
  const left = x + (width - size) / 2;
  const top = y + (height - size * 0.8) / 2;
  context.strokeStyle = colors.line;
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
  context: PaintContext,
  { colors, zoom, facts }: Painting,
  box: NodeBox,
  run: NodeRunState | undefined,
): void {
  const upload = facts.upload(box.id);
  if (upload !== null) {
    context.fillStyle = colors.line;
    context.fillRect(box.x, box.y - 6 / zoom, box.width, 3 / zoom);
    context.fillStyle = colors.text;
    context.fillRect(box.x, box.y - 6 / zoom, box.width * upload, 3 / zoom);
  }
  if (!run) return;
  if (run.phase === 'running') {
    context.fillStyle = colors.running;
    context.fillRect(box.x, box.y - 6 / zoom, box.width * (run.progress ?? 0.4), 3 / zoom);
  } else if (run.phase === 'succeeded' || run.phase === 'cached') {
    context.fillStyle = colors.ok;
    context.beginPath();
    context.arc(box.x + box.width - 16, box.y + HEADER / 2, 5, 0, Math.PI * 2);
    if (!facts.outgrown(box.id)) return context.fill();
    context.strokeStyle = colors.faint;
    context.lineWidth = 2;
    context.stroke();
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

function paintInside(context: PaintContext, picture: CanvasImageSource, into: Rect): void {
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
