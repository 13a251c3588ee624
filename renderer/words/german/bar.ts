import type { Translated } from '../translated.ts';
import type { bar as english } from '../english/bar.ts';

export const bar: Translated<typeof english> = {
  find: 'Suchen',
  backTo: (project) => `Zurück zu ${project}`,
  more: 'Mehr',
  rename: (name) => `${name} – zum Umbenennen drücken`,
  nameIt: 'Drücken, um dem Projekt einen Namen zu geben',
  creditsOf: (balance) => `${balance}. Zeigt, was ausgegeben wurde.`,
  queue: 'Warteschlange',
  run: {
    run: 'Ausführen',
    stop: 'Anhalten',
    stopping: 'Hält an…',
    longest: ['99 Knoten ausführen', '99 von 99 ausführen', 'Ausführen · 999 Credits', 'Hält an…'],
    longestShort: ['99 von 99 ausführen', 'Ausführen · 0,05 Credits', 'Erneut ausführen', 'Hält an…'],
  },
  saved: (version) =>
    `Der Dienst hat alle Änderungen. Mit jeder gespeicherten entsteht eine Version, und dies ist Nummer ${version}: Im Verlauf finden sich die früheren.`,
};
