/** The language of this page or worker, settled before the texts are loaded. */

let settled: string | null = null;

/** Has to be called before numbers, dates and plurals are written by `forms.ts`. @param tag such as `de-CH` */
export const setLocale = (tag: string): void => {
  settled = tag;
};

/** The tag that was settled; null before, and in tests of parts. */
export const settledLocale = (): string | null => settled;
