import type { NodeTypePhrases } from './phrases.ts';

/** Texts, numbers and what is put in. */
export const valueNodes: NodeTypePhrases = {
  'input/text': {
    title: ['Text', 'Text'],
    description: [
      'Text you write here. Plug it into anything that takes text.',
      'Text, der hier geschrieben wird. Passt in alles, was Text nimmt.',
    ],
    tags: 'Zeichenkette Wörter Prompt Konstante',
  },
  'input/number': {
    title: ['Number', 'Zahl'],
    description: [
      'A number you set here, to use in one or several places.',
      'Eine Zahl, die hier eingestellt wird, für eine oder mehrere Stellen.',
    ],
    tags: 'Wert Konstante Ganzzahl Dezimalzahl',
  },
  'input/boolean': {
    title: ['Switch', 'Schalter'],
    description: [
      'On or off: true or false for anything that asks a yes-or-no question.',
      'Ein oder aus: wahr oder falsch für alles, was eine Ja-Nein-Frage stellt.',
    ],
    tags: 'boolesch wahr falsch ja nein Konstante',
  },
  'input/json': {
    title: ['JSON', 'JSON'],
    description: [
      'Structured data you write here: an object, a list or a single value.',
      'Strukturierte Daten, die hier geschrieben werden: ein Objekt, eine Liste oder ein einzelner Wert.',
    ],
    tags: 'Daten Objekt Liste Array Konstante',
  },
  'input/color': {
    title: ['Color', 'Farbe'],
    description: [
      'A color to use in one or several places. Takes hex values such as #ff8800, and CSS names.',
      'Eine Farbe für eine oder mehrere Stellen. Nimmt Hex-Werte wie #ff8800 und Farbnamen von CSS.',
    ],
    tags: 'Hex Farbton Konstante',
  },
  'input/image': {
    title: ['Image', 'Bild'],
    description: [
      'A picture from your computer. Drop a JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG file on it.',
      'Ein Bild von diesem Computer. Eine Datei (JPEG, PNG, WebP, AVIF, GIF, TIFF oder SVG) hier ablegen.',
    ],
    tags: 'Foto Upload Datei',
  },
  'input/audio': {
    title: ['Audio', 'Audio'],
    description: [
      'A sound from your computer: a WAV, MP3, FLAC, Ogg or M4A file.',
      'Ton von diesem Computer: eine Datei mit WAV, MP3, FLAC, Ogg oder M4A.',
    ],
    tags: 'Ton Klang Musik Stimme Upload Datei',
  },
  'input/video': {
    title: ['Video', 'Video'],
    description: [
      'A video from your computer: an MP4, MOV, WebM or MKV file.',
      'Ein Video von diesem Computer: eine Datei mit MP4, MOV, WebM oder MKV.',
    ],
    tags: 'Film Clip Aufnahme Upload Datei',
  },
  'input/file': {
    title: ['File', 'Datei'],
    description: ['A file of any type from your computer.', 'Eine Datei beliebiger Art von diesem Computer.'],
    tags: 'Upload Dokument Anhang',
  },
  'text/template': {
    title: ['Template', 'Textvorlage'],
    description: [
      'Fills in a text: {{a}} to {{d}} become the inputs of that name, and {{name}} or {{address.city}} the values found in Data. Names it does not know stay as they are.',
      'Füllt einen Text aus: Aus {{a}} bis {{d}} werden die Eingänge dieses Namens, aus {{name}} oder {{address.city}} die Werte aus „Daten“. Unbekannte Namen bleiben, wie sie sind.',
    ],
    tags: 'ausfüllen Platzhalter Format Vorlage Prompt',
  },
  'text/case': {
    title: ['Case', 'Schreibweise'],
    description: [
      'Changes capital and small letters, or turns words into a name as programs write them.',
      'Ändert Groß- und Kleinschreibung oder macht aus Wörtern einen Namen, wie Programme ihn schreiben.',
    ],
    tags: 'Großbuchstaben Kleinbuchstaben Titel camel snake kebab',
  },
  'text/join': {
    title: ['Join', 'Text verbinden'],
    description: [
      'Puts texts together with a separator between them: the entries of a list first, then A to D.',
      'Hängt Texte mit einem Trennzeichen aneinander: erst die Einträge einer Liste, dann A bis D.',
    ],
    tags: 'verketten zusammenfügen anhängen Liste',
  },
  'text/length': {
    title: ['Length', 'Textlänge'],
    description: [
      'Counts the characters, words and lines of a text. Accented letters and emoji count as one character.',
      'Zählt Zeichen, Wörter und Zeilen eines Textes. Buchstaben mit Akzent und Emojis zählen als ein Zeichen.',
    ],
    tags: 'zählen Anzahl Zeichen Wörter Zeilen',
  },
  'text/replace': {
    title: ['Replace', 'Text ersetzen'],
    description: [
      'Replaces every place where a text occurs. As a regular expression, $1 or $<name> in the replacement stand for what the groups matched.',
      'Ersetzt jede Stelle, an der ein Text vorkommt. Bei einem regulären Ausdruck stehen $1 oder $<name> in der Ersetzung für das, was die Gruppen gefunden haben.',
    ],
    tags: 'suchen austauschen Regex regulärer Ausdruck Muster',
  },
  'text/split': {
    title: ['Split', 'Text teilen'],
    description: [
      'Cuts a text into pieces at a separator. Gives the list, one piece of it by number (1 is the first, -1 the last), and how many there are.',
      'Schneidet einen Text an einem Trennzeichen in Stücke. Gibt die Liste aus, ein Stück davon nach Nummer (1 ist das erste, -1 das letzte) und wie viele es sind.',
    ],
    tags: 'trennen Zeilen Liste Regex',
  },
  'text/trim': {
    title: ['Trim', 'Text kürzen'],
    description: [
      'Removes blank space at the ends of a text; on request also doubled spaces inside, and what is beyond a length. A length of 0 keeps everything.',
      'Entfernt Leerraum an den Enden eines Textes; auf Wunsch auch doppelte Leerzeichen darin und alles jenseits einer Länge. Die Länge 0 behält alles.',
    ],
    tags: 'Leerzeichen bereinigen abschneiden',
  },
  'number/clamp': {
    title: ['Clamp', 'Begrenzen'],
    description: [
      'Keeps a number between a lowest and a highest value.',
      'Hält eine Zahl zwischen einem kleinsten und einem größten Wert.',
    ],
    tags: 'Grenze Bereich min max',
  },
  'number/map-range': {
    title: ['Map range', 'Bereich abbilden'],
    description: [
      'Carries a number from one range over to another: the middle of the first becomes the middle of the second.',
      'Überträgt eine Zahl von einem Bereich in einen anderen: Die Mitte des ersten wird zur Mitte des zweiten.',
    ],
    tags: 'skalieren umrechnen interpolieren normalisieren Prozent',
  },
  'number/math': {
    title: ['Math', 'Rechnen'],
    description: [
      'Calculates with two numbers: sum, difference, product, quotient, power and more.',
      'Rechnet mit zwei Zahlen: Summe, Differenz, Produkt, Quotient, Potenz und mehr.',
    ],
    tags: 'addieren subtrahieren multiplizieren dividieren plus minus mal geteilt min max',
  },
  'number/random': {
    title: ['Random', 'Zufall'],
    description: [
      'Draws a number between two limits. The same seed always gives the same number; change it for another.',
      'Zieht eine Zahl zwischen zwei Grenzen. Derselbe Startwert ergibt immer dieselbe Zahl; ein anderer eine andere.',
    ],
    tags: 'Zufallszahl Seed Würfel variieren',
  },
  'number/round': {
    title: ['Round', 'Runden'],
    description: [
      'Rounds a number to a count of decimals: to the nearest, up, down or towards zero.',
      'Rundet eine Zahl auf Nachkommastellen: zur nächsten, auf, ab oder zur Null hin.',
    ],
    tags: 'Dezimalstellen abrunden aufrunden Ganzzahl',
  },
};
