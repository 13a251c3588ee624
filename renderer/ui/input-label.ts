import type { EditableInputValue } from '#shared/api/index.ts';
import { inputName, type RunPurpose } from '#shared/desk/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.ui.inputLabel;

/** The name of an input in words: `cfgScale` and `cfg_scale` read "Cfg scale". */
export function inputLabel(name: string): string {
  const segments = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
  const label = `${segments[0]?.toUpperCase() ?? ''}${segments.slice(1).toLowerCase()}`;
  return label === '' ? name : words.nodeTypes.input(label);
}

/** The value of an input as a person reads it. */
export function valueLabel({ type, value }: EditableInputValue): string {
  if (value === null || value === undefined || value === '') return '–';
  if (type === 'file') return t.aFile;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Inputs whose name says nothing beside that of their node: a letter, or what every node of one value has. */
const isGenericName = (name: string): boolean => name.length <= 1 || name === 'value' || name === 'text';

/** An input with its value: `Headline: morning`, `Light · Width: 300`. */
export const inputWithValue = (title: string, name: string, value: EditableInputValue): string => {
  const label = title !== '' && isGenericName(name) ? title : inputName(title, inputLabel(name));
  return `${label}: ${shortened(valueLabel(value))}`;
};

const MAX_VALUE = 40;
const shortened = (value: string): string =>
  value.length <= MAX_VALUE ? value : `${value.slice(0, MAX_VALUE).toWellFormed()}…`;

/** Changes of a run that are said in a line. */
const MAX_CHANGES = 2;

/** What a run executed: a version, the canvas as it was, that with the values of a grid or batch, a template, a graph once more with what was changed of it, or a film. */
export function ranAs({
  projectVersion,
  templateId = null,
  occasion,
  batchName = null,
}: {
  projectVersion: number | null;
  templateId?: string | null;
  occasion?: RunPurpose | undefined;
  /** What made it, as `Grid “Blur radii”`; empty where its name is not known, null of a run by itself. */
  batchName?: string | null;
}): string {
  if (occasion === undefined && batchName !== null) return batchName || words.runs.ofBatch;
  if (occasion === undefined && templateId !== null) return words.runs.template;
  if (occasion === undefined) return words.runs.graphOf(projectVersion);
  if (occasion.kind === 'film') return words.runs.film;
  const { changes } = occasion;
  if (changes.length === 0) return words.runs.onceMore;
  const changeNames = changes
    .slice(0, MAX_CHANGES)
    .map(({ nodeTitle, name, value }) => inputWithValue(nodeTitle, name, value));
  const remainingCount = changes.length - changeNames.length;
  return [...changeNames, ...(remainingCount > 0 ? [words.runs.moreChanges(remainingCount)] : [])].join(', ');
}
