import { isFileOutput } from '#shared/api/index.ts';
import { useMediaText } from '#renderer/desk/index.ts';
import { formatBytes } from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';
import { isTextType, textOf, type NamedOutput, type ViewedItem } from './viewed-item.ts';

const t = words.viewer.viewedText;

/** Bytes of a text file that are shown; of a text value, so many characters. */
const MAX_CHARS = 1_000_000;

export interface ViewedText {
  text: string;
  /** What is missing, in a sentence; null when all of it is there. */
  note: string | null;
  isLoading: boolean;
  error: unknown;
}

/** Whether an item is read as text. */
export const isReadable = ({ output }: NamedOutput): boolean =>
  !isFileOutput(output) || isTextType(output.contentType);

/** The text of an item, or the beginning of a long one. Null for what is no text. */
export function useViewedText(item: ViewedItem): ViewedText | null {
  const file = isFileOutput(item.output) ? item.output : null;
  const fileId = file && isTextType(file.contentType) && file.sizeBytes > 0 ? file.fileId : null;
  const loaded = useMediaText(item.connectionId, fileId, MAX_CHARS);
  if (!isReadable(item)) return null;
  if (file === null) {
    const fullText = textOf(item.output);
    const isComplete = fullText.length <= MAX_CHARS;
    return {
      text: isComplete ? fullText : fullText.slice(0, MAX_CHARS),
      note: isComplete ? null : t.onlyFirstMillionCharacters(number(fullText.length)),
      isLoading: false,
      error: null,
    };
  }
  const { data } = loaded;
  return {
    text: data?.text ?? '',
    note:
      data && !data.isWhole ? t.onlyFirstSaveRead(formatBytes(MAX_CHARS), formatBytes(data.sizeBytes)) : null,
    isLoading: loaded.isLoading,
    error: loaded.error,
  };
}
