/**
 * Whole numbers in JSON that a number of JavaScript cannot hold: ids of shots, assets and posts have 18 or 19 digits, and
 * parsing rounds them. A fraction is no id, and rounds behind its sixteenth digit as it does in every program.
 */

/** The third argument of a reviver (proposal “JSON.parse source text access”, in all current engines). */
interface Source {
  source?: string;
}
type Reviver = (this: unknown, key: string, value: unknown, context?: Source) => unknown;

/** Fewer digits always fit. */
const MAYBE_LONG = /\d{16}/;
const INTEGER = /^-?\d+$/;

/** Whether a number would be written with other digits than it was read with. @param source as it was read. */
const isRounded = (value: number, source: string): boolean =>
  INTEGER.test(source) && !Number.isSafeInteger(value) && String(value) !== source;

/**
 * Parses JSON and keeps whole numbers that do not fit as the text they were written with. The text must have passed the limits.
 * @returns the value, and the numbers that became texts, in their order.
 * @throws SyntaxError
 */
export function parsePreservingIntegers(text: string): { value: unknown; preserved: string[] } {
  const preserved: string[] = [];
  if (!MAYBE_LONG.test(text)) return { value: JSON.parse(text), preserved };
  const keep: Reviver = (_key, value, context) => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined || !isRounded(value, source)) return value;
    preserved.push(source);
    return source;
  };
  return { value: JSON.parse(text, keep), preserved };
}
