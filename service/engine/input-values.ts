import { parsePinType, isIntegerType, type PinType } from '#shared/graph/pin-type.ts';
import { NodeFailure, type NodeValue, type PinDefinition } from '#service/nodes/definition.ts';
import {
  readBoolean,
  readChoice,
  readColor,
  readFile,
  readJson,
  readMedia,
  readNumber,
  readText,
  requireInteger,
} from '#service/nodes/pin-values.ts';

/** A value that does not suit its pin: a sentence for people. */
export interface Mismatch {
  code: 'INPUT_MISSING' | 'INPUT_INVALID';
  reason: string;
}

export type Fitted =
  /** @property note a sentence, where the value is another one than was given. */
  { ok: true; value: NodeValue | undefined; note?: string } | { ok: false; mismatch: Mismatch };

/**
 * Turns a value into what a pin carries: number to text, text to number, checks
 * limits and choices. What is set is taken as it is or refused; what a wire brings may be computed, and a fraction is rounded
 * where the pin has `step 1`. An absent value gives the default, undefined when the pin is optional, else a misfit.
 */
export function fitToPin(
  value: NodeValue | undefined,
  pin: PinDefinition,
  origin: 'set' | 'wire' = 'set',
): Fitted {
  const type = parsePinType(pin.type);
  const acceptsNull = type.base === 'any' || type.base === 'json';
  const provided = value === null && !acceptsNull ? undefined : value;
  if (provided === undefined) {
    if (pin.default !== undefined) return { ok: true, value: pin.default };
    if (pin.optional === true) return { ok: true, value: undefined };
    return mismatch('INPUT_MISSING', `${pin.label} is not set. Plug something in, or give it a value.`);
  }
  try {
    if (type.base !== 'number') return { ok: true, value: read(provided, pin.label, type) };
    if (origin === 'set') requireInteger(provided, pin.label, isIntegerType(type));
    const numberInput = readNumber(provided, pin.label, type);
    if (numberInput === Number(provided)) return { ok: true, value: numberInput };
    return {
      ok: true,
      value: numberInput,
      note: `${pin.label} takes whole numbers: ${Number(provided)} was rounded to ${numberInput}.`,
    };
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error;
    return mismatch('INPUT_INVALID', error.message);
  }
}

const mismatch = (code: Mismatch['code'], reason: string): Fitted => ({
  ok: false,
  mismatch: { code, reason },
});

function read(value: NodeValue, label: string, type: PinType): NodeValue {
  switch (type.base) {
    case 'any':
      return value;
    case 'json':
      return readJson(value, label);
    case 'text':
      return readText(value, label);
    case 'color':
      // Which names are colors is for the node to say.
      return readColor(value, label, (text) => (text.trim() === '' ? null : text));
    case 'choice':
      return readChoice(value, label, type.choices ?? []);
    case 'boolean':
      return readBoolean(value, label);
    case 'number':
      return readNumber(value, label, type);
    case 'file':
      return readFile(value, label);
    case 'image':
    case 'audio':
    case 'video':
      return readMedia(value, label, type.base);
    default:
      return type.base satisfies never;
  }
}
