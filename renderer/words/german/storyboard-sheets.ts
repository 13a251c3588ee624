import type { Translated } from '../translated.ts';
import type { storyboardSheets as english } from '../english/storyboard-sheets.ts';

export const storyboardSheets: Translated<typeof english> = {
  boardPanels: {
    sound: 'Ton',
    video: 'Video',
    scene: (value) => `Szene ${value}`,
  },
  saveBoardDialog: {
    save: 'Speichern',
    storyboard: 'Storyboard',
    pdf: 'PDF',
    pdfHint: 'Seiten mit Bildern, Worten und Längen, Szene für Szene.',
    contactSheet: 'Kontaktbogen',
    contactSheetHint: 'Alle Panels in einem PNG, mit Nummern und Namen.',
    rowsOf: (value, rows) => `${value} (${rows} Reihen zu 3)`,
    saved: (name) => `${name} ist gespeichert`,
    savePdfPicture: 'Als PDF oder Bild speichern',
    printSendFrom: 'Zum Drucken, Verschicken oder Ansehen an anderem Ort.',
    drawingPanels: 'Die Panels werden gezeichnet…',
    format: 'Format',
    paper: 'Papier',
    panelsPage: 'Panels je Seite',
  },
};
