import { number } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { masks as english } from '../english/masks.ts';

export const masks: Translated<typeof english> = {
  drawFor: (label) => `Maske für ${label} zeichnen`,
  noPicture:
    'Es gibt noch kein Bild, auf dem gezeichnet werden kann. Den Knoten davor ausführen oder für das Bild eine Datei auswählen.',
  title: (node) => `Maske von ${node}`,
  tools: 'Werkzeuge',
  brush: 'Pinsel',
  eraser: 'Radierer',
  lasso: 'Lasso',
  fill: 'Füllen',
  size: 'Größe',
  hardness: 'Härte',
  opacity: 'Deckkraft',
  pixels: (count) => `${number(count)}\u00A0px`,
  percent: (count) => `${number(count)}\u00A0%`,
  subtracts: 'Wegnehmen',
  penPressure: 'Stiftdruck',
  all: 'Ganze Maske',
  invert: 'Umkehren',
  fillAll: 'Alles maskieren',
  clearAll: 'Alles leeren',
  feather: 'Weiche Kante…',
  featherBy: 'Kante weicher um',
  featherApply: 'Weich machen',
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  blackAndWhite: 'Schwarzweiß',
  fitPicture: 'Einpassen',
  save: 'Sichern',
  saving: 'Wird gesichert…',
  close: 'Schließen',
  stage: 'Bild mit seiner Maske. Zum Zeichnen ziehen.',
  loading: 'Das Bild wird gelesen…',
  fromDraft: (when) => `Hier geht es weiter mit dem, was ${when} gezeichnet und nicht gesichert wurde.`,
  startFromSaved: 'Mit der gesicherten Maske beginnen',
  sizeMismatch: (mask, picture) =>
    `Diese Maske hat ${mask} Pixel und das Bild ${picture}, was eine andere Form ist.`,
  dimensions: (width, height) => `${number(width)} × ${number(height)}`,
  fit: 'Maske anpassen',
  stretch: 'Gestreckt',
  contain: 'Ganz, in der Mitte',
  none: 'Leer beginnen',
  draftStored: 'Die Maske ist auf diesem Computer gemerkt. „Maske zeichnen“ macht damit weiter.',
  draftFailed: 'Die Maske ließ sich auf diesem Computer nicht merken. Vor dem Schließen sichern.',
  notSaved: (reason) =>
    `Die Maske ist nicht gesichert: ${reason} Sie ist auf diesem Computer gemerkt; noch einmal sichern.`,
  failed:
    'An der Maske kann nicht weiter gezeichnet werden. Schließen und wieder öffnen: Was bis jetzt gezeichnet wurde, ist gemerkt.',
  maskUnreadable:
    'Die vorhandene Maske ist nicht lesbar, darum beginnt diese leer. Jene bleibt, bis diese gesichert wird.',
  fileName: (node) => (/mask|maske/i.test(node) ? node : `${node} Maske`),
};
