import type { LibraryOutputKind } from '#shared/desk/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.gallery.labels;

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
  file: t.alternativeFiles,
  text: t.texts,
  number: 'Numbers',
  boolean: t.yesNo,
  json: 'JSON',
};
