import { number, pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { lists as english } from '../english/lists.ts';

export const lists: Translated<typeof english> = {
  forEach: 'Für jedes Element',
  failed: (count) => `${number(count)} fehlgeschlagen`,
  missing: 'Fehlgeschlagen',
  selectFiles: 'Dateien wählen',
  addFilesTo: (label, count) =>
    count === 0
      ? `${label}: Dateien wählen`
      : `${label}: ${pluralForm(count, ['# Datei', '# Dateien'])}, weitere hinzufügen`,
  sending: (summary, count) => `${summary} · ${number(count)} unterwegs`,
  moveUp: (name) => `${name} nach oben`,
  moveDown: (name) => `${name} nach unten`,
  removeFile: (name) => `${name} entfernen`,
  furtherFiles: (count) => `Und ${number(count)} weitere`,
  item: (position) => `Element ${number(position)}`,
  itemsOf: (title) => `Elemente von ${title}`,
  openItems: 'Die Elemente in einer Tabelle zeigen',
  strip: 'Angezeigtes Element',
  oneOf: (position, count) => `${position} von ${count}`,
  sameName: (name, count) => `${count} Dateien heißen „${name}“: Die neueste wird verwendet.`,
};
