/** A number that OTIO reads as floating point, so that it must be written with a point: `24.0`. */
export class Double {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

const numberText = (value: number): string => (Number.isFinite(value) ? String(value) : 'null');

/** Half a surrogate pair, which JavaScript lets be written as an escape, makes the official library refuse the file. */
const stringText = (text: string): string => JSON.stringify(text.toWellFormed());

/**
 * JSON text in which every Double has a point, as the official library wants for times. Without line breaks: those were
 * half of the text of a long film, and more than an import takes.
 */
export function writeOtioJson(value: unknown): string {
  if (value instanceof Double) {
    const text = numberText(value.value);
    return /^-?\d+$/.test(text) ? `${text}.0` : text;
  }
  if (typeof value === 'number') {
    // The official library holds integers in 64 bits with a sign, and cuts off what is above without a word.
    const tooLong = Number.isInteger(value) && !Number.isSafeInteger(value);
    return tooLong ? writeOtioJson(new Double(value)) : numberText(value);
  }
  if (typeof value === 'string') return stringText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += (text === '' ? '' : ',') + writeOtioJson(item);
    return `[${text}]`;
  }
  for (const key in value) {
    const item: unknown = Reflect.get(value, key);
    if (item !== undefined) text += `${text === '' ? '' : ','}${stringText(key)}: ${writeOtioJson(item)}`;
  }
  return `{${text}}`;
}
