import type { OtioWarning } from '#shared/api/index.ts';
import {
  CUT_CODECS,
  filesOfCut,
  otioOfCut,
  offsetInMedia,
  type EdlRate,
  type MediumInfo,
} from '#shared/interchange/index.ts';
import { TimelineFileRefused, WarningList } from '#shared/otio/index.ts';
import { decodeText, type TextEncoding, type TextReport } from '#shared/reading/index.ts';
import { foreignFormatOf, type ForeignFormat } from '#shared/timeline/cut-formats.ts';
import { words } from '#renderer/words/index.ts';
import { nameOfCut } from './cut-names.ts';

/** Reads an EDL or FCP 7 XML, in a worker: a large file would hold the page. */

/** A file, and what a person says of it. */
export interface CutRequest {
  /** Its bytes, which nobody else has in hand. */
  bytes: Uint8Array;
  filename: string;
  /** Where the encoding is a guess that was wrong. */
  encoding?: TextEncoding;
  /** Frames a second of an EDL, where the guess was wrong. */
  rate?: number;
  /** Frames a second of what it goes to. */
  hint?: number;
  /** What is known of its media, by their names. */
  media?: readonly (readonly [string, MediumInfo])[];
}

/** What there is to choose before a file is read. */
export interface CutInspection {
  text: TextReport;
  /** Its first lines with letters that tell whether the encoding is right. */
  accented: string[];
  /** Null for a format that says its rate. */
  rate: EdlRate | null;
  /** The files that it asks for. */
  files: string[];
}

/** What was asked for, or a sentence that says what to do. */
export type CutResponse<T> = ({ ok: true } & T) | { ok: false; problem: string };

/** @throws TimelineFileRefused for a name that is of no such format. */
function codecOf({ filename }: CutRequest): (typeof CUT_CODECS)[ForeignFormat] {
  const format = foreignFormatOf(filename);
  if (format === null)
    throw new TimelineFileRefused(words.interchange.useImport.notTimelineCanImported(filename));
  return CUT_CODECS[format];
}

async function decoded(request: CutRequest): Promise<{ text: string; report: TextReport }> {
  const { bytes, encoding } = request;
  const declared = encoding ?? codecOf(request).encodingOf?.(bytes);
  const reading = await decodeText(bytes, { kind: words.interchange.timelineKind }, declared);
  if (!reading.ok) throw new TimelineFileRefused(reading.problem);
  const isDeclared = encoding === undefined && declared !== undefined;
  return { text: reading.text, report: isDeclared ? { ...reading.report, isGuess: false } : reading.report };
}

const cutOf = (text: string, request: CutRequest) =>
  codecOf(request).read(text, nameOfCut(request.filename), request.rate, request.hint);

async function respond<T extends object>(work: () => Promise<T>): Promise<CutResponse<T>> {
  try {
    return { ok: true, ...(await work()) };
  } catch (error) {
    if (error instanceof TimelineFileRefused) return { ok: false, problem: error.message };
    throw error;
  }
}

const ACCENTED_LINES = 4;
const LINE_LENGTH = 160;

function accentedLines(text: string): string[] {
  const lines: string[] = [];
  for (const [line] of text.matchAll(/[^\r\n]*[^\p{ASCII}\r\n][^\r\n]*/gu)) {
    lines.push(line.trim().slice(0, LINE_LENGTH));
    if (lines.length === ACCENTED_LINES) break;
  }
  return lines;
}

/** Looks into a file: whether it can be read, and what its reader had to guess. */
export const inspectCut = (request: CutRequest): Promise<CutResponse<CutInspection>> =>
  respond(async () => {
    const { text, report } = await decoded(request);
    const { cut } = cutOf(text, request);
    return {
      text: report,
      accented: accentedLines(text),
      rate: codecOf(request).rateOf?.(text, request.hint) ?? null,
      files: filesOfCut(cut),
    };
  });

/** Reads a file. @returns the same cut as the text of OpenTimelineIO, and what of it did not fit. */
export const readCut = (
  request: CutRequest,
): Promise<CutResponse<{ otio: string; warnings: OtioWarning[] }>> =>
  respond(async () => {
    const { text, report } = await decoded(request);
    const { cut, warnings } = cutOf(text, request);
    const list = new WarningList();
    // What a person has chosen is no guess any more.
    const finalReport = request.encoding === undefined ? report : { ...report, isGuess: false };
    for (const sentence of words.textFiles.decoded(finalReport)) list.add('TEXT_PUT_RIGHT', sentence, null);
    const note = (code: string, message: string, path: string | null): void => list.add(code, message, path);
    const aligned = codecOf(request).namesTimecodes
      ? offsetInMedia(cut, new Map(request.media ?? []), note)
      : cut;
    return { otio: otioOfCut(aligned), warnings: [...list.all(), ...warnings] };
  });
