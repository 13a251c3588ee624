declare global {
  interface JSON {
    /** Writes a number as it stands; older browsers have no such thing. */
    rawJSON?: (text: string) => unknown;
  }
}

const numberText = (value: number): string => (Number.isFinite(value) ? String(value) : 'null');

/** `24` as `24.0`. */
function doubleText(value: number): string {
  const text = numberText(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

/** A number that OTIO reads as floating point, so that it must be written with a point: `24.0`. */
export class Double {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }

  toJSON(): unknown {
    return JSON.rawJSON?.(doubleText(this.value));
  }
}

/** Half a surrogate pair, which JavaScript lets be written as an escape, makes the official library refuse the file. */
const stringText = (text: string): string => JSON.stringify(text.toWellFormed());

/** Where the engine's own writer may have written what the official library does not read. */
const SUSPECT = /\\ud[89a-f]|[:,[]-?\d{16,}[,}\]]/i;

/**
 * JSON text in which every Double has a point, as the official library wants for times. Without line breaks: those were
 * half of the text of a long film, and more than an import takes.
 */
export function writeOtioJson(value: unknown): string {
  if (!JSON.rawJSON) return raw(value);
  const text = JSON.stringify(value);
  return SUSPECT.test(text) ? raw(value) : text;
}

/** As `writeOtioJson`, value by value: several times slower. */
function raw(value: unknown): string {
  if (value instanceof Double) return doubleText(value.value);
  if (typeof value === 'number') {
    // The official library holds integers in 64 bits with a sign, and cuts off what is above without a word.
    const overLimit = Number.isInteger(value) && !Number.isSafeInteger(value);
    return overLimit ? doubleText(value) : numberText(value);
  }
  if (typeof value === 'string') return stringText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += (text === '' ? '' : ',') + raw(item);
    return `[${text}]`;
  }
  for (const key in value) {
    const item: unknown = Reflect.get(value, key);
    if (item !== undefined) text += `${text === '' ? '' : ','}${stringText(key)}:${raw(item)}`;
  }
  return `{${text}}`;
}
