import type { SentencePairs } from './sentence.ts';

/** Of decoders and of the desktop window. */
export const DECODER_SENTENCES: SentencePairs = [
  [
    'Save it again in another format, or choose another file.',
    'In einem anderen Format speichern oder eine andere Datei auswählen.',
  ],
  [
    'This file cannot be shown as a picture. Download it to look at it.',
    'Diese Datei lässt sich nicht als Bild zeigen. Herunterladen, um sie anzusehen.',
  ],
  [
    'This picture could not be read: the decoder crashed. {0}',
    'Dieses Bild war nicht lesbar: Der Decoder ist abgestürzt. {0}',
  ],
  [
    'This picture could not be read: it takes too much memory. {0}',
    'Dieses Bild war nicht lesbar: Es braucht zu viel Arbeitsspeicher. {0}',
  ],
  [
    'This picture could not be read: it takes too long. {0}',
    'Dieses Bild war nicht lesbar: Es dauert zu lange. {0}',
  ],
  [
    'This picture could not be read: it ended the decoder twice and is not tried again. {0}',
    'Dieses Bild war nicht lesbar: Es hat den Decoder zweimal beendet und wird nicht noch einmal versucht. {0}',
  ],
  [
    'This picture could not be read: the decoder did not start. Try again in a minute.',
    'Dieses Bild war nicht lesbar: Der Decoder ist nicht gestartet. In einer Minute erneut versuchen.',
  ],
  ['It has no pictures that can be read.', 'Es hat keine lesbaren Bilder.'],
  ['It cannot be read.', 'Es ist nicht lesbar.'],
  [
    'Pictures of videos, waveforms and proxies need ffmpeg, which was not found on this computer. Install it, then start Patchbay again.',
    'Bilder von Videos, Wellenformen und Proxys brauchen ffmpeg, das auf diesem Computer nicht gefunden wurde. Installieren, dann Patchbay neu starten.',
  ],
  [
    'This file holds no pictures or sound itself: it names other files that do, and those are not opened. Export it again as one self-contained file, then add that.',
    'Diese Datei enthält selbst weder Bild noch Ton: Sie nennt andere Dateien, und die werden nicht geöffnet. Noch einmal als eine vollständige Datei exportieren und diese hinzufügen.',
  ],
  [
    'This file could not be read as a picture, video or sound. Save it to look at it with another program.',
    'Diese Datei war weder als Bild noch als Video oder Ton lesbar. Speichern, um sie mit einem anderen Programm anzusehen.',
  ],
  [
    'This file could not be read: the decoder crashed. Save it to look at it with another program.',
    'Diese Datei war nicht lesbar: Der Decoder ist abgestürzt. Speichern, um sie mit einem anderen Programm anzusehen.',
  ],
  [
    'This file could not be read: it takes too much memory. Save it to look at it with another program.',
    'Diese Datei war nicht lesbar: Sie braucht zu viel Arbeitsspeicher. Speichern, um sie mit einem anderen Programm anzusehen.',
  ],
  [
    'This file could not be read: it takes too long. Save it to look at it with another program.',
    'Diese Datei war nicht lesbar: Es dauert zu lange. Speichern, um sie mit einem anderen Programm anzusehen.',
  ],
  [
    'This file could not be read: it ended the decoder twice and is not tried again. Save it to look at it with another program.',
    'Diese Datei war nicht lesbar: Sie hat den Decoder zweimal beendet und wird nicht noch einmal versucht. Speichern, um sie mit einem anderen Programm anzusehen.',
  ],
  [
    'This file could not be read: the decoder did not start. Try again in a minute.',
    'Diese Datei war nicht lesbar: Der Decoder ist nicht gestartet. In einer Minute erneut versuchen.',
  ],
  ['The sound is mixed', 'Der Ton wird gemischt'],
  ['Frame {0} of {1}', 'Frame {0} von {1}'],
  [
    'Files of this kind may be programs, so they are not opened from here. Save it, then open it yourself.',
    'Dateien dieser Art können Programme sein und werden von hier nicht geöffnet. Speichern und dann selbst öffnen.',
  ],
  [
    'No program on this computer opens files of this kind. Save it instead.',
    'Kein Programm auf diesem Computer öffnet Dateien dieser Art. Stattdessen speichern.',
  ],
  [
    'Only files that Patchbay shows can be used by other programs.',
    'Andere Programme können nur Dateien verwenden, die Patchbay zeigt.',
  ],
  [
    'The file could not be read from the service. Try again.',
    'Die Datei war vom Dienst nicht lesbar. Erneut versuchen.',
  ],
  [
    'The file could not be written to this computer. Free some space and try again.',
    'Die Datei ließ sich nicht auf diesen Computer schreiben. Platz schaffen und erneut versuchen.',
  ],
  ['Only files that Patchbay shows can be saved.', 'Speichern lassen sich nur Dateien, die Patchbay zeigt.'],
  [
    'The file was saved, but the settings beside it could not be read. Save it again.',
    'Die Datei wurde gespeichert, aber die Einstellungen daneben waren nicht lesbar. Noch einmal speichern.',
  ],
  [
    'The disk is full. Free some space, or choose another place.',
    'Der Datenträger ist voll. Platz schaffen oder einen anderen Ort wählen.',
  ],
  [
    'That folder cannot be written to. Choose another place.',
    'In diesen Ordner lässt sich nicht schreiben. Einen anderen Ort wählen.',
  ],
  [
    'The file could not be saved. Try again, or choose another place.',
    'Die Datei ließ sich nicht speichern. Erneut versuchen oder einen anderen Ort wählen.',
  ],
];
