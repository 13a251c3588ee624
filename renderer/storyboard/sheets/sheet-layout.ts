import { formatSeconds } from '#renderer/timeline/index.ts';
import { plural } from '#renderer/ui/index.ts';
import type { PrintedPanel, PrintedScene } from './board-panels.ts';
import { cutText, isRightToLeft, wrapText, type Measure, type Weight } from './fit-text.ts';

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
  instead: string;
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

const COLUMNS = 3;
const MARGIN = 34;
const HEAD = 26;
const GAP = 14;
const SCENE_HEAD = 22;
const LINE = 1.3;
/** The size of letters, and how many lines of words stand below a frame, by the rows of a page. */
const TEXT = { 2: { size: 8.5, lines: 6 }, 3: { size: 7.5, lines: 3 } } as const;

/** A line of text; what is written from the right begins at the right edge. */
function lineOf(
  text: string,
  at: { x: number; y: number; width: number },
  style: { size: number; weight?: Weight; tone?: SheetText['tone']; align?: SheetText['align'] },
): SheetText {
  const { size, weight = 400, tone = 'ink', align = 'start' } = style;
  return { text, ...at, size, weight, tone, align, isRtl: isRightToLeft(text) };
}

/** The largest box of a ratio within a box. */
function fit(ratio: number, width: number, height: number): { width: number; height: number } {
  const byWidth = width / ratio;
  return byWidth <= height ? { width, height: byWidth } : { width: height * ratio, height };
}

const frameOf = (
  { fileId, instead: placeholder }: PrintedPanel,
  box: { x: number; y: number; width: number; height: number },
  size: number,
  measure: Measure,
): SheetFrame => ({
  ...box,
  fileId,
  instead: cutText(placeholder, box.width - 12, size, 400, measure),
  size,
});

/** Number, name, entrance, length and words of a panel, below its frame. */
function textsOfPanel(
  panel: PrintedPanel,
  at: { x: number; y: number; width: number },
  { size, lines }: { size: number; lines: number },
  measure: Measure,
): SheetText[] {
  const { x, width } = at;
  let y = at.y + size * LINE;
  const length = panel.seconds === null ? '' : formatSeconds(panel.seconds);
  const seconds = [panel.entrance, length].filter(Boolean).join(' · ');
  const numberWidth = measure(panel.number, size, 600) + size * 0.8;
  const secondsWidth = seconds === '' ? 0 : measure(seconds, size, 400) + size * 0.8;
  const nameWidth = width - numberWidth - secondsWidth;
  const name = cutText(panel.name, nameWidth, size, 600, measure);
  const texts = [lineOf(panel.number, { x, y, width: numberWidth }, { size, weight: 600, tone: 'quiet' })];
  if (name !== '') {
    texts.push(lineOf(name, { x: x + numberWidth, y, width: nameWidth }, { size, weight: 600 }));
  }
  if (seconds !== '') {
    const bounds = { x: x + width - secondsWidth, y, width: secondsWidth };
    texts.push(lineOf(seconds, bounds, { size, tone: 'quiet', align: 'end' }));
  }
  const words = wrapText(panel.words, width, size, lines, measure);
  const notes = wrapText(panel.notes, width, size, lines - words.length, measure);
  // Lines of one text run the same way, whatever each begins with.
  const addLine = (text: string, all: string, tone: SheetText['tone']) => {
    y += size * LINE;
    texts.push({ ...lineOf(text, { x, y, width }, { size, tone }), isRtl: isRightToLeft(all) });
  };
  for (const line of words) addLine(line, panel.words, 'ink');
  for (const line of notes) addLine(line, panel.notes, 'quiet');
  return texts;
}

/** A row of the pages: at most three panels, below the heading of their scene where that begins. */
interface Row {
  scene: PrintedScene;
  isFirst: boolean;
  panels: readonly PrintedPanel[];
}

const rowsOf = (scenes: readonly PrintedScene[]): Row[] =>
  scenes.flatMap((scene) => {
    const count = Math.max(1, Math.ceil(scene.panels.length / COLUMNS));
    return Array.from({ length: count }, (_, row) => ({
      scene,
      isFirst: row === 0,
      panels: scene.panels.slice(row * COLUMNS, (row + 1) * COLUMNS),
    }));
  });

function headingOf(
  { scene, isFirst }: Row,
  at: { x: number; y: number; width: number },
  measure: Measure,
): SheetText[] {
  const size = 11;
  const words = isFirst ? scene.heading : `${scene.heading} (continued)`;
  const heading = cutText(words, at.width * 0.6, size, 600, measure);
  const used = measure(heading, size, 600) + 10;
  const description = isFirst ? cutText(scene.about, at.width - used, 8.5, 400, measure) : '';
  return [
    lineOf(heading, { ...at, width: used }, { size, weight: 600 }),
    ...(description === ''
      ? []
      : [
          lineOf(
            description,
            { x: at.x + used, y: at.y, width: at.width - used },
            { size: 8.5, tone: 'quiet' },
          ),
        ]),
  ];
}

/** The pages of a board on paper that lies on its side: three panels in a row, scenes with their headings. */
export function layoutPages(
  board: PrintedBoard,
  { paper, rows: perPage }: { paper: Paper; rows: SheetRows },
  measure: Measure,
): Sheet[] {
  const { width, height } = PAPERS[paper];
  const inner = width - 2 * MARGIN;
  const rowHeight = (height - 2 * MARGIN - HEAD) / perPage;
  const { size, lines } = TEXT[perPage];
  const column = (inner - GAP * (COLUMNS - 1)) / COLUMNS;
  const available = rowHeight - SCENE_HEAD - (lines + 1) * size * LINE - GAP;
  const frame = fit(board.ratio, column, available);
  // Words end where the frame does, but below a narrow one.
  const below = frame.width > column * 0.8 ? frame.width : column;
  const rows = rowsOf(board.scenes);
  const count = Math.max(1, Math.ceil(rows.length / perPage));
  return Array.from({ length: count }, (_, page): Sheet => {
    const sheet: Sheet = { width, height, texts: [], frames: [] };
    sheet.texts.push(...pageHead(board, page, count, inner, measure));
    let y = MARGIN + HEAD;
    rows.slice(page * perPage, (page + 1) * perPage).forEach((row, index) => {
      // A scene that goes on is named at the top of a page and nowhere else.
      if (row.isFirst || index === 0) {
        sheet.texts.push(...headingOf(row, { x: MARGIN, y: y + 13, width: inner }, measure));
        y += SCENE_HEAD;
      }
      row.panels.forEach((panel, at) => {
        const x = MARGIN + at * (column + GAP);
        sheet.frames.push(frameOf(panel, { x, y, ...frame }, size, measure));
        const words = { x, y: y + frame.height, width: below };
        sheet.texts.push(...textsOfPanel(panel, words, { size, lines }, measure));
      });
      y += rowHeight - SCENE_HEAD;
    });
    return sheet;
  });
}

function pageHead(
  { title, scenes }: PrintedBoard,
  page: number,
  count: number,
  width: number,
  measure: Measure,
): SheetText[] {
  const seconds = scenes
    .flatMap(({ panels }) => panels)
    .reduce((sum, panel) => sum + (panel.seconds ?? 0), 0);
  const summary = `${plural(scenes.length, 'scene')} · ${formatSeconds(seconds)} · ${page + 1} / ${count}`;
  const used = measure(summary, 9, 400) + 12;
  const at = { x: MARGIN, y: MARGIN + 10 };
  return [
    lineOf(
      cutText(title, width - used, 12, 600, measure),
      { ...at, width: width - used },
      { size: 12, weight: 600 },
    ),
    lineOf(
      summary,
      { ...at, x: MARGIN + width - used, width: used },
      { size: 9, tone: 'quiet', align: 'end' },
    ),
  ];
}

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
