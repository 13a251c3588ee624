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
