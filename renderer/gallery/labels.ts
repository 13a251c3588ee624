import type { EditableInputValue } from '#shared/api/index.ts';
import type { LibraryOutputKind } from '#shared/desk/index.ts';

export const kindOrder: readonly LibraryOutputKind[] = [
  'image',
  'video',
  'audio',
  'text',
  'json',
  'number',
  'boolean',
  'file',
];

export const kindLabels: Readonly<Record<LibraryOutputKind, string>> = {
  image: 'Images',
  video: 'Videos',
  audio: 'Sounds',
  file: 'Other files',
  text: 'Texts',
  number: 'Numbers',
  boolean: 'Yes or no',
  json: 'JSON',
};

/** The name of an input in words: `cfgScale` and `cfg_scale` read "Cfg scale". */
export function inputLabel(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
  return words === '' ? name : `${words[0]?.toUpperCase() ?? ''}${words.slice(1).toLowerCase()}`;
}

/** The value of an input as a person reads it. */
export function valueLabel({ type, value }: EditableInputValue): string {
  if (value === null || value === undefined || value === '') return '–';
  if (type === 'file') return 'a file';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
