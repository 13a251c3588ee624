import { DEFAULT_LIMITS, parseJson, type Reading } from '#shared/reading/index.ts';

/** JSON that somebody typed or pasted into a field. A problem's message says what is wrong and what to do. */
export function readTypedJson(text: string): Reading<unknown> {
  let literal: string | undefined;
  const read = parseJson(text, {
    limits: DEFAULT_LIMITS,
    subject: 'The text',
    advice: 'Shorten it.',
    onUnsafeIntegers: ([first]) => {
      literal = first;
    },
  });
  if (!read.ok || literal === undefined) return read;
  // Taken as a number it would be rounded, and as text it would be something else than was typed.
  const message = `${literal} is too long for a number here. Put it in quotes to keep it as text.`;
  return { ok: false, problem: { code: 'NOT_JSON', message, cause: undefined } };
}
