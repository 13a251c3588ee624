import type { NodeRunState } from '#renderer/model/node-run-state.ts';
import { intersects } from '../../geometry.ts';
import { HEADER } from '../../scene/node-layout.ts';
import type { NodeBox } from '../../scene/scene.ts';
import { cut, inRows } from './cut-text.ts';
import { paintBadges, widthOfBadges } from './paint-badges.ts';
import { paintBody } from './paint-body.ts';
import { MIN_BADGE_ZOOM, paintRunBadge, widthOfRunBadge } from './paint-run-badge.ts';
import type { PaintContext, Painting } from './painting.ts';
import { NAME_ROW, nameSizeAt, WIDE_NAME_ZOOM } from './text-sizes.ts';

/** The corner of a node, canvas units, and the least that is drawn round. Pixels. */
const CORNER = 10;
const MIN_CORNER = 1.5;

/**
 * Whether nodes are so small that they are plain rectangles: those cost a twentieth of what a path does, and nobody sees
 * such a corner. Thousands may be in view then, so what is selected is framed above all others by `paintFrames`: another
 * selection leaves the rest as it is.
 */
export const areSquares = (zoom: number): boolean => CORNER * zoom < MIN_CORNER;

/** Pixels on the screen of the edge of a node that runs: seen from across the room. */
const RUNNING_EDGE = 3;

/** How much of its hue a tile, the band of a name and the edge of a node have. */
const TILE_PERCENT = 55;
const BAND_PERCENT = 22;
const EDGE_PERCENT = 30;

/** Between a name and the edges of its node. Canvas units. */
const NAME_INSET = 10;

const mixed = new Map<string, string>();
/** A color that covers a node in part: one fill in the place of two. @param percent how much of it. */
function overNode(hue: string, node: string, percent: number): string {
  const key = `${hue} ${node} ${percent}`;
  let color = mixed.get(key);
  if (color === undefined) {
    color = `color-mix(in srgb, ${hue} ${percent}%, ${node})`;
    mixed.set(key, color);
  }
  return color;
}

/** So many nodes are looked through one by one; of more, those in an area are looked for. */
const SCAN_LIMIT = 32;

/** The frames of small nodes that are selected. */
export function paintFrames(context: PaintContext, { scene, area, colors, zoom, info }: Painting): void {
  const selection = info.selection();
  context.lineWidth = 2 / zoom;
  context.strokeStyle = colors.accent;
  const boxes =
    selection.size > SCAN_LIMIT
      ? scene.nodesIn(area)
      : [...selection].flatMap((id) => scene.box(id) ?? []).filter((box) => intersects(box, area));
  for (const { id, x, y, width, height } of boxes) {
    if (selection.has(id)) context.strokeRect(x, y, width, height);
  }
}

/** One node on the canvas: its name and picture, or a tile of its hue; its state as a badge. */
export function paintNode(context: PaintContext, painting: Painting, box: NodeBox): void {
  const run = painting.info.run(box.id);
  const marks = painting.info.marks(box.id);
  paintStack(context, painting, box);
  if (painting.detail === 'tile') paintTile(context, painting, box, run);
  else paintCard(context, painting, box, run);
  paintProgress(context, painting, box, run);
  paintRunBadge(context, painting, box, run);
  if (painting.zoom >= MIN_BADGE_ZOOM) paintBadges(context, painting, box, marks);
}

/** Edges of further cards above a node that runs for the items of lists: their height, pixels on the screen. */
const STACK_STEP = 3;

function paintStack(context: PaintContext, { colors, zoom, info }: Painting, box: NodeBox): void {
  const counts = info.items(box.id);
  if (counts === null) return;
  const step = STACK_STEP / zoom;
  context.fillStyle = counts.failed > 0 ? colors.error : colors.line;
  for (const edge of [2, 1]) {
    const inset = Math.min(box.width / 6, edge * 2 * step);
    // A line of a pixel, and as much room below it.
    context.fillRect(box.x + inset, box.y - edge * step, box.width - 2 * inset, Math.max(1 / zoom, step / 2));
  }
}

/** Without its hue a node is muted. */
const hueOf = ({ info, colors }: Painting, { id, layout }: NodeBox): string =>
  info.marks(id).includes('muted') ? colors.faint : (info.color(id) ?? colors.kind[layout.kind]);

/** The color of a state that is seen from far away. */
const stateColor = ({ colors }: Painting, run: NodeRunState | undefined): string | null =>
  run?.phase === 'running' ? colors.running : run?.phase === 'failed' ? colors.error : null;

function paintTile(
  context: PaintContext,
  painting: Painting,
  box: NodeBox,
  run: NodeRunState | undefined,
): void {
  const { colors, zoom } = painting;
  const state = stateColor(painting, run);
  context.fillStyle = overNode(state ?? hueOf(painting, box), colors.node, TILE_PERCENT);
  context.fillRect(box.x, box.y, box.width, box.height);
  if (state === null) return;
  context.lineWidth = (run?.phase === 'running' ? RUNNING_EDGE : 1) / zoom;
  context.strokeStyle = state;
  context.strokeRect(box.x, box.y, box.width, box.height);
}

/** A node with its name, in the hue of its kind, above what it shows. */
function paintCard(
  context: PaintContext,
  painting: Painting,
  box: NodeBox,
  run: NodeRunState | undefined,
): void {
  const { colors, zoom, info } = painting;
  const { x, y, width, height } = box;
  const squares = areSquares(zoom);
  const state = stateColor(painting, run);
  const runs = run?.phase === 'running';
  const selected = !squares && info.selection().has(box.id);
  const hue = hueOf(painting, box);
  const size = nameSizeAt(zoom);
  // A node may be lower than its name is high: the name then stands at its upper edge.
  const isLow = height < Math.max(HEADER, size * NAME_ROW);
  const singleRowCenter = isLow ? Math.min(height, size) / 2 : Math.max(HEADER, size * NAME_ROW) / 2;
  // The signs of its states stand at the right, and that of its run where the node is so low.
  const signs = Math.max(
    widthOfBadges(painting, box, info.marks(box.id).length),
    widthOfRunBadge(painting, box, run, y + singleRowCenter + size * 0.35),
  );
  const availableWidth = width - 2 * NAME_INSET - signs;
  const name = info.title(box.id);
  // Two rows where nodes are small; the picture needs the rest.
  const rows =
    zoom < WIDE_NAME_ZOOM && height > 6 * size
      ? inRows(name, size, availableWidth, 2)
      : [cut(name, size, availableWidth)];
  const band = Math.min(height, Math.max(HEADER, size * (0.45 + rows.length * 1.1)));
  context.fillStyle = colors.node;
  outline(context, squares, x, y, width, height);
  context.fill();
  context.fillStyle = overNode(hue, colors.node, BAND_PERCENT);
  context.beginPath();
  if (squares) context.rect(x, y, width, band);
  else context.roundRect(x, y, width, band, [CORNER, CORNER, 0, 0]);
  context.fill();
  paintBody(context, painting, box, band);
  // What is selected and runs shows both, as it does near.
  const outset = runs && selected ? (RUNNING_EDGE + 1) / 2 / zoom : 0;
  outline(context, squares, x - outset, y - outset, width + 2 * outset, height + 2 * outset);
  context.lineWidth = (runs ? RUNNING_EDGE : selected ? 2 : 1) / zoom;
  context.strokeStyle = runs
    ? colors.running
    : selected
      ? colors.accent
      : (state ?? overNode(hue, colors.line, EDGE_PERCENT));
  context.stroke();
  if (outset > 0) {
    outline(context, squares, x, y, width, height);
    context.lineWidth = 2 / zoom;
    context.strokeStyle = colors.accent;
    context.stroke();
  }
  context.font = `550 ${size}px ${colors.font}`;
  context.fillStyle = colors.text;
  context.textBaseline = 'middle';
  const middle = y + (isLow ? singleRowCenter : band / 2) + 1 / zoom / 2;
  for (const [row, text] of rows.entries())
    context.fillText(text, x + NAME_INSET, middle + (row - (rows.length - 1) / 2) * size * 1.1);
}

function outline(
  context: PaintContext,
  squares: boolean,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  context.beginPath();
  if (squares) context.rect(x, y, width, height);
  else context.roundRect(x, y, width, height, CORNER);
}

/** How far an upload or a run of a node is, as a bar above it. */
function paintProgress(
  context: PaintContext,
  { colors, zoom, info }: Painting,
  box: NodeBox,
  run: NodeRunState | undefined,
): void {
  const upload = info.upload(box.id);
  if (upload !== null) {
    context.fillStyle = colors.line;
    context.fillRect(box.x, box.y - 6 / zoom, box.width, 3 / zoom);
    context.fillStyle = colors.text;
    context.fillRect(box.x, box.y - 6 / zoom, box.width * upload, 3 / zoom);
  }
  if (run?.phase !== 'running') return;
  context.fillStyle = colors.running;
  // Its whole length shows faintly, so that a beginning does not look like a speck.
  context.globalAlpha = 0.25;
  context.fillRect(box.x, box.y - 6 / zoom, box.width, 3 / zoom);
  context.globalAlpha = 1;
  context.fillRect(box.x, box.y - 6 / zoom, box.width * (run.progress ?? 0.4), 3 / zoom);
}
