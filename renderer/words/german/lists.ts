import type { Translated } from '../translated.ts';
import type { lists as english } from '../english/lists.ts';

export const lists: Translated<typeof english> = {
  oneOf: (position, count) => `${position} von ${count}`,
  sameName: (name, count) => `${count} Dateien heißen „${name}“: Die neueste wird verwendet.`,
};
