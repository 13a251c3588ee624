/** Sentences that services and the desktop process write, in English. */
export const sentences = {
  /** A sentence in the language of the page; one that the page does not know, as of a hosted service, stays as it is. */
  translate: (text: string): string => text,
} as const;
