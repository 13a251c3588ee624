import type { Batch, GridLayout } from '#shared/desk/index.ts';
import { outputOf, type ItemCache } from '#renderer/batches/index.ts';
import { loadMediaUrl } from '#renderer/desk/index.ts';
import { itemAt, directionLabels, type Direction } from './grid-layout.ts';

/** Pixels. */
const CELL = 320;
const MIN_CELL = 96;
const GAP = 12;
const HEAD = 44;
const SIDE = 200;
/** What a picture may have in all, and along one side: browsers draw no more. */
const MAX_PIXELS = 64_000_000;
const MAX_SIDE = 16_000;

/** The size of a cell with which the picture stays within the limits; null when no size does. */
function cellSizeFor(columns: number, rows: number): number | null {
  for (const cell of [CELL, 240, 160, MIN_CELL]) {
    const width = SIDE + columns * (cell + GAP);
    const height = HEAD * 2 + rows * (cell + GAP);
    if (width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS) return cell;
  }
  return null;
}

/** What a picture of a grid shows. */
export interface GridPicture {
  batch: Batch;
  layout: GridLayout;
  items: Pick<ItemCache, 'get'>;
  page: number;
  outputKey: string | null;
}

/**
 * One page of a grid as a picture with its labels. Dropped results are left blank.
 * @throws Error with a sentence when it would be larger than a picture can be.
 */
export async function drawGrid(picture: GridPicture): Promise<OffscreenCanvas> {
  const { batch, layout, page } = picture;
  const columns = directionLabels(layout, 'columns');
  const rows = directionLabels(layout, 'rows');
  const cell = cellSizeFor(columns.length, rows.length);
  if (cell === null) {
    throw new Error('This grid is too large for one picture. Lay an axis on pages, then save each page.');
  }
  const canvas = new OffscreenCanvas(
    SIDE + columns.length * (cell + GAP),
    HEAD * 2 + rows.length * (cell + GAP),
  );
  const context = canvas.getContext('2d');
  if (context === null)
    throw new Error('This window cannot draw pictures now. Close some others, then try again.');
  const colors = themeColors();
  context.fillStyle = colors.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = colors.text;
  context.textBaseline = 'middle';
  context.font = '600 18px "Inter Variable", system-ui, sans-serif';
  const pageLabel = layout.pages === null ? '' : ` · ${directionLabels(layout, 'pages')[page] ?? ''}`;
  context.fillText(`${batch.name}${pageLabel}`, GAP, HEAD / 2, canvas.width - 2 * GAP);
  context.font = '15px "Inter Variable", system-ui, sans-serif';
  columns.forEach((label, at) => {
    context.fillText(cut(context, label, cell), SIDE + at * (cell + GAP), HEAD * 1.5);
  });
  for (const [row, label] of rows.entries()) {
    const top = HEAD * 2 + row * (cell + GAP);
    context.fillStyle = colors.text;
    context.fillText(cut(context, label, SIDE - 2 * GAP), GAP, top + cell / 2);
    for (let column = 0; column < columns.length; column += 1) {
      const cellRect = { x: SIDE + column * (cell + GAP), y: top, size: cell };
      await drawCell(context, picture, { rows: row, columns: column, pages: page }, cellRect, colors);
    }
  }
  return canvas;
}

function themeColors() {
  const styles = getComputedStyle(document.documentElement);
  const color = (name: string): string => styles.getPropertyValue(name).trim();
  return { surface: color('--surface'), cell: color('--surface-2'), text: color('--text') };
}

async function drawCell(
  context: OffscreenCanvasRenderingContext2D,
  { batch, layout, items, outputKey }: GridPicture,
  at: Readonly<Record<Direction, number>>,
  cellRect: CellRect,
  colors: ReturnType<typeof themeColors>,
): Promise<void> {
  const item = items.get(itemAt(layout, at));
  const output = item?.hidden ? undefined : outputOf(item, outputKey);
  context.fillStyle = colors.cell;
  context.fillRect(cellRect.x, cellRect.y, cellRect.size, cellRect.size);
  if (output?.fileId !== undefined && output.contentType?.startsWith('image/')) {
    await drawPicture(context, batch.connectionId, output.fileId, cellRect);
  } else if (output?.text !== undefined) {
    context.fillStyle = colors.text;
    drawText(context, output.text, cellRect);
  }
}

function cut(context: OffscreenCanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let end = Math.min(text.length, 200);
  while (end > 1 && context.measureText(`${text.slice(0, end)}…`).width > width) end -= 1;
  return `${text.slice(0, end)}…`;
}

interface CellRect {
  x: number;
  y: number;
  size: number;
}

async function drawPicture(
  context: OffscreenCanvasRenderingContext2D,
  connectionId: string,
  fileId: string,
  { x, y, size }: CellRect,
): Promise<void> {
  const { url } = await loadMediaUrl(connectionId, { kind: 'file', fileId }, 'thumbnail');
  const picture = new Image();
  picture.crossOrigin = 'anonymous';
  picture.src = url;
  // One that cannot be loaded leaves its place blank.
  if (
    !(await picture.decode().then(
      () => true,
      () => false,
    ))
  )
    return;
  const scale = Math.min(size / picture.width, size / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  context.drawImage(picture, x + (size - width) / 2, y + (size - height) / 2, width, height);
}

function drawText(context: OffscreenCanvasRenderingContext2D, text: string, { x, y, size }: CellRect): void {
  const words = text.slice(0, 600).split(/\s+/);
  const lines: string[] = [''];
  for (const word of words) {
    const line = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (context.measureText(line).width <= size - 24) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  lines.slice(0, Math.floor(size / 20) - 1).forEach((line, at) => {
    context.fillText(cut(context, line, size - 24), x + 12, y + 20 + at * 20);
  });
}
