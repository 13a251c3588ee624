import type { SentencePairs } from './sentence.ts';

/** Of nodes of the local service. */
export const NODE_SENTENCES: SentencePairs = [
  [
    'The list is too long for one value. Take a part of it with Slice.',
    'Die Liste ist zu lang für einen Wert. Mit „Ausschnitt“ einen Teil nehmen.',
  ],
  [
    'Row {0} of the table is too long to be one. Check its quotes.',
    'Zeile {0} der Tabelle ist zu lang für eine Zeile. Ihre Anführungszeichen prüfen.',
  ],
  [
    'The table has more than {0} rows. Take a part of it.',
    'Die Tabelle hat mehr als {0} Zeilen. Einen Teil davon nehmen.',
  ],
  ['The table has no column “{0}”. It has {1}.', 'Die Tabelle hat keine Spalte „{0}“. Sie hat {1}.'],
  [
    'The list has {0} items and Yes or no {1}. Give both as many.',
    'Die Liste hat {0} Einträge und „Ja oder Nein“ {1}. Beiden gleich viele geben.',
  ],
  [
    'The list has {0} items and By {1}. Give both as many.',
    'Die Liste hat {0} Einträge und „Nach“ {1}. Beiden gleich viele geben.',
  ],
  [
    'A list of files or of lists has at most {0} items, and this would have {1}. Make a shorter one.',
    'Eine Liste von Dateien oder Listen hat höchstens {0} Einträge, diese hätte {1}. Eine kürzere machen.',
  ],
  [
    'The list would have {0} items; at most {1} fit. Make a shorter one.',
    'Die Liste hätte {0} Einträge; höchstens {1} passen. Eine kürzere machen.',
  ],
  [
    'The list has {0} items, and none with the number {1}.',
    'Die Liste hat {0} Einträge und keinen mit der Nummer {1}.',
  ],
  [
    'Step must not be 0. Set how far the numbers are apart.',
    'Der Schritt darf nicht 0 sein. Angeben, wie weit die Zahlen auseinander liegen.',
  ],
  [
    'A has {0} items and B {1}. Give both as many, or choose what becomes of the rest.',
    'A hat {0} Einträge und B {1}. Beiden gleich viele geben, oder wählen, was mit dem Rest geschieht.',
  ],
  ['This item is missing.', 'Dieser Eintrag fehlt.'],
  ['This item was not made.', 'Dieser Eintrag ist nicht entstanden.'],
  ['A list has no length.', 'Eine Liste hat keine Länge.'],
  ['{0} is missing: {1}', '{0} fehlt: {1}'],
  [
    '{0} takes one thing, but is {1}. Take one item of it with Pick.',
    '{0} nimmt eine Sache, ist aber {1}. Mit „Auswählen“ einen Eintrag nehmen.',
  ],
  [
    '{0} is not set. Plug something in, or give it a value.',
    '{0} ist nicht gesetzt. Etwas einstecken oder einen Wert geben.',
  ],
  [
    'The disk of the service is full{0}. Free some space and run again.',
    'Der Datenträger des Dienstes ist voll{0}. Platz schaffen und noch einmal ausführen.',
  ],
  ['{0} is larger than {1} bytes.', '{0} ist größer als {1} Bytes.'],
  [
    '{0} must be a whole number, but is {1}. Set {2} or {3}.',
    '{0} muss eine ganze Zahl sein, ist aber {1}. {2} oder {3} setzen.',
  ],
  ['{0} must be a number, but is {1}.', '{0} muss eine Zahl sein, ist aber {1}.'],
  [
    '{0} has more digits than a number holds: it would become {1}. Set it with at most 15 digits.',
    '{0} hat mehr Stellen, als eine Zahl fasst: Es würde {1}. Mit höchstens 15 Stellen setzen.',
  ],
  ['{0} must be {1}, but is {2}.', '{0} muss {1} sein, ist aber {2}.'],
  ['{0} must be text, but is {1}.', '{0} muss Text sein, ist aber {1}.'],
  ['{0} must be true or false, but is {1}.', '{0} muss wahr oder falsch sein, ist aber {1}.'],
  ['{0} must be one of {1}, but is {2}.', '{0} muss eines von {1} sein, ist aber {2}.'],
  [
    '{0} must be a color such as #ff8800 or tomato, but is {1}.',
    '{0} muss eine Farbe wie #ff8800 oder tomato sein, ist aber {1}.',
  ],
  ['{0} must be JSON, but is {1}.', '{0} muss JSON sein, ist aber {1}.'],
  ['{0} must be a file, but is {1}.', '{0} muss eine Datei sein, ist aber {1}.'],
  ['{0} must be {1}', '{0} muss {1} sein'],
  ['{0}, but is {1}.', '{0}, ist aber {1}.'],
  ['{0}, but {1} is {2}. Plug in another file.', '{0}, aber {1} ist {2}. Eine andere Datei einstecken.'],
  ['{0} is {1} characters long; at most {2} fit.', '{0} ist {1} Zeichen lang; höchstens {2} passen.'],
  [
    'There is no video to join. Plug in at least one.',
    'Es gibt kein Video zum Verbinden. Mindestens eines einstecken.',
  ],
  ['{0} has no picture. Choose a video.', '{0} hat kein Bild. Ein Video auswählen.'],
  ['{0} has no sound. Choose another file.', '{0} hat keinen Ton. Eine andere Datei auswählen.'],
  ['The file of this clip is missing.', 'Die Datei dieses Clips fehlt.'],
  ['The file “{0}” is missing.', 'Die Datei „{0}“ fehlt.'],
  ['“{0}” is not among the files of this project.', '„{0}“ ist nicht unter den Dateien dieses Projekts.'],
  [
    'There is no timeline. Plug one in, or export the film from the timeline.',
    'Es gibt keine Zeitleiste. Eine einstecken oder den Film von der Zeitleiste exportieren.',
  ],
  ['Timeline is no timeline document: {0} {1}', 'Das ist kein Dokument einer Zeitleiste: {0} {1}'],
  [
    'There are no clips on this timeline. Add one.',
    'Auf dieser Zeitleiste sind keine Clips. Einen hinzufügen.',
  ],
  [
    'The film ends before it begins. Choose a later end.',
    'Der Film endet, bevor er beginnt. Ein späteres Ende wählen.',
  ],
  [
    'A film of {0} × {1} is too large. Make it at most 4096 × 2304.',
    'Ein Film von {0} × {1} ist zu groß. Höchstens 4096 × 2304.',
  ],
  [
    'The film has {0} frames; at most {1} are made at a time. Export it in parts.',
    'Der Film hat {0} Frames; höchstens {1} entstehen auf einmal. In Teilen exportieren.',
  ],
  [
    'Films need ffmpeg {0} or later; here is {1}. Install a later one, then run again.',
    'Filme brauchen ffmpeg {0} oder neuer; hier ist {1}. Ein neueres installieren, dann noch einmal ausführen.',
  ],
  [
    '{0} Choose another file for its clip, take the clip away, or have words stand in its place.',
    '{0} Für den Clip eine andere Datei wählen, ihn wegnehmen oder an seiner Stelle Text zeigen.',
  ],
  [
    'There is no image to show. Plug in at least one.',
    'Es gibt kein Bild zu zeigen. Mindestens eines einstecken.',
  ],
  [
    '{0} has no picture at {1} seconds. Use an earlier time.',
    '{0} hat bei {1} Sekunden kein Bild. Eine frühere Zeit wählen.',
  ],
  ['{0} has no picture. Choose another file.', '{0} hat kein Bild. Eine andere Datei auswählen.'],
  [
    '{0} is damaged: no picture of it can be read. Export it again, or choose another file.',
    '{0} ist beschädigt: Kein Bild davon ist lesbar. Noch einmal exportieren oder eine andere Datei auswählen.',
  ],
  [
    '{0} has one track of sound. Use 0 or 1 as its number.',
    '{0} hat eine Tonspur. 0 oder 1 als Nummer verwenden.',
  ],
  [
    '{0} has {1} tracks of sound; there is no track {2}. Use a smaller number.',
    '{0} hat {1} Tonspuren; die Spur {2} gibt es nicht. Eine kleinere Nummer verwenden.',
  ],
  [
    '{0} is {1} seconds long; there is nothing at {2}. Use an earlier start.',
    '{0} ist {1} Sekunden lang; bei {2} ist nichts. Einen früheren Anfang wählen.',
  ],
  [
    'The joined text would be too long. Join fewer pieces.',
    'Der verbundene Text würde zu lang. Weniger Stücke verbinden.',
  ],
  [
    'The text would grow too long. Use a shorter replacement.',
    'Der Text würde zu lang. Eine kürzere Ersetzung verwenden.',
  ],
  [
    'Regular expressions work on up to {0} characters; this text has {1}. Split it first.',
    'Reguläre Ausdrücke gehen mit bis zu {0} Zeichen; dieser Text hat {1}. Zuerst teilen.',
  ],
  [
    'The regular expression takes too long on this text. Avoid repeats inside repeats, such as (a+)+.',
    'Der reguläre Ausdruck dauert bei diesem Text zu lange. Wiederholungen in Wiederholungen vermeiden, wie (a+)+.',
  ],
  [
    'Find is longer than the {0} characters a regular expression may have.',
    '„Suchen“ ist länger als die {0} Zeichen, die ein regulärer Ausdruck haben darf.',
  ],
  [
    'Find is not a valid regular expression. Look for brackets that do not match, and put \\ before signs that stand for themselves.',
    '„Suchen“ ist kein gültiger regulärer Ausdruck. Nach Klammern sehen, die nicht passen, und \\ vor Zeichen setzen, die für sich selbst stehen.',
  ],
  [
    'The filled-in text is too long. Use fewer placeholders.',
    'Der ausgefüllte Text ist zu lang. Weniger Platzhalter verwenden.',
  ],
  [
    'From start and From end are the same. Set them apart.',
    '„Von Anfang“ und „Von Ende“ sind gleich. Verschieden setzen.',
  ],
  [
    'The result is too large to be a number. Use a smaller range.',
    'Das Ergebnis ist zu groß für eine Zahl. Einen kleineren Bereich wählen.',
  ],
  [
    'A number cannot be divided by 0. Give B another value.',
    'Eine Zahl lässt sich nicht durch 0 teilen. B einen anderen Wert geben.',
  ],
  [
    '{0} {1} {2} has no result that is a number. Use other values.',
    '{0} {1} {2} hat kein Ergebnis, das eine Zahl ist. Andere Werte verwenden.',
  ],
  [
    'There is no whole number from {0} to {1}. Set the limits further apart.',
    'Zwischen {0} und {1} gibt es keine ganze Zahl. Die Grenzen weiter auseinander setzen.',
  ],
  [
    'This node needs ffmpeg, which was not found on this computer. {0}, then run again.',
    'Dieser Knoten braucht ffmpeg, das auf diesem Computer nicht gefunden wurde. {0}, dann noch einmal ausführen.',
  ],
  [
    '{0} cannot be read as a video or sound. Choose an MP4, MOV, WebM, MKV, MP3, WAV, Ogg or FLAC file.',
    '{0} ist weder als Video noch als Ton lesbar. Eine Datei mit MP4, MOV, WebM, MKV, MP3, WAV, Ogg oder FLAC auswählen.',
  ],
  [
    '{0} holds no pictures or sound itself: it names other files that do, and those are not opened. Export it again as one self-contained file and choose that.',
    '{0} enthält selbst weder Bild noch Ton: Es nennt andere Dateien, und die werden nicht geöffnet. Noch einmal als eine vollständige Datei exportieren und diese auswählen.',
  ],
  [
    '{0} and {1} have no order. Compare numbers, or two texts.',
    '{0} und {1} haben keine Reihenfolge. Zahlen oder zwei Texte vergleichen.',
  ],
  [
    'A must be text, a list or an object to contain something, but is {0}.',
    'A muss Text, eine Liste oder ein Objekt sein, um etwas zu enthalten, ist aber {0}.',
  ],
  ['There is nothing at {0} in the data.', 'Bei {0} ist in den Daten nichts.'],
  [
    '{0} is not valid JSON: {1}. Check for missing quotes, commas or brackets.',
    '{0} ist kein gültiges JSON: {1}. Nach fehlenden Anführungszeichen, Kommas oder Klammern sehen.',
  ],
  ['{0} has a key named __proto__. Rename it.', '{0} hat einen Schlüssel namens __proto__. Umbenennen.'],
  ['{0} is nested deeper than {1} levels.', '{0} ist tiefer als {1} Ebenen verschachtelt.'],
  [
    '{0} “{1}” is not a path. Write it like people[0].name.',
    '{0} „{1}“ ist kein Pfad. So schreiben: people[0].name.',
  ],
  [
    'A list has no entry “{0}”. Use a number from 0.',
    'Eine Liste hat keinen Eintrag „{0}“. Eine Zahl ab 0 verwenden.',
  ],
  [
    'A list holds up to {0} entries; {1} is beyond.',
    'Eine Liste fasst bis zu {0} Einträge; {1} liegt darüber.',
  ],
  [
    'First and Second must both be objects, or both be lists.',
    'Erstes und Zweites müssen beide Objekte oder beide Listen sein.',
  ],
  [
    'A border of {0} pixels inside would cover the whole image. Use a smaller width.',
    'Eine Umrandung von {0} Pixeln innen würde das ganze Bild bedecken. Eine kleinere Breite wählen.',
  ],
  [
    'There is no image to lay out. Plug in at least one.',
    'Es gibt kein Bild zum Auslegen. Mindestens eines einstecken.',
  ],
  [
    'WebP images have sides of up to {0} pixels. Resize the image, or choose another format.',
    'WebP-Bilder haben Seiten von bis zu {0} Pixeln. Das Bild verkleinern oder ein anderes Format wählen.',
  ],
  [
    'The four corners do not go round: two of them are swapped, or one lies inside. Move them apart, from the top left one clockwise.',
    'Die vier Ecken laufen nicht herum: Zwei sind vertauscht, oder eine liegt innen. Auseinanderziehen, von oben links im Uhrzeigersinn.',
  ],
  [
    'The image is {0} × {1} pixels; there is nothing at {2}, {3}. Use a smaller Left or Top.',
    'Das Bild hat {0} × {1} Pixel; bei {2}, {3} ist nichts. „Links“ oder „Oben“ kleiner setzen.',
  ],
  [
    '{0} is a HEIC photo, which cannot be read here. Save it as JPEG and choose that file; on an iPhone, Settings > Camera > Formats > Most Compatible makes JPEG photos.',
    '{0} ist ein HEIC-Foto und hier nicht lesbar. Als JPEG speichern und diese Datei auswählen; auf einem iPhone macht „Einstellungen > Kamera > Formate > Maximale Kompatibilität“ JPEG-Fotos.',
  ],
  [
    '{0} is JPEG XL, for which there is no decoder here: JPEG, PNG, WebP, AVIF, GIF, TIFF and SVG can be read. Save it as PNG or JPEG and choose that file.',
    '{0} ist JPEG XL, wofür es hier keinen Decoder gibt: Lesbar sind JPEG, PNG, WebP, AVIF, GIF, TIFF und SVG. Als PNG oder JPEG speichern und diese Datei auswählen.',
  ],
  ['{0} is empty. Choose another file.', '{0} ist leer. Eine andere Datei auswählen.'],
  ['{0} is {1} × {2} pixels', '{0} hat {1} × {2} Pixel'],
  ['The result would be {0} × {1} pixels', 'Das Ergebnis hätte {0} × {1} Pixel'],
  [
    '{0} is damaged: its pixels cannot be read. Save it again from where it came from, or choose another file.',
    '{0} ist beschädigt: Die Pixel sind nicht lesbar. Noch einmal von dort speichern, woher es kam, oder eine andere Datei auswählen.',
  ],
  ['{0} has too many pixels', '{0} hat zu viele Pixel'],
  [
    '{0} cannot be read as an image. Choose a {1} file, or save it again in one of these formats.',
    '{0} ist nicht als Bild lesbar. Eine Datei mit {1} auswählen oder in einem dieser Formate speichern.',
  ],
  [
    '{0}; at most {1} megapixels fit. Use a smaller size.',
    '{0}; höchstens {1} Megapixel passen. Eine kleinere Größe wählen.',
  ],
  [
    'Width and Height are both 0. Set at least one of them.',
    'Breite und Höhe sind beide 0. Mindestens eine setzen.',
  ],
  [
    'A padding of {0} leaves no room on a card of {1} × {2} pixels.',
    'Ein Innenabstand von {0} lässt auf einer Tafel von {1} × {2} Pixeln keinen Platz.',
  ],
  [
    'Text is too long for the card, even in the smallest size. Shorten it, or use a larger card.',
    'Der Text ist auch in der kleinsten Größe zu lang für die Tafel. Kürzen oder eine größere Tafel wählen.',
  ],
  ['{0} min {1} s left', 'noch {0}\u00A0min {1}\u00A0s'],
  ['This step was set to fail.', 'Dieser Schritt sollte fehlschlagen.'],
  [
    'There is no sound to join. Plug in at least one.',
    'Es gibt keinen Ton zum Verbinden. Mindestens einen einstecken.',
  ],
  [
    '{0} is silent or shorter than 0.4 seconds, so it has no loudness. Choose another sound.',
    '{0} ist still oder kürzer als 0,4 Sekunden und hat darum keine Lautheit. Einen anderen Ton auswählen.',
  ],
  [
    '{0} could not be saved as {1}. Choose another format.',
    '{0} ließ sich nicht als {1} speichern. Ein anderes Format wählen.',
  ],
  [
    'There is no sound to mix. Plug in at least one.',
    'Es gibt keinen Ton zum Mischen. Mindestens einen einstecken.',
  ],
  ['{0} is not a WAV file. Choose another one.', '{0} ist keine WAV-Datei. Eine andere auswählen.'],
  [
    '{0} cannot be read as a sound. Choose a WAV, MP3, M4A, Ogg or FLAC file.',
    '{0} lässt sich nicht als Ton lesen. Eine Datei in WAV, MP3, M4A, Ogg oder FLAC auswählen.',
  ],
  [
    '{0} is damaged: it holds no sound. Save it again, or choose another file.',
    '{0} ist beschädigt: Es enthält keinen Ton. Noch einmal speichern oder eine andere Datei auswählen.',
  ],
  [
    '{0} is a kind of WAV file that cannot be read. Save it as 16-bit PCM, and choose that file.',
    '{0} ist eine Art von WAV-Datei, die nicht lesbar ist. Als 16-Bit-PCM speichern und diese Datei auswählen.',
  ],
  [
    '{0} is too long: a quarter of an hour of stereo fits. Trim it first.',
    '{0} ist zu lang: Eine Viertelstunde Stereo passt. Zuerst trimmen.',
  ],
];
