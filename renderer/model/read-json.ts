import { DEFAULT_LIMITS, parseJson, type Reading } from '#shared/reading/index.ts';

/** JSON that somebody typed or pasted into a field. A problem's message says what is wrong and what to do. */
export const readTypedJson = (text: string): Reading<unknown> =>
  parseJson(text, { limits: DEFAULT_LIMITS, subject: 'The text', advice: 'Shorten it.' });
