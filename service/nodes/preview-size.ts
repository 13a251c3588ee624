import { parsePinType } from '#shared/graph/pin-type.ts';
import type { NodeDefinition, NodeValue } from './definition.ts';

type Inputs = Readonly<Record<string, NodeValue | undefined>>;

/** Categories whose nodes have nothing to do with the size of a picture unless they say so. */
const SIZELESS: ReadonlySet<string> = new Set([
  'text',
  'number',
  'json',
  'logic',
  'input',
  'output',
  'control',
  'list',
]);
const MEDIA_PINS: ReadonlySet<string> = new Set(['image', 'video', 'audio', 'file']);

/**
 * Whether nodes of a type can be executed at preview size: their result is that of the full size, made smaller, and
 * comes soon. What a model, a program or time decides is not.
 */
export function hasPreviewSize(definition: NodeDefinition): boolean {
  const { cacheable, waits, runsPrograms, usesModel, preview, category, inputs, outputs } = definition;
  if (cacheable === false || waits === true || runsPrograms === true || usesModel !== undefined) return false;
  if (preview !== undefined) return true;
  // A list of files that a node brings in is not made smaller.
  const pins = category === 'list' ? [...inputs, ...outputs] : outputs;
  return SIZELESS.has(category) && pins.every((pin) => !MEDIA_PINS.has(parsePinType(pin.type).base));
}

/** The names of the inputs that are lengths in pixels with these values. */
function pixelInputs({ preview }: NodeDefinition, inputs: Inputs): readonly string[] {
  const { pixels = [], pixelsIf } = preview ?? {};
  return pixelsIf === undefined || inputs[pixelsIf.pin] === pixelsIf.is ? pixels : [];
}

/**
 * The inputs of a node with all lengths in pixels made smaller.
 * @param scale above 0, at most 1. A length that was there does not vanish: whole numbers stay at least 1.
 */
export function inputsAtScale(definition: NodeDefinition, inputs: Inputs, scale: number): Inputs {
  const scaled: Record<string, NodeValue | undefined> = { ...inputs };
  for (const name of pixelInputs(definition, inputs)) {
    const pin = definition.inputs.find((candidate) => candidate.name === name);
    const value = inputs[name] ?? pin?.default;
    if (pin === undefined || typeof value !== 'number' || value === 0) continue;
    const { step, min } = parsePinType(pin.type);
    const length = value * scale;
    const scaledValue = step === 1 ? Math.sign(value) * Math.max(1, Math.round(Math.abs(length))) : length;
    scaled[name] = min === undefined ? scaledValue : Math.max(min, scaledValue);
  }
  return scaled;
}
