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

/** JSON text in which every Double has a point, as the official library wants for times. */
export function writeOtioJson(value: unknown, indent = ''): string {
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
  const inner = `${indent}    `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => inner + writeOtioJson(item, inner)).join(',\n')}\n${indent}]`;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([key, item]) => `${inner}${stringText(key)}: ${writeOtioJson(item, inner)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
