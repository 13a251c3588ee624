import type { NewTemplate, TemplatePin, TemplateRow } from './rows.ts';

type TemplatePins = Pick<TemplateRow, 'inputs' | 'outputs'> & { required?: readonly string[] };

const byField = (pins: readonly TemplatePin[]): Map<string, TemplatePin> =>
  new Map(pins.map((pin) => [pin.fieldName, pin]));

/** What a new state of a template changes for those who call it, a sentence each; what breaks calls comes first. */
export function changesForCallers(
  before: TemplatePins,
  after: Pick<NewTemplate, 'inputs' | 'outputs' | 'required'>,
): string[] {
  const breaking: string[] = [];
  const compatible: string[] = [];
  const [oldInputs, newInputs] = [byField(before.inputs), byField(after.inputs)];
  const [oldOutputs, newOutputs] = [byField(before.outputs), byField(after.outputs)];
  const [wasRequired, isRequired] = [new Set(before.required), new Set(after.required)];
  for (const [field, pin] of oldInputs) {
    const newPin = newInputs.get(field);
    if (!newPin) breaking.push(`The input ${field} is gone: calls that send it are refused.`);
    else if (newPin.dataType !== pin.dataType) {
      breaking.push(`The input ${field} takes ${newPin.dataType} instead of ${pin.dataType}.`);
    } else if (isRequired.has(field) && !wasRequired.has(field)) {
      breaking.push(`The input ${field} has to be sent now.`);
    } else if (wasRequired.has(field) && !isRequired.has(field)) {
      compatible.push(`The input ${field} may be left out now.`);
    }
  }
  for (const field of newInputs.keys()) {
    if (oldInputs.has(field)) continue;
    if (isRequired.has(field)) breaking.push(`There is a new input ${field}, which has to be sent.`);
    else compatible.push(`There is a new input ${field}, which may be left out.`);
  }
  for (const [name, pin] of oldOutputs) {
    const newOutput = newOutputs.get(name);
    if (!newOutput) breaking.push(`The output ${name} is gone.`);
    else if (newOutput.dataType !== pin.dataType) {
      breaking.push(`The output ${name} is ${newOutput.dataType} instead of ${pin.dataType}.`);
    }
  }
  for (const name of newOutputs.keys()) {
    if (!oldOutputs.has(name)) compatible.push(`There is a new output ${name}.`);
  }
  return [...breaking, ...compatible];
}
