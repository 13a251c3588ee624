import { isCompleted, type NodeRunState } from '#renderer/model/node-run-state.ts';
import type { NodeBox } from '../../scene/scene.ts';
import type { CanvasColors } from './canvas-colors.ts';
import type { PaintContext, Painting } from './painting.ts';
import { NAME_ROW, nameSizeAt } from './text-sizes.ts';

/** What a badge says of the last run of a node. */
type Badge = 'running' | 'waiting' | 'done' | 'reused' | 'failed' | 'skipped' | 'canceled' | 'outgrown';

/** Half of a badge: pixels on the screen, and the most of a node's width. */
const RADIUS = 5;
const MAX_SHARE = 0.26;

/** From this zoom on down only what runs and what failed has a badge: others cannot be told apart. */
export const MIN_BADGE_ZOOM = 0.079;

function badgeOf(box: NodeBox, run: NodeRunState | undefined, { info, zoom }: Painting): Badge | null {
  if (run?.phase === 'running' || run?.phase === 'failed') return run.phase;
  if (zoom < MIN_BADGE_ZOOM) return null;
  if (!run) return null;
  if (run.phase === 'canceled' || run.phase === 'skipped') return run.phase;
  if (!isCompleted(run.phase)) return 'waiting';
  // What it made before it was muted says nothing about runs that skip it.
  if (info.marks(box.id).includes('muted')) return null;
  if (info.outgrown(box.id)) return 'outgrown';
  return run.phase === 'cached' ? 'reused' : 'done';
}

/** The middle and the radius of the badge of a node: in its lower right corner, or on that where its name needs the room. */
function badgePosition({ zoom, detail }: Painting, { x, y, width, height }: NodeBox) {
  const radius = Math.min(RADIUS / zoom, width * MAX_SHARE);
  const inset = radius + Math.min(4, radius * 0.3);
  const isLow = detail !== 'tile' && height - radius - inset < nameSizeAt(zoom) * NAME_ROW;
  return isLow
    ? { x: x + width, y: y + height, radius }
    : { x: x + width - inset, y: y + height - inset, radius };
}

/** What the badge of a node takes of the width of its name, whose letters end at `bottom`. Canvas units. */
export function widthOfRunBadge(
  painting: Painting,
  box: NodeBox,
  run: NodeRunState | undefined,
  bottom: number,
): number {
  if (badgeOf(box, run, painting) === null) return 0;
  const { y, radius } = badgePosition(painting, box);
  // A round badge that only touches the letters leaves them to be read.
  return bottom - (y - radius) > radius / 2 ? radius * 0.6 : 0;
}

/** The state of a node as a disc at its lower right corner, of one size on the screen; its sign tells it without colors. */
export function paintRunBadge(
  context: PaintContext,
  painting: Painting,
  box: NodeBox,
  run: NodeRunState | undefined,
): void {
  const badge = badgeOf(box, run, painting);
  if (badge === null) return;
  const { zoom, colors } = painting;
  const { x, y, radius } = badgePosition(painting, box);
  context.drawImage(
    spriteOf(badge, colors, Math.max(4, Math.ceil(2 * radius * zoom * devicePixelRatio))),
    x - radius,
    y - radius,
    2 * radius,
    2 * radius,
  );
}

const sprites = new Map<string, OffscreenCanvas>();

/** A badge drawn once: thousands of them are copied. @param size device pixels. */
function spriteOf(badge: Badge, colors: CanvasColors, size: number): OffscreenCanvas {
  const key = `${badge} ${size} ${colors.node} ${colors.ok}`;
  const cached = sprites.get(key);
  if (cached) return cached;
  if (sprites.size > 200) sprites.clear();
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext('2d');
  if (context) {
    context.scale(size / 20, size / 20);
    drawBadge(context, badge, colors);
  }
  sprites.set(key, canvas);
  return canvas;
}

/** Draws a badge of 20 by 20. */
function drawBadge(context: OffscreenCanvasRenderingContext2D, badge: Badge, colors: CanvasColors): void {
  const fills: Readonly<Record<Badge, string>> = {
    running: colors.running,
    waiting: colors.faint,
    done: colors.ok,
    reused: colors.ok,
    failed: colors.error,
    skipped: colors.faint,
    canceled: colors.warn,
    outgrown: colors.faint,
  };
  const isHollow = badge === 'waiting' || badge === 'skipped' || badge === 'reused' || badge === 'outgrown';
  // An edge of the node's own color tells it from pictures.
  context.fillStyle = colors.node;
  context.beginPath();
  context.arc(10, 10, 10, 0, Math.PI * 2);
  context.fill();
  context.beginPath();
  context.arc(10, 10, isHollow ? 7 : 8.5, 0, Math.PI * 2);
  context.lineWidth = 3;
  context.fillStyle = fills[badge];
  context.strokeStyle = fills[badge];
  if (isHollow) context.stroke();
  else context.fill();
  if (!isHollow) context.strokeStyle = colors.node;
  context.lineWidth = 2.5;
  context.beginPath();
  SIGNS[badge](context);
  context.stroke();
}

const check = (context: OffscreenCanvasRenderingContext2D): void => {
  context.moveTo(6, 10.5);
  context.lineTo(9, 13.5);
  context.lineTo(14, 7);
};

const SIGNS: Readonly<Record<Badge, (context: OffscreenCanvasRenderingContext2D) => void>> = {
  running: (context) => {
    context.moveTo(8, 6);
    context.lineTo(13, 10);
    context.lineTo(8, 14);
  },
  waiting: () => undefined,
  done: check,
  reused: check,
  failed: (context) => {
    context.moveTo(6.5, 6.5);
    context.lineTo(13.5, 13.5);
    context.moveTo(13.5, 6.5);
    context.lineTo(6.5, 13.5);
  },
  skipped: (context) => {
    context.moveTo(7, 13);
    context.lineTo(13, 7);
  },
  canceled: (context) => {
    context.moveTo(6, 10);
    context.lineTo(14, 10);
  },
  outgrown: (context) => context.arc(10, 10, 1.5, 0, Math.PI * 2),
};
