import { number } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { lists as english } from '../english/lists.ts';

export const lists: Translated<typeof english> = {
  forEach: 'Für jedes Element',
  failed: (count) => `${number(count)} fehlgeschlagen`,
  item: (position) => `Element ${number(position)}`,
  itemsOf: (title) => `Elemente von ${title}`,
  openItems: 'Die Elemente in einer Tabelle zeigen',
  strip: 'Angezeigtes Element',
  oneOf: (position, count) => `${position} von ${count}`,
  sameName: (name, count) => `${count} Dateien heißen „${name}“: Die neueste wird verwendet.`,
};
