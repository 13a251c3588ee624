import { CUT_ENDINGS, FOLDER_ENDING } from '#shared/timeline/cut-formats.ts';
import { formatAlternatives, number } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { whyNot as english } from '../english/why-not.ts';

const UPLOADING = 'Warten, bis der Upload fertig ist.';
const MARKED = 'Zuerst berichtigen, was im Formular markiert ist.';

export const whyNot: Translated<typeof english> = {
  marked: MARKED,
  form: (isUploading, hasProblem) => (isUploading ? UPLOADING : hasProblem ? MARKED : null),
  name: 'Zuerst einen Namen eingeben.',
  answer: 'Zuerst eine Antwort schreiben.',
  file: 'Zuerst eine Datei auswählen.',
  notAnEdit: `Die Datei eines Schnitts auswählen: ${formatAlternatives([...CUT_ENDINGS, FOLDER_ENDING])}.`,
  notAProject: 'Ein Projekt mit der Endung .patchbay auswählen.',
  place: 'Zuerst wählen, wohin es soll.',
  stillReading: 'Einen Moment warten: Es wird noch gelesen.',
  notRead: 'Es war nicht lesbar. Der Grund steht oben.',
  nothingLeft: 'Keiner der Knoten ist hier bekannt, also gibt es nichts einzusetzen.',
  emptyMenu: 'Hier ist gerade nichts möglich.',
  keys: 'Zuerst die neuen Tasten drücken.',
  noCaptions: 'In dieser Codierung finden sich keine Untertitel. Eine andere wählen.',
  sameEncoding: 'In dieser Codierung wurde es schon gelesen. Eine andere wählen.',
  noShots: 'Zuerst einen Shot hinzufügen.',
  noPrompt: 'Zuerst eingeben, was das Bild zeigen soll.',
  pictures: 'Eingeben, wie viele Bilder entstehen sollen.',
  trackLocked: 'Die Spur ist gesperrt. Zuerst auf der Zeitleiste entsperren.',
  timelineIsCurrent: 'Die Zeitleiste enthält schon alles davon.',
  values: 'Einen Eingang auswählen und ihm mindestens zwei Werte geben.',
  tooManyRuns: 'Das sind zu viele Läufe für ein Raster. Einige Werte wegnehmen.',
  confirmRuns: 'Oben ankreuzen, dass so viele Läufe gemeint sind.',
  notOpened: 'Was dafür gebraucht wird, ist nicht auf diesem Computer.',
  noOutput: 'Zuerst eine Ausgabe auswählen.',
  alreadyApplied: 'Das Projekt enthält diese Ausgaben schon.',
  saveFirst: 'Zuerst müssen die letzten Änderungen gespeichert sein.',
  clipsUnreadable: 'Manche Clips sind nicht lesbar. Oben wählen, was der Film an ihrer Stelle zeigt.',
  change: (chosen) => (chosen === 0 ? 'Zuerst mindestens eine Änderung auswählen.' : null),
  nothingToExport: 'Auf keiner Spur ist etwas, das dieses Format aufnehmen kann.',
  sameAsNow: 'Das Projekt ist schon so, wie es damals war.',
  replacements: 'Zuerst für mindestens eine fehlende Datei eine andere auswählen.',
  nothingToDelete: 'Zuerst auswählen, was gelöscht werden soll.',
  deleting: 'Warten, bis das Löschen fertig ist.',
  filesUsed: 'Alle diese Dateien werden verwendet. Zuerst dort herausnehmen.',
  noColumn: 'Zuerst mindestens eine Spalte einem Eingang zuordnen.',
  tooManyColumns: (limit) =>
    `Ein Stapel setzt höchstens ${number(limit)} Eingänge. Einige lassen, wie sie sind.`,
  noRowFits: 'Keine Zeile passt. Ansehen, was oben genannt ist.',
};
