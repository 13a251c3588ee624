/** How much of what a service says goes into one row: lists read hundreds of rows at once. */

/** Characters of an id, a name, a status or a time. A longer one is no honest service's. */
const MAX_TEXT_LENGTH = 1000;
/** Outputs of one run. */
export const MAX_OUTPUTS = 1000;

/** Whether ids, states and times are short enough for a row; what is missing is. */
export const areShort = (...texts: readonly (string | null | undefined)[]): boolean =>
  texts.every((text) => (text?.length ?? 0) <= MAX_TEXT_LENGTH);

/** A name as it is stored: its beginning, without half a character at its end. */
export const shortText = (text: string): string => text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
