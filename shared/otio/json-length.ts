/** The longest that one character of a string is as JSON: `\u0000`. */
const MAX_ESCAPE = 6;
/** More than any number, `true`, `false` and `null` take. */
const MAX_SIMPLE = 25;

/** What is left of so many characters after a value is written, at the most that it may take; negative when it may not fit. */
function left(value: unknown, capacity: number): number {
  if (capacity < 0) return capacity;
  if (typeof value === 'string') return capacity - value.length * MAX_ESCAPE - 2;
  if (typeof value !== 'object' || value === null) return capacity - MAX_SIMPLE;
  let remainder = capacity - 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && remainder >= 0; index += 1)
      remainder = left(value[index], remainder - 1);
    return remainder;
  }
  const object = value as Readonly<Record<string, unknown>>;
  for (const key in object) {
    if (remainder < 0) return remainder;
    remainder = left(object[key], remainder - key.length * MAX_ESCAPE - 4);
  }
  return remainder;
}

/** Whether a value of JSON takes at most so many characters. Written as text only where it comes near the limit. */
export const fitsLength = (value: unknown, characters: number): boolean =>
  left(value, characters) >= 0 || JSON.stringify(value).length <= characters;
