import { DEFAULT_LIMITS, parseJson, type Reading } from '#shared/reading/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.model.readJson;

/** JSON that somebody typed or pasted into a field. A problem's message says what is wrong and what to do. */
export function readTypedJson(text: string): Reading<unknown> {
  let literal: string | undefined;
  const read = parseJson(text, {
    limits: DEFAULT_LIMITS,
    label: t.theText,
    hint: t.shortenIt,
    onUnsafeIntegers: ([first]) => {
      literal = first;
    },
  });
  if (!read.ok || literal === undefined) return read;
  // Taken as a number it would be rounded, and as text it would be something else than was typed.
  const message = t.numberQuotesKeepText(literal);
  return { ok: false, problem: { code: 'NOT_JSON', message, cause: undefined } };
}
