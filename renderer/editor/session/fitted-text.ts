import { fitText } from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';
import type { EditorUi } from './editor-ui.ts';

/**
 * What was typed or pasted into a field that holds so many characters; that the rest was left out is said. A character of
 * two halves is never cut in the middle.
 */
export function fittedText({ ui }: { readonly ui: EditorUi }, text: string, max: number): string {
  if (text.length <= max) return text;
  ui.notify(words.notices.tooLong(number(max)));
  return fitText(text, max);
}
