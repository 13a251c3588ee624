import { CARD_HEIGHT, CARD_WIDTH, type Card, type DiffScene, type DiffWire } from './diff-scene.ts';
import { kindSigns, kindWords } from './version-words.ts';

/** Draws a comparison. Kinds differ by color, outline and sign. */

export interface DiffColors {
  node: string;
  line: string;
  text: string;
  faint: string;
  accent: string;
  canvas: string;
  kind: Record<NonNullable<Card['kind']>, string>;
  soft: Record<NonNullable<Card['kind']>, string>;
  font: string;
}

export function readDiffColors(element: Element): DiffColors {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    node: token('--node'),
    line: token('--line-strong'),
    text: token('--text'),
    faint: token('--text-3'),
    accent: token('--accent'),
    canvas: token('--canvas'),
    kind: {
      added: token('--ok'),
      removed: token('--error'),
      changed: token('--warn'),
      moved: token('--info'),
    },
    soft: {
      added: token('--ok-soft'),
      removed: token('--error-soft'),
      changed: token('--warn-soft'),
      moved: token('--node'),
    },
    font: token('--font-text'),
  };
}

export interface DiffPainting {
  scene: DiffScene;
  colors: DiffColors;
  /** Pixels = units × zoom + offset. */
  view: { x: number; y: number; zoom: number };
  size: { width: number; height: number };
  selectedId: string | null;
  nameOf: (card: Card) => string;
}

const DASHES: Record<NonNullable<Card['kind']>, readonly number[]> = {
  added: [],
  removed: [7, 5],
  changed: [],
  moved: [2, 4],
};

export function paintDiff(context: CanvasRenderingContext2D, painting: DiffPainting): void {
  const { view, size, colors } = painting;
  context.fillStyle = colors.canvas;
  context.fillRect(0, 0, size.width, size.height);
  context.save();
  context.translate(view.x, view.y);
  context.scale(view.zoom, view.zoom);
  const area = {
    left: -view.x / view.zoom - CARD_WIDTH,
    top: -view.y / view.zoom - CARD_HEIGHT,
    right: (size.width - view.x) / view.zoom,
    bottom: (size.height - view.y) / view.zoom,
  };
  const isVisible = ({ x, y }: { x: number; y: number }) =>
    x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
  for (const kind of [null, 'removed', 'added'] as const) paintWires(context, painting, kind);
  for (const card of painting.scene.cards) {
    if (card.was && (isVisible(card) || isVisible(card.was))) paintGhost(context, painting, card, card.was);
    // What changed lies above what did not.
    if (card.kind === null && isVisible(card)) paintCard(context, painting, card);
  }
  for (const card of painting.scene.cards) {
    if (card.kind !== null && isVisible(card)) paintCard(context, painting, card);
  }
  context.restore();
}

function paintWires(
  context: CanvasRenderingContext2D,
  { scene, colors, view }: DiffPainting,
  kind: DiffWire['kind'],
): void {
  context.strokeStyle = kind === null ? colors.line : colors.kind[kind];
  context.lineWidth = Math.max(kind === null ? 1.5 : 3, (kind === null ? 0.8 : 2) / view.zoom);
  context.setLineDash(kind === 'removed' ? [8 / view.zoom, 6 / view.zoom] : []);
  context.beginPath();
  for (const wire of scene.wires) {
    if (wire.kind !== kind) continue;
    const [x1, y1] = [wire.from.x + CARD_WIDTH, wire.from.y + CARD_HEIGHT / 2];
    const [x2, y2] = [wire.to.x, wire.to.y + CARD_HEIGHT / 2];
    const reach = Math.max(40, Math.abs(x2 - x1) / 2);
    context.moveTo(x1, y1);
    context.bezierCurveTo(x1 + reach, y1, x2 - reach, y2, x2, y2);
  }
  context.stroke();
  context.setLineDash([]);
}

function paintGhost(
  context: CanvasRenderingContext2D,
  { colors, view }: DiffPainting,
  card: Card,
  was: { x: number; y: number },
): void {
  context.strokeStyle = colors.kind.moved;
  context.lineWidth = 1.2 / view.zoom;
  context.setLineDash([4 / view.zoom, 4 / view.zoom]);
  context.beginPath();
  context.roundRect(was.x, was.y, CARD_WIDTH, CARD_HEIGHT, 10);
  context.moveTo(was.x + CARD_WIDTH / 2, was.y + CARD_HEIGHT / 2);
  context.lineTo(card.x + CARD_WIDTH / 2, card.y + CARD_HEIGHT / 2);
  context.stroke();
  context.setLineDash([]);
}

function paintCard(context: CanvasRenderingContext2D, painting: DiffPainting, card: Card): void {
  const { colors, view, selectedId, nameOf } = painting;
  const { x, y, kind } = card;
  const selected = card.id === selectedId;
  context.globalAlpha = kind === null ? 0.75 : 1;
  context.fillStyle = kind === null ? colors.node : colors.soft[kind];
  context.beginPath();
  context.roundRect(x, y, CARD_WIDTH, CARD_HEIGHT, 10);
  context.fill();
  context.strokeStyle = kind === null ? colors.line : colors.kind[kind];
  context.lineWidth = Math.max(1, (kind === null ? 1 : 2) / view.zoom);
  context.setLineDash(kind === null ? [] : DASHES[kind].map((dash) => dash / Math.min(1, view.zoom)));
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
  if (selected) {
    context.strokeStyle = colors.accent;
    context.lineWidth = 3 / view.zoom;
    context.beginPath();
    const gap = 4 / view.zoom;
    context.roundRect(x - gap, y - gap, CARD_WIDTH + 2 * gap, CARD_HEIGHT + 2 * gap, 12);
    context.stroke();
  }
  if (view.zoom >= 0.3) {
    // Words keep a size that can be read until the card is too small for any.
    const letters = Math.max(15, 12 / view.zoom);
    context.textBaseline = 'middle';
    context.font = `500 ${letters}px ${colors.font}`;
    context.fillStyle = kind === null ? colors.faint : colors.text;
    const width = CARD_WIDTH - 24;
    const middle = y + CARD_HEIGHT / 2;
    const lineGap = 0.8 * letters;
    // Where two lines do not fit, the sign before the name says what became of the node.
    const isTwoLines = kind !== null && 2 * (lineGap + letters / 2) + 8 <= CARD_HEIGHT;
    const name = kind === null || isTwoLines ? nameOf(card) : `${kindSigns[kind]} ${nameOf(card)}`;
    context.fillText(shortened(context, name, width), x + 12, isTwoLines ? middle - lineGap : middle);
    if (isTwoLines) {
      context.font = `${letters}px ${colors.font}`;
      context.fillStyle = colors.kind[kind];
      const label = `${kindSigns[kind]} ${kindWords[kind]}`;
      context.fillText(shortened(context, label, width), x + 12, middle + lineGap);
    }
  } else if (kind !== null) {
    // Too small for words: the sign alone, as large as it has to be.
    const radius = 8 / view.zoom;
    context.beginPath();
    context.arc(x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2, radius, 0, Math.PI * 2);
    context.fillStyle = colors.kind[kind];
    context.fill();
    context.fillStyle = colors.node;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.font = `650 ${radius * 1.6}px ${colors.font}`;
    context.fillText(kindSigns[kind], x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2);
    context.textAlign = 'start';
  }
}

function shortened(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low)}…`;
}
