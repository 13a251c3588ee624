import type { Translated } from '../translated.ts';
import type { diskUse as english } from '../english/disk-use.ts';

export const diskUse: Translated<typeof english> = {
  title: 'Speicher auf diesem Rechner',
  notMeasured: 'Der Datenordner konnte nicht gemessen werden',
  folder: 'Datenordner',
  copyFolder: 'Pfad kopieren',
  folderCopied: 'Der Pfad des Datenordners ist kopiert',
  folderNotCopied: 'Der Pfad wurde nicht kopiert',
  kinds: {
    files: 'Dateien und Ergebnisse',
    projects: 'Projekte, Läufe und Vorlagen',
    backups: 'Sicherungen',
    versions: 'Versionen und ungespeicherte Änderungen',
    previews: 'Vorschauen und Proxys',
    offline: 'Zum Arbeiten ohne Netz',
    transfers: 'Laufende Uploads und Exporte',
    misc: 'Einstellungen, Protokolle und Übriges',
  },
  hints: {
    files:
      'Was hochgeladen wurde und was Läufe im lokalen Arbeitsbereich ergeben haben. Um Platz zu schaffen, nicht mehr gebrauchte Dateien unter Dateien löschen.',
    projects: 'Die Datenbank des lokalen Arbeitsbereichs.',
    backups: 'Kopien dieser Datenbank; die älteste geht von selbst.',
    versions: 'Frühere Versionen, Rückgängig und Änderungen, die noch kein Dienst hat.',
    previews: 'Kleine Kopien von Bildern, Tönen und Filmen; sie entstehen neu, wenn sie gezeigt werden.',
    offline: 'Was Dienste zuletzt geantwortet haben, für den Fall, dass sie nicht erreichbar sind.',
    transfers: 'Sie verschwinden, wenn sie fertig sind.',
    misc: '',
  },
  clear: 'Leeren',
  noPreviews: 'Es gibt keine Vorschauen zu leeren.',
  cleared: (size) => `${size} an Vorschauen sind geleert`,
  notCleared: 'Die Vorschauen wurden nicht geleert',
  total: 'Zusammen',
  free: (size) => `${size} sind auf diesem Datenträger frei.`,
  notComplete: 'Es gibt mehr Dateien, als hier gemessen werden: Es ist mehr.',
};
