import { isStorable, readTextFile } from '#shared/reading/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.editorCanvas.droppedText;

/** The largest text that a node takes over from a file. */
const MAX_TEXT_BYTES = 64 * 1024;

const TEXT_NAMES = /\.(txt|text|md|markdown|csv|tsv|json|srt|vtt)$/i;

/** Whether a file is one of words, by its name or what the system takes it for. */
const isTextFile = ({ name, type }: File): boolean => TEXT_NAMES.test(name) || type.startsWith('text/');

const TABLE_NAMES = /\.(csv|tsv)$/i;

/** Whether a text is a table of several rows, which can be run one by one. */
const isTable = (name: string, text: string): boolean => TABLE_NAMES.test(name) && text.trim().includes('\n');

/** What becomes of a dropped file of words. */
export interface DroppedText {
  /** Null of what is only a file. */
  text: string | null;
  note: string | null;
  /** Its rows can be run one by one. */
  isTable: boolean;
}

/**
 * What a dropped file becomes: the words of a text, else a file; `note` says why a text is only a file, or what was put right
 * or guessed of one.
 * @returns null for a file that is no text.
 */
export async function readDroppedText(file: File): Promise<DroppedText | null> {
  if (!isTextFile(file)) return null;
  const asFile = t.addedFileUseWords;
  if (file.size > MAX_TEXT_BYTES) {
    const note = t.thanKbText(file.name, asFile);
    // Nothing reads it here: Batches says so where it is no table after all.
    const isLargeTable = TABLE_NAMES.test(file.name);
    return {
      text: null,
      note: isLargeTable ? `${note} ${words.textFiles.tableAsFile}` : note,
      isTable: isLargeTable,
    };
  }
  const reading = await readTextFile(file, { maxBytes: MAX_TEXT_BYTES, hint: '', kind: 'words' });
  if (!reading.ok || !isStorable(reading.text)) {
    return { text: null, note: t.notText(file.name, asFile), isTable: false };
  }
  const text = reading.text.replaceAll(/\r\n?/g, '\n');
  const decoded = words.textFiles.decoded(reading.report);
  const isRows = isTable(file.name, text);
  const notes = [
    ...(decoded.length > 0 ? [`${file.name}: ${decoded.join(' ')}`] : []),
    ...(isRows ? [words.textFiles.tableAsText(file.name)] : []),
  ];
  return { text, note: notes.length > 0 ? notes.join(' ') : null, isTable: isRows };
}
