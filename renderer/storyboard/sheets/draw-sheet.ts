import { loadMediaUrl } from '#renderer/desk/index.ts';
import type { Measure, Weight } from './fit-text.ts';
import type { Sheet, SheetFrame, SheetText } from './sheet-layout.ts';

/** The letters of the pages. */
const fontOf = (size: number, weight: Weight): string =>
  `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;

/** Paper is white in the dark, too. */
const COLORS = { paper: '#ffffff', ink: '#16181d', quiet: '#5b6170', well: '#eef0f4', line: '#c9cdd6' };

type Context = OffscreenCanvasRenderingContext2D;

function contextOf(canvas: OffscreenCanvas): Context {
  const context = canvas.getContext('2d');
  if (context) return context;
  throw new Error('This window cannot draw pictures now. Close some others, then try again.');
}

/** Measures as sheets are drawn, once the letters are there. */
export async function createMeasure(): Promise<Measure> {
  await Promise.all([document.fonts.load(fontOf(12, 400)), document.fonts.load(fontOf(12, 600))]);
  const context = contextOf(new OffscreenCanvas(1, 1));
  // At one size for all, so that small letters are not rounded.
  const fonts = { 400: fontOf(100, 400), 600: fontOf(100, 600) };
  return (text, size, weight) => {
    context.font = fonts[weight];
    return (context.measureText(text).width * size) / 100;
  };
}

/** Draws a sheet on white. @param scale pixels a point. @throws Error with a sentence; an abort as the signal's reason. */
export async function drawSheet(
  sheet: Sheet,
  { connectionId, scale, signal }: { connectionId: string; scale: number; signal: AbortSignal },
): Promise<OffscreenCanvas> {
  const canvas = new OffscreenCanvas(Math.round(sheet.width * scale), Math.round(sheet.height * scale));
  const context = contextOf(canvas);
  context.scale(scale, scale);
  context.fillStyle = COLORS.paper;
  context.fillRect(0, 0, sheet.width, sheet.height);
  const pictures = await Promise.all(sheet.frames.map(({ fileId }) => loadPicture(connectionId, fileId)));
  signal.throwIfAborted();
  sheet.frames.forEach((frame, at) => drawFrame(context, frame, pictures[at] ?? null));
  for (const text of sheet.texts) drawText(context, text);
  return canvas;
}

/** One that cannot be had leaves its frame empty. */
async function loadPicture(connectionId: string, fileId: string | null): Promise<HTMLImageElement | null> {
  if (fileId === null) return null;
  try {
    const { url } = await loadMediaUrl(connectionId, { kind: 'file', fileId }, 'preview');
    const picture = new Image();
    picture.crossOrigin = 'anonymous';
    picture.src = url;
    await picture.decode();
    return picture;
  } catch {
    return null;
  }
}

function drawFrame(context: Context, frame: SheetFrame, picture: HTMLImageElement | null): void {
  const { x, y, width, height, text, size } = frame;
  context.fillStyle = COLORS.well;
  context.fillRect(x, y, width, height);
  if (picture) {
    const scale = Math.min(width / picture.width, height / picture.height);
    const [wide, high] = [picture.width * scale, picture.height * scale];
    context.drawImage(picture, x + (width - wide) / 2, y + (height - high) / 2, wide, high);
  } else if (text !== '') {
    context.fillStyle = COLORS.quiet;
    context.font = fontOf(size, 400);
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(text, x + width / 2, y + height / 2);
  }
  context.strokeStyle = COLORS.line;
  context.lineWidth = 0.75;
  context.strokeRect(x, y, width, height);
}

function drawText(
  context: Context,
  { text, x, y, width, size, weight, tone, align, isRtl }: SheetText,
): void {
  context.fillStyle = COLORS[tone];
  context.font = fontOf(size, weight);
  context.textBaseline = 'alphabetic';
  context.direction = isRtl ? 'rtl' : 'ltr';
  context.textAlign = align;
  const isAtRight = isRtl === (align === 'start');
  context.fillText(text, isAtRight ? x + width : x, y);
}
