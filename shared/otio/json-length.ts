/** The longest that one character of a string is as JSON: `\u0000`. */
const MAX_ESCAPE = 6;
/** More than any number, `true`, `false` and `null` take. */
const MAX_PLAIN = 25;

/** What is left of so many characters after a value is written, at the most that it may take; negative when it may not fit. */
function left(value: unknown, room: number): number {
  if (room < 0) return room;
  if (typeof value === 'string') return room - value.length * MAX_ESCAPE - 2;
  if (typeof value !== 'object' || value === null) return room - MAX_PLAIN;
  let rest = room - 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && rest >= 0; index += 1) rest = left(value[index], rest - 1);
    return rest;
  }
  const object = value as Readonly<Record<string, unknown>>;
  for (const key in object) {
    if (rest < 0) return rest;
    rest = left(object[key], rest - key.length * MAX_ESCAPE - 4);
  }
  return rest;
}

/** Whether a value of JSON takes at most so many characters. Written as text only where it comes near the limit. */
export const fitsInto = (value: unknown, characters: number): boolean =>
  left(value, characters) >= 0 || JSON.stringify(value).length <= characters;
