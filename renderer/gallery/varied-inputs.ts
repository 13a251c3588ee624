import { inputName, type OutputBatch, type OutputInput } from '#shared/desk/index.ts';
import { inputLabel, valueLabel } from '#renderer/ui/index.ts';
import { labelsFrom, titleOfNode, type NodeTypes } from './node-types.ts';

/** Whether a grid varied an input: its place says it, `Angle 225` or `Light · Angle 225`. @param types null until they are known */
export function isVariedInput(
  types: NodeTypes | null,
  input: OutputInput,
  batch: OutputBatch | null,
): boolean {
  const segments = batch?.place.split(', ') ?? [];
  const value = valueLabel(input.value);
  const node = titleOfNode(types, input);
  return [labelsFrom(types)(input), inputLabel(input.name)].some(
    (name) => segments.includes(`${name} ${value}`) || segments.includes(`${inputName(node, name)} ${value}`),
  );
}
