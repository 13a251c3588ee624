import { pluralForm, number } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { relink as english } from '../english/relink.ts';

export const relink: Translated<typeof english> = {
  title: 'Fehlende Dateien suchen',
  description:
    'Gesucht wird nach Inhalt, Namen und Länge unter den vorhandenen Dateien. Einen Ordner oder Dateien dieses Computers auswählen, um auch dort zu suchen.',
  missing: (count, shots) =>
    [
      count === 0 ? '' : pluralForm(count, ['# fehlende Datei', '# fehlende Dateien']),
      shots === 0 ? '' : pluralForm(shots, ['# Shot ohne Bild', '# Shots ohne Bild']),
    ]
      .filter((segment) => segment !== '')
      .join(' · '),
  chooseFolder: 'In einem Ordner suchen…',
  chooseFiles: 'Dateien auswählen…',
  chooseFor: (name) => `Eine Datei für ${name} auswählen`,
  unnamed: 'Ein Clip ohne Namen',
  take: (name) => `${name} zuordnen`,
  all: 'Alle gefundenen',
  found: (found, all) => `${found} von ${all} gefunden`,
  candidates: (name) => `Datei für ${name}`,
  nothing: 'Nichts Ähnliches',
  nothingYet: 'Hier gibt es nichts Ähnliches. Auf diesem Computer auswählen.',
  expected: (length, rate, count) =>
    [length, rate, pluralForm(count, ['# Clip', '# Clips'])].filter((segment) => segment !== '').join(' · '),
  atLeast: (length) => `mindestens ${length}`,
  rate: (rate) => `${number(Math.round(rate * 1000) / 1000)} fps`,
  inFiles: 'in Dateien',
  onThisComputer: 'auf diesem Computer, wird hochgeladen',
  otherLength: (length, expected) => `${length} lang, nicht ${expected}`,
  looking: 'Die Dateien werden gelesen…',
  tooMany: (count) => `Nur die ersten ${count} Bilder, Videos und Audiodateien des Ordners werden angesehen.`,
  noMedia: 'Darunter ist kein Bild, kein Video und keine Audiodatei.',
  matches: {
    hash: 'Dieselbe Datei',
    'name-and-length': 'Name und Länge',
    name: 'Nur der Name',
    similar: 'Ähnlich',
  },
  chosen: 'Eigene Auswahl',
  start: (count) =>
    count === 0 ? 'Dateien zuordnen' : pluralForm(count, ['# Datei zuordnen', '# Dateien zuordnen']),
  step: (count) => pluralForm(count, ['# Datei zuordnen', '# Dateien zuordnen']),
  findAfterImport: 'Fehlende Dateien suchen…',
};
