/** What people read in `renderer/storyboard/sheets`, by the file that shows it. */
export const storyboardSheets = {
  boardPanels: {
    sound: 'Sound',
    video: 'Video',
    scene: (value: number): string => `Scene ${value}`,
  },
  saveBoardDialog: {
    save: 'Save',
    storyboard: 'Storyboard',
    pdf: 'PDF',
    pdfHint: 'Pages with pictures, words and lengths, scene by scene.',
    contactSheet: 'Contact sheet',
    contactSheetHint: 'All panels in one PNG, with their numbers and names.',
    rowsOf: (value: number, rows: number): string => `${value} (${rows} rows of 3)`,
    saved: (name: string): string => `Saved ${name}`,
    savePdfPicture: 'Save as PDF or picture',
    printSendFrom: 'To print, to send, or to look at away from here.',
    drawingPanels: 'Drawing the panels…',
    format: 'Format',
    paper: 'Paper',
    panelsPage: 'Panels a page',
  },
} as const;
