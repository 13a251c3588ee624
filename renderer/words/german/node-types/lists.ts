import type { NodeTypePhrases } from './phrases.ts';

/** Lists. */
export const listNodes: NodeTypePhrases = {
  'list/pick': {
    title: ['Pick', 'Auswählen'],
    description: [
      'Takes one item out of a list by its number: 1 is the first, -1 the last.',
      'Nimmt einen Eintrag aus einer Liste, über seine Nummer: 1 ist der erste, -1 der letzte.',
    ],
    tags: 'Eintrag Index erster letzter',
  },
  'list/shuffle': {
    title: ['Shuffle', 'Mischen'],
    description: [
      'Puts a list in a random order. The same seed always gives the same order.',
      'Bringt eine Liste in eine zufällige Reihenfolge. Dieselbe Startzahl ergibt immer dieselbe.',
    ],
    tags: 'Zufall Reihenfolge Startzahl',
  },
  'list/group': {
    title: ['Group', 'Gruppieren'],
    description: [
      'Makes a list of lists: so many items together, or those with the same entry of a second list. Groups are in the order of their first items.',
      'Macht eine Liste von Listen: so viele Einträge zusammen, oder die mit demselben Eintrag einer zweiten Liste. Die Gruppen stehen in der Reihenfolge ihrer ersten Einträge.',
    ],
    tags: 'Blöcke aufteilen Stapel',
  },
  'list/item-number': {
    title: ['Item number', 'Nummer des Eintrags'],
    description: [
      'Gives for each item of a list its number, as a list of as many: for names, prices or positions that count on.',
      'Gibt zu jedem Eintrag einer Liste seine Nummer, als Liste mit gleich vielen: für Namen, Preise oder Positionen, die weiterzählen.',
    ],
    tags: 'Index Position Zähler',
  },
  'list/files': {
    title: ['Files', 'Dateien'],
    description: [
      'Brings several files into the graph as a list, in their order. A node that is given it runs for each file.',
      'Bringt mehrere Dateien als Liste in den Graphen, in ihrer Reihenfolge. Ein Knoten, der sie bekommt, läuft für jede Datei.',
    ],
    tags: 'Ordner Medien viele hochladen',
  },
  'list/images': {
    title: ['Images', 'Bilder'],
    description: [
      'Brings several pictures into the graph as a list, in their order. A node that is given it runs for each picture.',
      'Bringt mehrere Bilder als Liste in den Graphen, in ihrer Reihenfolge. Ein Knoten, der sie bekommt, läuft für jedes Bild.',
    ],
    tags: 'Ordner Fotos viele',
  },
  'list/repeat': {
    title: ['Repeat', 'Wiederholen'],
    description: [
      'Makes a list of one thing, as many times as you say.',
      'Macht eine Liste aus einer Sache, so oft Sie sagen.',
    ],
    tags: 'Kopien verdoppeln mal füllen',
  },
  'list/csv-column': {
    title: ['Column of table', 'Spalte einer Tabelle'],
    description: [
      'Makes a list of one column of a table (CSV, or pasted from a spreadsheet), by its name or number. Each item is called by its row.',
      'Macht eine Liste aus einer Spalte einer Tabelle (CSV, oder aus einer Tabellenkalkulation eingefügt), über ihren Namen oder ihre Nummer. Jeder Eintrag heißt nach seiner Zeile.',
    ],
    tags: 'CSV Tabelle Zeilen Daten Excel',
  },
  'list/count': {
    title: ['Count', 'Zählen'],
    description: [
      'Says how many items a list has, and how many of them are missing because they could not be made.',
      'Sagt, wie viele Einträge eine Liste hat, und wie viele davon fehlen, weil sie nicht entstehen konnten.',
    ],
    tags: 'Länge Größe wie viele Summe',
  },
  'list/flatten': {
    title: ['Flatten', 'Einebnen'],
    description: [
      'Makes one list of a list of lists, with the items of all in order.',
      'Macht aus einer Liste von Listen eine Liste, mit den Einträgen aller der Reihe nach.',
    ],
    tags: 'zusammenführen eine Ebene Gruppen',
  },
  'list/values': {
    title: ['List', 'Liste'],
    description: [
      'Makes a list of what you write: one item in each line, or JSON such as [1, 2, 3]. A node that is given it runs for each item.',
      'Macht eine Liste aus dem, was Sie schreiben: ein Eintrag je Zeile, oder JSON wie [1, 2, 3]. Ein Knoten, der sie bekommt, läuft für jeden Eintrag.',
    ],
    tags: 'Einträge Werte Zeilen viele jeder',
  },
  'list/range': {
    title: ['Number range', 'Zahlenreihe'],
    description: [
      'Makes a list of numbers from one to another in even steps, both ends included.',
      'Macht eine Liste von Zahlen von einer bis zu einer anderen in gleichen Schritten, beide Enden eingeschlossen.',
    ],
    tags: 'Folge Serie zählen Schleife Schritte',
  },
  'list/collect': {
    title: ['Collect', 'Sammeln'],
    description: [
      'Makes one JSON value of a list, for nodes that work on data. Files become their names; what is missing becomes null or is left out.',
      'Macht aus einer Liste einen einzigen JSON-Wert, für Knoten, die mit Daten arbeiten. Dateien werden zu ihren Namen; was fehlt, wird null oder fällt weg.',
    ],
    tags: 'JSON zusammen Daten',
  },
  'list/slice': {
    title: ['Slice', 'Ausschnitt'],
    description: [
      'Takes a part of a list: so many items from a number on. 1 is the first item, -10 begins ten before the end. Every 2 leaves out each other one.',
      'Nimmt einen Teil einer Liste: so viele Einträge ab einer Nummer. 1 ist der erste Eintrag, -10 beginnt zehn vor dem Ende. Mit „Jeder“ 2 fällt jeder zweite weg.',
    ],
    tags: 'Teil erste letzte begrenzen',
  },
  'list/join': {
    title: ['Join lists', 'Listen verbinden'],
    description: [
      'Puts up to four lists one after the other into one list. A single thing counts as a list of one.',
      'Hängt bis zu vier Listen zu einer aneinander. Eine einzelne Sache zählt als Liste mit einem Eintrag.',
    ],
    tags: 'anhängen zusammenfügen',
  },
  'list/filter': {
    title: ['Filter list', 'Liste filtern'],
    description: [
      'Leaves in a list the items that pass a test, or for which a list of yes and no says yes. What could not be made stays, with its reason.',
      'Lässt in einer Liste die Einträge, die eine Prüfung bestehen, oder bei denen eine Liste von Ja und Nein ja sagt. Was nicht entstehen konnte, bleibt mit seinem Grund.',
    ],
    tags: 'wo Bedingung entfernen behalten',
  },
  'list/cross': {
    title: ['Every pair', 'Jedes mit jedem'],
    description: [
      'Puts each item of one list together with each of another. Gives a list of pairs, each a list of two; the second list turns fastest.',
      'Fügt jeden Eintrag einer Liste mit jedem einer anderen zusammen. Ergibt eine Liste von Paaren, jedes eine Liste von zweien; die zweite Liste läuft am schnellsten.',
    ],
    tags: 'Produkt Kombinationen alle Paare',
  },
  'list/zip': {
    title: ['Zip', 'Der Reihe nach'],
    description: [
      'Puts two lists together by position: the first with the first, the second with the second. Gives a list of pairs, each a list of two.',
      'Fügt zwei Listen der Reihe nach zusammen: den ersten Eintrag zum ersten, den zweiten zum zweiten. Ergibt eine Liste von Paaren, jedes eine Liste von zweien.',
    ],
    tags: 'Paar zusammen Position',
  },
  'list/sort': {
    title: ['Sort', 'Sortieren'],
    description: [
      'Puts a list in order, by its items or by a second list of as many. Numbers go by size, texts by the alphabet, files by name; equal ones stay as they were.',
      'Ordnet eine Liste, nach ihren Einträgen oder nach einer zweiten Liste mit gleich vielen. Zahlen nach Größe, Texte nach dem Alphabet, Dateien nach Namen; gleiche bleiben, wie sie waren.',
    ],
    tags: 'Reihenfolge ordnen aufsteigend absteigend Rang',
  },
};
