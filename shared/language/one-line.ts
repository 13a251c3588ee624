/** A text as one line: what breaks lines and other control characters are spaces, and none stand at its ends. */
export const toSingleLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
