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
  image: t.images,
  video: t.videos,
  audio: t.sounds,
  file: t.alternativeFiles,
  text: t.texts,
  number: t.numbers,
  boolean: t.yesNo,
  json: 'JSON',
};
