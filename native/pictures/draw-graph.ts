import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fontFamiliesOf } from '#shared/film/fonts.ts';
import type { ChildTask } from '../child/program.ts';
import { loadCanvas, type NativeContext } from '../decoders/canvas.ts';
import type { Json } from '../protocol.ts';
import type { GraphDrawing } from './graph-task.ts';

/** Colors of paper, as the canvas has them in the light; wires by what flows. */
const BACKGROUND = '#efece5';
const NODE = '#fffefb';
const EDGE = '#b9b3a6';
const INK = '#26231e';
const MUTED = '#736d65';
const WIRES: Readonly<Record<string, string>> = {
  image: '#7048d8',
  video: '#c22d60',
  audio: '#0b7a70',
  text: '#8a6a28',
  choice: '#8a6a28',
  number: '#2463c8',
  boolean: '#6b6862',
  json: '#62711b',
  file: '#8a5330',
  color: '#a8437f',
};

/** Words that would be smaller are left out. Pixels. */
const MIN_LETTER = 6;
const PADDING = 10;
const QUALITY = 82;

/** Draws a graph: boxes with their words, and wires in their colors. Runs in a native child. */
export async function drawGraph({ input, outFolder }: ChildTask): Promise<Json> {
  const drawing = input as unknown as GraphDrawing;
  const canvas = loadCanvas().createCanvas(drawing.width, drawing.height);
  const context = canvas.getContext('2d', { alpha: false });
  context.fillStyle = BACKGROUND;
  context.fillRect(0, 0, drawing.width, drawing.height);
  for (const { from, to, base } of drawing.wires)
    drawWire(context, from, to, WIRES[base] ?? MUTED, drawing.scale);
  for (const box of drawing.boxes) drawBox(context, box, drawing.scale);
  const bytes = await canvas.encode('webp', QUALITY);
  await writeFile(join(outFolder, 'picture'), bytes);
  return { sizeBytes: bytes.byteLength };
}

function drawWire(
  context: NativeContext,
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  color: string,
  scale: number,
): void {
  const bend = Math.max(40 * scale, Math.abs(x2 - x1) / 2);
  context.strokeStyle = color;
  context.lineWidth = Math.max(1, 2.5 * scale);
  context.beginPath();
  context.moveTo(x1, y1);
  context.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
  context.stroke();
}

function drawBox(context: NativeContext, box: GraphDrawing['boxes'][number], scale: number): void {
  const { x, y, width, height, title, subtitle, lines } = box;
  context.fillStyle = NODE;
  context.strokeStyle = EDGE;
  context.lineWidth = Math.max(1, scale);
  context.beginPath();
  context.roundRect(x, y, width, height, 8 * scale);
  context.fill();
  context.stroke();
  const available = width - 2 * PADDING * scale;
  const write = (text: string, row: number, size: number, weight: number, color: string): void => {
    const letter = size * scale;
    if (letter < MIN_LETTER) return;
    context.font = `${weight} ${letter}px ${fontFamiliesOf('sans')}`;
    context.fillStyle = color;
    context.fillText(fitted(context, text, available), x + PADDING * scale, y + row * scale);
  };
  write(title, 19, 14, 600, INK);
  write(subtitle, 35, 11, 400, MUTED);
  for (const [index, line] of lines.entries()) write(line, 56 + index * 22, 12, 400, INK);
}

/** As much of a text as fits. */
function fitted(context: NativeContext, text: string, available: number): string {
  if (context.measureText(text).width <= available) return text;
  let end = text.length;
  while (end > 1 && context.measureText(`${text.slice(0, end)}…`).width > available) end -= 1;
  return `${text.slice(0, end).toWellFormed()}…`;
}
