import type { Translated } from '../translated.ts';
import type { webDrop as english } from '../english/web-drop.ts';

export const webDrop: Translated<typeof english> = {
  title: 'Dieses Bild laden?',
  description: (host) =>
    `Die Seite hat nur die Adresse übergeben. Patchbay würde das Bild bei ${host} anfragen; dort sind dann die eigene Netzwerkadresse und das gewünschte Bild zu sehen. Sonst wird nichts gesendet: kein Schlüssel und kein Cookie.`,
  fetch: 'Bild laden',
  cancel: 'Abbrechen',
  noAddress:
    'Dieses Bild hat keine Adresse, von der Patchbay es laden kann. Auf diesem Computer speichern und die Datei ablegen.',
  unreadable:
    'Dieses Bild ließ sich nicht von der Seite lesen. Auf diesem Computer speichern und die Datei ablegen.',
  wordsOnly:
    'Abgelegt wurde Text, hierher gehören Bilder, Videos und Audiodateien. Text auf einem Graphen ablegen.',
};
