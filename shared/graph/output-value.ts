import { z } from 'zod';
import type { EditableInputValue } from '../api/schemas/documents.ts';
import { isFileOutput, isListOutput, RunListItem, type RunOutput } from '../api/schemas/runs.ts';

/** What a node made, as the value of an input. */
export function valueOfOutput(output: RunOutput): EditableInputValue {
  if (isFileOutput(output)) return { type: 'file', value: output.fileId };
  if (isListOutput(output)) return { type: 'list', value: output.value.flatMap(valueOfItem) };
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

const Items = z.array(RunListItem);

/** An item of a list; nothing for one that is missing. */
function valueOfItem(item: RunListItem): EditableInputValue[] {
  if ('error' in item) return [];
  const { trace: _trace, ...output } = item;
  const nested = 'value' in output && output.type === 'list' ? Items.safeParse(output.value) : null;
  return nested?.success === true
    ? [{ type: 'list', value: nested.data.flatMap(valueOfItem) }]
    : [valueOfOutput(output)];
}
