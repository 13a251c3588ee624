/** The beginning of a text, of at most so many units; no half of a letter is left at its end. */
export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
