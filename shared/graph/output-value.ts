import type { EditableInputValue } from '../api/schemas/documents.ts';
import { isFileOutput, type RunOutput } from '../api/schemas/runs.ts';

/** What a node made, as the value of an input. */
export function valueOfOutput(output: RunOutput): EditableInputValue {
  if (isFileOutput(output)) return { type: 'file', value: output.fileId };
  const { value } = output;
  switch (typeof value) {
    case 'string':
      return { type: 'string', value };
    case 'number':
      return { type: 'number', value };
    case 'boolean':
      return { type: 'boolean', value };
    default:
      return { type: 'json', value: value ?? null };
  }
}
