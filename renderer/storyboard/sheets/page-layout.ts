import { formatSeconds } from '#renderer/timeline/index.ts';
import { words } from '#renderer/words/index.ts';
import type { PrintedPanel, PrintedScene } from './board-panels.ts';
import { cutText, isRightToLeft, wrapText, type Measure, type Weight } from './fit-text.ts';
import {
  frameOf,
  GAP,
  HEAD,
  LINE,
  lineOf,
  MARGIN,
  PAPERS,
  type Paper,
  type PrintedBoard,
  type Sheet,
  type SheetRows,
  type SheetText,
} from './sheet-layout.ts';

/** The pages of a board: rows of panels that are as high as their words, and go on where a page ends. Pure. */

const COLUMNS = 3;
const SCENE_HEAD = 22;
const SUBTITLE_SIZE = 8.5;
/** The size of letters, and how many lines of words a row has room for at least, by the rows of a page. */
const TEXT = { 2: { size: 8.5, lines: 6 }, 3: { size: 7.5, lines: 3 } } as const;
/** Sums of points are not exact. */
const TOLERANCE = 0.01;

/** The largest box of a ratio within a box. */
function fit(ratio: number, width: number, height: number): { width: number; height: number } {
  const byWidth = width / ratio;
  return byWidth <= height ? { width, height: byWidth } : { width: height * ratio, height };
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

/** A line of a text that has several. */
interface Line {
  text: string;
  isRtl: boolean;
  tone: SheetText['tone'];
  weight: Weight;
}

/** All lines of a text. Lines of one text run the same way, whatever each begins with. */
const linesOf = (
  text: string,
  width: number,
  style: { size: number; tone: SheetText['tone']; weight?: Weight },
  measure: Measure,
): Line[] => {
  const { size, tone, weight = 400 } = style;
  // Bold letters are wider than what lines are measured by.
  const lineWidth = weight === 600 ? width * 0.9 : width;
  const isRtl = isRightToLeft(text);
  return wrapText(text, lineWidth, size, Infinity, measure).map((line) => ({
    text: line,
    isRtl,
    tone,
    weight,
  }));
};

/** The line right below a frame: number, name, entrance and length. @returns also whether the name was cut */
function captionOf(
  panel: PrintedPanel,
  at: { x: number; y: number; width: number },
  size: number,
  measure: Measure,
): { texts: SheetText[]; isNameCut: boolean } {
  const { x, y, width } = at;
  const length = panel.seconds === null ? '' : formatSeconds(panel.seconds);
  const seconds = [panel.transitionIn, length].filter(Boolean).join(' · ');
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
  return { texts, isNameCut: name.endsWith('…') && name !== panel.name };
}

/** The heading of a scene, with what it is about where that fits beside it; `below`: the lines that do not. */
function headingOf(
  scene: PrintedScene,
  isFirst: boolean,
  at: { x: number; y: number; width: number },
  measure: Measure,
): { texts: SheetText[]; below: Line[] } {
  const size = 11;
  const title = isFirst ? scene.heading : `${scene.heading} (continued)`;
  const heading = cutText(title, at.width * 0.6, size, 600, measure);
  const used = measure(heading, size, 600) + 10;
  const texts = [lineOf(heading, { ...at, width: used }, { size, weight: 600 })];
  if (!isFirst) return { texts, below: [] };
  const below: Line[] = [];
  const style = { size: SUBTITLE_SIZE, tone: 'quiet' as const };
  if (heading !== title) below.push(...linesOf(title, at.width, { ...style, weight: 600 }, measure));
  const description = cutText(scene.caption, at.width - used, SUBTITLE_SIZE, 400, measure);
  if (description.endsWith('…') && description !== scene.caption) {
    below.push(...linesOf(scene.caption, at.width, style, measure));
  } else if (description !== '') {
    texts.push(lineOf(description, { x: at.x + used, y: at.y, width: at.width - used }, style));
  }
  return { texts, below };
}

/** Puts rows on pages, from the top of each to its end. */
class PageFlow {
  readonly sheets: Sheet[] = [];
  #y = 0;
  readonly #paper: { width: number; height: number };
  readonly #measure: Measure;

  constructor(paper: { width: number; height: number }, measure: Measure) {
    this.#paper = paper;
    this.#measure = measure;
    this.#open();
  }

  get #sheet(): Sheet {
    return this.sheets.at(-1)!;
  }
  get #end(): number {
    return this.#paper.height - MARGIN;
  }
  get #isTop(): boolean {
    return this.#y === MARGIN + HEAD;
  }

  #open(): void {
    const { width, height } = this.#paper;
    this.sheets.push({ width, height, texts: [], frames: [] });
    this.#y = MARGIN + HEAD;
  }

  /** @param height of the row with all its words, without its heading */
  begin({ scene, isFirst }: Row, height: number): void {
    const at = { x: MARGIN, y: this.#y + 13, width: this.#paper.width - 2 * MARGIN };
    const { below } = headingOf(scene, isFirst, at, this.#measure);
    const head = isFirst ? SCENE_HEAD + below.length * SUBTITLE_SIZE * LINE : 0;
    if (!this.#isTop && this.#y + head + height > this.#end + TOLERANCE) this.#open();
    // A scene that goes on is named at the top of a page and nowhere else.
    if (isFirst || this.#isTop) this.#head(scene, isFirst);
  }

  #head(scene: PrintedScene, isFirst: boolean): void {
    const at = { x: MARGIN, y: this.#y + 13, width: this.#paper.width - 2 * MARGIN };
    const { texts, below } = headingOf(scene, isFirst, at, this.#measure);
    this.#sheet.texts.push(...texts);
    this.#y += SCENE_HEAD;
    for (const line of below) {
      if (this.#y + SUBTITLE_SIZE * LINE > this.#end) {
        this.#open();
        this.#head(scene, false);
      }
      this.#write(line, { x: MARGIN, y: this.#y + SUBTITLE_SIZE, width: at.width }, SUBTITLE_SIZE);
      this.#y += SUBTITLE_SIZE * LINE;
    }
  }

  #write(
    { text, isRtl, tone, weight }: Line,
    at: { x: number; y: number; width: number },
    size: number,
  ): void {
    this.#sheet.texts.push({ ...lineOf(text, at, { size, tone, weight }), isRtl });
  }

  /** Opens a page where less than so much is left. */
  require(scene: PrintedScene, height: number): void {
    if (this.#isTop || this.#y + height <= this.#end + TOLERANCE) return;
    this.#open();
    this.#head(scene, false);
  }

  /** Frames of a row. @param least how high the row is at least. */
  row(row: Row, sizes: RowSizes): void {
    const { frame, below, column, size, least } = sizes;
    const step = size * LINE;
    const measure = this.#measure;
    this.require(row.scene, frame.height + step);
    const top = this.#y;
    let remaining = row.panels.map((panel, at) => {
      const x = MARGIN + at * (column + GAP);
      this.#sheet.frames.push(frameOf(panel, { x, y: top, ...frame }, size, measure));
      const captionAt = { x, y: top + frame.height + step, width: below };
      const { texts, isNameCut } = captionOf(panel, captionAt, size, measure);
      this.#sheet.texts.push(...texts);
      return { x, number: panel.number, lines: wordsOf(panel, isNameCut, sizes, measure) };
    });
    let y = top + frame.height + step;
    for (;;) {
      const maxLines = Math.max(0, Math.floor((this.#end - y + TOLERANCE) / step));
      for (const { x, lines } of remaining) {
        lines.slice(0, maxLines).forEach((line, index) => {
          this.#write(line, { x, y: y + (index + 1) * step, width: below }, size);
        });
      }
      const longest = Math.max(0, ...remaining.map(({ lines }) => Math.min(maxLines, lines.length)));
      this.#y = Math.max(y + longest * step + GAP, Math.min(top + least, this.#end));
      remaining = remaining
        .map((panel) => ({ ...panel, lines: panel.lines.slice(maxLines) }))
        .filter(({ lines }) => lines.length > 0);
      if (remaining.length === 0) return;
      this.#open();
      this.#head(row.scene, false);
      y = this.#y + step;
      for (const { x, number } of remaining) {
        const text = `${number} (continued)`;
        const at = { x, y, width: below };
        this.#sheet.texts.push(lineOf(text, at, { size, weight: 600, tone: 'quiet' }));
      }
    }
  }
}

interface RowSizes {
  frame: { width: number; height: number };
  /** The width of words below a frame. */
  below: number;
  column: number;
  size: number;
  least: number;
}

/** All lines below the caption of a panel: a name that was cut there, its words and its notes. */
function wordsOf(
  { name, words, notes }: PrintedPanel,
  isNameCut: boolean,
  { below, size }: Pick<RowSizes, 'below' | 'size'>,
  measure: Measure,
): Line[] {
  const all = (text: string, tone: SheetText['tone'], weight: Weight = 400) =>
    linesOf(text, below, { size, tone, weight }, measure);
  return [...(isNameCut ? all(name, 'ink', 600) : []), ...all(words, 'ink'), ...all(notes, 'quiet')];
}

/**
 * The pages of a board on paper that lies on its side: three panels in a row, scenes with their headings. A row is as high as
 * its words, and what a page does not hold goes on at the next: nothing is left out.
 */
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
  const sizes: RowSizes = { frame, below, column, size, least: rowHeight - SCENE_HEAD };
  const flow = new PageFlow({ width, height }, measure);
  for (const row of rowsOf(board.scenes)) {
    const longest = Math.max(
      0,
      ...row.panels.map((panel) => {
        const { isNameCut } = captionOf(panel, { x: 0, y: 0, width: below }, size, measure);
        return wordsOf(panel, isNameCut, sizes, measure).length;
      }),
    );
    flow.begin(row, Math.max(sizes.least - GAP, frame.height + (longest + 1) * size * LINE));
    flow.row(row, sizes);
  }
  return flow.sheets.map((sheet, page) => ({
    ...sheet,
    texts: [...pageHead(board, page, flow.sheets.length, inner, measure), ...sheet.texts],
  }));
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
  const summary = `${words.counts.scenes(scenes.length)} · ${formatSeconds(seconds)} · ${page + 1} / ${count}`;
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
