/** What starters and the graphs that begin from them say, each by its English words. */
export const starters = {
  /** A title, a name or the text of a starter in the language of the page; what is none of them is left as it is. */
  translate: (text: string): string => text,
} as const;
