import type { PrintedPanel, PrintedScene } from './board-panels.ts';
import { cutText, isRightToLeft, type Measure, type Weight } from './fit-text.ts';

/** Where everything of a printed board stands. Points of paper, from the top left. Pure. */

export interface SheetText {
  text: string;
  /** The left edge of its line, also of what is written from the right. */
  x: number;
  /** Its base line. */
  y: number;
  width: number;
  size: number;
  weight: Weight;
  tone: 'ink' | 'quiet';
  align: 'start' | 'end';
  isRtl: boolean;
}

export interface SheetFrame {
  x: number;
  y: number;
  width: number;
  height: number;
  fileId: string | null;
  /** What stands in it without a picture, and how large its letters are. */
  text: string;
  size: number;
}

export interface Sheet {
  width: number;
  height: number;
  texts: SheetText[];
  frames: SheetFrame[];
}

export const PAPERS = {
  a4: { label: 'A4', width: 841.89, height: 595.28 },
  letter: { label: 'US Letter', width: 792, height: 612 },
} as const;
export type Paper = keyof typeof PAPERS;

export const ROWS = [2, 3] as const;
export type SheetRows = (typeof ROWS)[number];

export interface PrintedBoard {
  title: string;
  scenes: readonly PrintedScene[];
  /** Width by height of a frame. */
  ratio: number;
}

export const MARGIN = 34;
export const HEAD = 26;
export const GAP = 14;
/** The height of a line by the size of its letters. */
export const LINE = 1.3;

/** A line of text; what is written from the right begins at the right edge. */
export function lineOf(
  text: string,
  at: { x: number; y: number; width: number },
  style: { size: number; weight?: Weight; tone?: SheetText['tone']; align?: SheetText['align'] },
): SheetText {
  const { size, weight = 400, tone = 'ink', align = 'start' } = style;
  return { text, ...at, size, weight, tone, align, isRtl: isRightToLeft(text) };
}

export const frameOf = (
  { fileId, placeholder }: PrintedPanel,
  box: { x: number; y: number; width: number; height: number },
  size: number,
  measure: Measure,
): SheetFrame => ({
  ...box,
  fileId,
  text: cutText(placeholder, box.width - 12, size, 400, measure),
  size,
});

/** What one picture may have along a side and in all, in pixels: browsers draw no more. */
const MAX_SIDE = 16_000;
const MAX_PIXELS = 64_000_000;
const CELLS = [320, 240, 160, 96];

/** All panels on one sheet, each with its number and name. @returns null where no picture can be so large. */
export function layoutContactSheet(board: PrintedBoard, measure: Measure): Sheet | null {
  const panels = board.scenes.flatMap((scene) => scene.panels);
  for (const cell of CELLS) {
    const size = Math.max(9, cell / 24);
    const cellHeight = cell / board.ratio + size * LINE * 1.6;
    // About as wide as a screen.
    const columns = Math.max(
      1,
      Math.min(panels.length, Math.round(Math.sqrt((panels.length * cellHeight * 1.6) / cell))),
    );
    const rows = Math.ceil(panels.length / columns);
    const width = 2 * MARGIN + columns * (cell + GAP) - GAP;
    const height = 2 * MARGIN + HEAD + rows * (cellHeight + GAP) - GAP;
    if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) continue;
    const sheet: Sheet = { width: Math.round(width), height: Math.round(height), texts: [], frames: [] };
    const title = cutText(board.title, width - 2 * MARGIN, 14, 600, measure);
    sheet.texts.push(
      lineOf(title, { x: MARGIN, y: MARGIN + 12, width: width - 2 * MARGIN }, { size: 14, weight: 600 }),
    );
    panels.forEach((panel, index) => {
      const x = MARGIN + (index % columns) * (cell + GAP);
      const y = MARGIN + HEAD + Math.floor(index / columns) * (cellHeight + GAP);
      const height = cell / board.ratio;
      sheet.frames.push(frameOf(panel, { x, y, width: cell, height }, size, measure));
      const line = [panel.number, panel.name || panel.words].filter(Boolean).join('  ');
      const below = { x, y: y + height + size * LINE, width: cell };
      sheet.texts.push(lineOf(cutText(line, cell, size, 400, measure), below, { size }));
    });
    return sheet;
  }
  return null;
}
