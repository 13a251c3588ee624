import { pluralForm, number } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { filmExport as english } from '../english/film-export.ts';

const frames = (count: number): string => pluralForm(count, ['# Frame', '# Frames']);

export const filmExport: Translated<typeof english> = {
  title: 'Film exportieren',
  aboutRun:
    'Der Film, wie der Monitor ihn zeigt, mit Ton. Der Dienst erstellt ihn, während die Arbeit weitergeht, auch wenn diese Seite geschlossen ist und nach einem Neustart. Danach ist er in der Galerie.',
  aboutWindow: 'Der Film, wie der Monitor ihn zeigt, mit Ton, als Datei auf diesem Computer.',
  cancel: 'Abbrechen',
  start: 'Exportieren',
  format: 'Format',
  madeBy: 'Erstellt von',
  byRun: 'Dem Dienst, neben anderer Arbeit',
  byWindow: 'Diesem Fenster, das offen bleibt',
  part: 'Was',
  whole: 'Der ganze Film',
  range: 'Der markierte Bereich',
  captions: 'Untertitel',
  captionsBurnt: 'Im Bild',
  captionsBeside: 'In einer SRT-Datei neben dem Film',
  captionsNone: 'Ausgelassen',
  keep: 'Auch unter den Dateien dieses Kontos speichern',
  size: 'Größe',
  rate: 'Bilder pro Sekunde',
  rateOf: (rate, isNative) =>
    `${number(Math.round(rate * 1000) / 1000)}${isNative ? ', wie die Zeitleiste' : ''}`,
  quality: 'Qualität',
  medium: 'Mittel: kleine Datei',
  high: 'Hoch',
  veryHigh: 'Sehr hoch: große Datei',
  summaryFilm: (count, length) => `${frames(count)}, ${length}, mit Ton.`,
  withoutFile: (count) =>
    pluralForm(count, [
      '# Clip hat keine Datei: An seiner Stelle steht Text.',
      '# Clips haben keine Datei: An ihrer Stelle steht Text.',
    ]),
  unreadable: (count) =>
    pluralForm(count, [
      '# Clip ist nicht lesbar. Eine andere Datei dafür auswählen oder den Film mit Text an seiner Stelle exportieren.',
      '# Clips sind nicht lesbar. Andere Dateien dafür auswählen oder den Film mit Text an ihrer Stelle exportieren.',
    ]),
  showWords: 'Mit Text an der Stelle des Unlesbaren exportieren',
  unreadableClip: (sentence) =>
    `${sentence} Eine andere Datei für den Clip auswählen oder den Film mit Text an seiner Stelle exportieren.`,
  moreWithoutFile: (count) => pluralForm(count, ['und # weiterer', 'und # weitere']),
  unnamedClip: 'Clip ohne Namen',
  showClip: 'Auf der Zeitleiste anzeigen',
  summarySound: (length) => `${length} Ton mit 48 kHz in Stereo.`,
  tooManyMedia: (count, most) =>
    `Der Film hat ${number(count)} Medien, und der Dienst nimmt höchstens ${number(most)} auf einmal, daher erstellt ihn dieses Fenster.`,
  tooManyFrames: (count, most) =>
    `Der Film hat ${frames(count)}, und der Dienst erstellt höchstens ${number(most)} auf einmal. Einen Bereich markieren und in Teilen exportieren.`,
  tooManyPixels: (size) =>
    `Der Dienst erstellt Filme mit höchstens 4096 × 2304 Pixeln, dieser hat ${size}. Die halbe Größe wählen.`,
  tooLong: 'Der Dienst erstellt Filme, die in den ersten 24 Stunden enden. Einen früheren Bereich markieren.',
  serviceAway: 'Der Dienst ist gerade nicht erreichbar, daher erstellt dieses Fenster den Film.',

  making: 'Export',
  windowStays: 'Weiterarbeiten geht, sobald er gespeichert ist. Beim Abbrechen bleibt nichts zurück.',
  makingHere: 'Der Film wird erstellt…',
  uploading: 'Gespeichert. Er kommt zu den Dateien dieses Kontos…',
  amount: (completed, total, isPicture) =>
    `${number(completed)} von ${number(total)} ${isPicture ? 'Frames' : 'Stücken'}`,
  left: (time) => `noch ${time}`,
  otherChoices: 'Andere Auswahl…',
  exported: (name) => `${name} ist exportiert`,

  list: 'Exporte dieses Films',
  waiting: (name) => `„${name}“ wartet, bis es an der Reihe ist`,
  running: (name) => `„${name}“ wird exportiert`,
  stopping: (name) => `Der Export von „${name}“ wird angehalten`,
  percent: (progress) => `${Math.floor(progress * 100)} %`,
  stop: 'Export anhalten',
  stopped: (name) => `Der Export von „${name}“ wurde angehalten`,
  notStopped: 'Der Export wurde nicht angehalten',
  ready: (name) => `„${name}“ ist exportiert`,
  readyOutside: 'Der Film ist exportiert',
  notMade: (name) => `„${name}“ wurde nicht exportiert.`,
  notMadeOutside: 'Der Film wurde nicht exportiert',
  failed: 'Der Film wurde nicht erstellt. Erneut versuchen.',
  madeNothing: 'Der Lauf ist fertig, hat aber keinen Film ergeben. Erneut versuchen.',
  watch: 'Ansehen',
  save: 'Speichern…',
  gallery: 'In der Galerie anzeigen',
  inWindow: 'In diesem Fenster exportieren…',
  dismiss: 'Ausblenden',
};
