import { parsePinType, type PinType } from '#shared/graph/pin-type.ts';
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
} from '#service/nodes/pin-values.ts';

/** A value that does not suit its pin: a sentence for people. */
export interface Misfit {
  code: 'INPUT_MISSING' | 'INPUT_INVALID';
  reason: string;
}

export type Fitted = { ok: true; value: NodeValue | undefined } | { ok: false; misfit: Misfit };

/**
 * Turns a value into what a pin carries: number to text, text to number, whole numbers where the pin has `step 1`;
 * checks limits and choices. An absent value gives the default, undefined when the pin is optional, else a misfit.
 */
export function fitToPin(value: NodeValue | undefined, pin: PinDefinition): Fitted {
  const type = parsePinType(pin.type);
  const takesNull = type.base === 'any' || type.base === 'json';
  const given = value === null && !takesNull ? undefined : value;
  if (given === undefined) {
    if (pin.default !== undefined) return { ok: true, value: pin.default };
    if (pin.optional === true) return { ok: true, value: undefined };
    return misfit('INPUT_MISSING', `${pin.label} is not set. Plug something in, or give it a value.`);
  }
  try {
    return { ok: true, value: read(given, pin.label, type) };
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error;
    return misfit('INPUT_INVALID', error.message);
  }
}

const misfit = (code: Misfit['code'], reason: string): Fitted => ({ ok: false, misfit: { code, reason } });

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
