/** Whether a text comes back from a database as it went in: no NUL character, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
