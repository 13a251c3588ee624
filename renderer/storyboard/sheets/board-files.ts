import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import { pdfOfPictures, type PdfPage, type PdfWords } from '#renderer/ui/index.ts';
import { words as catalog } from '#renderer/words/index.ts';
import { panelsOfBoard } from './board-panels.ts';
import { createMeasure, drawSheet } from './draw-sheet.ts';
import type { Measure } from './fit-text.ts';
import { layoutPages } from './page-layout.ts';
import {
  layoutContactSheet,
  PAPERS,
  type Paper,
  type PrintedBoard,
  type Sheet,
  type SheetRows,
} from './sheet-layout.ts';

/** Pixels a point: 216 to an inch, fine enough for print. */
const PRINT_SCALE = 3;
const JPEG_QUALITY = 0.9;

export interface BoardFile {
  connectionId: string;
  document: StoryboardDocument;
  find: FindLibraryFile;
  signal: AbortSignal;
  /** How far it is, from 0 to 1. */
  onProgress: (progress: number) => void;
}

function printedBoard({ document, find }: Pick<BoardFile, 'document' | 'find'>): PrintedBoard {
  const [width, height] = document.settings.aspectRatio.split(/[:/x]/).map(Number);
  return {
    title: document.name || catalog.common.storyboard,
    scenes: panelsOfBoard(document, find),
    ratio: width && height ? width / height : 16 / 9,
  };
}

/** A board on paper. @throws Error with a sentence; an abort as the signal's reason. */
export async function boardAsPdf(file: BoardFile, options: { paper: Paper; rows: SheetRows }): Promise<Blob> {
  const { connectionId, signal, onProgress } = file;
  const board = printedBoard(file);
  const measure = await createMeasure();
  const sheets = layoutPages(board, options, measure);
  const { width, height } = PAPERS[options.paper];
  const pages: PdfPage[] = [];
  for (const sheet of sheets) {
    const canvas = await drawSheet(sheet, { connectionId, scale: PRINT_SCALE, signal });
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
    const words = wordsOf(sheet, measure);
    pages.push({ jpeg, width: canvas.width, height: canvas.height, paper: { width, height }, words });
    signal.throwIfAborted();
    onProgress(pages.length / sheets.length);
  }
  return pdfOfPictures(pages, board.title);
}

/** What is written on a sheet, where it is seen. */
function wordsOf({ texts, frames }: Sheet, measure: Measure): PdfWords[] {
  const labels = texts.map(({ text, x, y, width, size, weight, align, isRtl }) => {
    const textWidth = measure(text, size, weight);
    const isAtRight = isRtl === (align === 'start');
    return { text, x: isAtRight ? x + width - textWidth : x, y, width: textWidth, size, isRtl };
  });
  const placeholders = frames.map(({ text, x, y, width, height, size }) => {
    const textWidth = measure(text, size, 400);
    return {
      text,
      x: x + (width - textWidth) / 2,
      y: y + height / 2 + size / 3,
      width: textWidth,
      size,
      isRtl: false,
    };
  });
  return [...labels, ...placeholders];
}

/** All panels of a board as one PNG. @throws Error with a sentence; an abort as the signal's reason. */
export async function boardAsPicture(file: BoardFile): Promise<Blob> {
  const { connectionId, signal } = file;
  const sheet = layoutContactSheet(printedBoard(file), await createMeasure());
  if (!sheet) throw new Error('This board has too many panels for one picture. Save it as a PDF.');
  const canvas = await drawSheet(sheet, { connectionId, scale: 1, signal });
  return canvas.convertToBlob({ type: 'image/png' });
}
