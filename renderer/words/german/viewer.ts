import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { viewer as english } from '../english/viewer.ts';

export const viewer: Translated<typeof english> = {
  grounds: {
    checker: 'Schachbrett',
    light: 'Hell',
    dark: 'Dunkel',
  },
  emptyText: 'Leerer Text',
  compare: 'Vergleichen',
  details: 'Details',
  copy: 'Kopieren',
  save: 'Speichern',
  more: 'Mehr',
  ground: 'Hinter dem Bild',
  star: (label) => `Stern für ${label} setzen`,
  removeStar: (label) => `Stern von ${label} entfernen`,
  starNotSaved: 'Der Stern wurde nicht gespeichert',
  notInGallery: 'Das steht nicht in der Galerie. Nur was dort steht, kann einen Stern haben.',
  blinkView: {
    stopBlinking: 'Blinken anhalten',
    blink: 'Blinken',
  },
  compareBar: {
    second: 'Zweites',
    first: 'Erstes',
    difference: 'Unterschied',
    blink: 'Blinken',
    slider: 'Schieber',
    side: 'Nebeneinander',
    compareOutputs: (count) => `${count} Ausgaben vergleichen`,
    differsBetweenRuns: 'Was sich zwischen den Läufen unterscheidet',
    toCompare: 'Art des Vergleichs',
  },
  compareView: {
    differsBetweenRuns: 'Was sich zwischen den Läufen unterscheidet',
  },
  differenceView: {
    picturesCouldNotRead: 'Eines der Bilder war nicht lesbar, daher gibt es keinen Unterschied zu zeigen.',
    differenceOfAnd: (label, label2) => `Unterschied zwischen ${label} und ${label2}`,
    label: 'Verstärkung',
    times: (amplification) => `${amplification}-fach`,
    comparing: 'Vergleicht…',
    secondPixelsFitted: (width, height, width2, height2) =>
      `Das zweite hat ${width} × ${height} Pixel und wurde auf ${width2} × ${height2} angepasst.`,
    theyEqual: 'Sie sind gleich.',
    lessThan: 'weniger als 0,1',
    pixelsDifferMost: (percentText, largest) =>
      `${percentText} % der Pixel unterscheiden sich, um höchstens ${largest} von 255.`,
  },
  dragOut: {
    dragLimit: (limit) =>
      `Mehr als ${limit} Dateien lassen sich nicht auf einmal ziehen. Stattdessen als ZIP speichern.`,
    patchbayItselfNotResponding: 'Patchbay selbst antwortet nicht.',
    cannotDragged: (nameOf) => `${nameOf} lässt sich nicht ziehen`,
    beingPrepared: 'Wird noch vorbereitet',
    dragRetry: 'In einem Moment noch einmal ziehen.',
    dragDesktop: 'Auf den Schreibtisch ziehen',
    dragDesktopAnotherProgram: 'Auf den Schreibtisch oder in ein anderes Programm ziehen',
  },
  imageStage: {
    fileEmptyBytesRun: 'Diese Datei ist leer: Sie hat 0 Byte. Den Knoten noch einmal ausführen.',
    fileNotPictureSave: 'Diese Datei ist kein Bild. Speichern, um sie anzusehen.',
    smallerThanMegapixelsThan: (megapixels) =>
      `Kleiner gezeigt, als es ist: ${megapixels} Megapixel sind mehr, als eine Seite fassen kann. Auf 100 % zoomen, um einen Teil in seinen eigenen Pixeln zu sehen, oder speichern, um mit allen zu arbeiten.`,
    pictureCouldNotSave:
      'Dieses Bild konnte nicht gezeigt werden. Speichern oder mit einem anderen Programm öffnen.',
    preview: (fileId) => `${fileId} Vorschau`,
  },
  mediaPlayer: {
    couldNotOpenSystem:
      'Es ließ sich hier nicht abspielen. Mit dem System öffnen oder speichern und mit einem anderen Programm öffnen.',
    playerOf: (label) => `Player von ${label}`,
  },
  openWithSystem: {
    notOpen: (name) => `${name} wurde nicht geöffnet`,
    newTab: 'In einem neuen Tab geöffnet',
    browserCannotStartPrograms:
      'Ein Browser kann keine anderen Programme starten. Die Patchbay-App öffnet Dateien mit ihrem eigenen Programm.',
  },
  pixelLine: {
    copies: 'kopiert sie',
    pixels: (count, count2) => `${count} × ${count2} Pixel`,
    label: (x, y) => `bei ${x}, ${y}`,
  },
  saveChoices: {
    saved: 'Wie gespeichert wird',
    includeSettingsSavedFiles: 'Einstellungen in gespeicherte Dateien aufnehmen',
    graphCanNoKeys:
      'Der Graph, aus dem es entstanden ist, damit es sich wieder öffnen lässt. Keine Schlüssel, keine Orte auf diesem Computer.',
    choiceNotSaved: 'Die Auswahl wurde nicht gespeichert',
    markSavedFiles: 'In der Datei sagen, wie viel von Modellen stammt',
    markHint: 'So, wie es die IPTC vorsieht und andere Programme es lesen, mit den verwendeten Modellen.',
  },
  provenance: {
    short: (share) => {
      if (share === 'all') return 'Von einem Modell';
      if (share === 'part') return 'Zum Teil von einem Modell';
      return share === 'nothing' ? 'Kein Modell' : 'Modelle nicht bekannt';
    },
    fully: (models) =>
      models === '' ? 'Alles daran hat ein Modell gemacht.' : `Alles daran hat ${models} gemacht.`,
    partly: (models) =>
      models === '' ? 'Einen Teil davon hat ein Modell gemacht.' : `Einen Teil davon hat ${models} gemacht.`,
    none: 'Nichts daran hat ein Modell gemacht.',
    silent: (count) =>
      `${pluralForm(count, ['Eine Datei darin sagt', '# Dateien darin sagen'])} nicht, woher sie stammen, darum behauptet die gespeicherte Datei nichts.`,
    ambiguous:
      'Nur manche der Zweige oder Elemente sind von einem Modell, und welches davon dies ist, wurde nicht festgehalten.',
    types: (types) =>
      `Ob ein Modell es gemacht hat, ist nicht bekannt: Es ging durch ${types}, und das kennt dieser Computer nicht.`,
    unknown: 'Ob ein Modell es gemacht hat, ist nicht bekannt.',
    format: 'Dateien dieser Art haben keinen Platz dafür.',
    signed:
      'Es hat ein eigenes Manifest, das jede Änderung ungültig machen würde: Es wird gespeichert, wie es ist.',
    sizeExceeded:
      'Es ist zu groß, um neu geschrieben zu werden. Die Datei sagt darum nicht, wie viel von Modellen stammt.',
    unsupportedFiles: (count) =>
      `${pluralForm(count, ['# Datei hat', '# Dateien haben'])} keinen Platz dafür, wie viel von Modellen stammt`,
  },
  saveFolder: {
    savedFolder: (name) => `Im Ordner ${name} gespeichert`,
    couldNotRead: (count) =>
      pluralForm(count, ['# Ausgabe war nicht lesbar', '# Ausgaben waren nicht lesbar']),
    folderSaveThoseMissing: (name) =>
      `Die anderen sind im Ordner ${name}. Die fehlenden noch einmal speichern, wenn der Dienst sie hat.`,
    outputsNotSaved: 'Die Ausgaben wurden nicht gespeichert',
  },
  saveOutput: {
    savedSettings: (name) => `${name} ist ohne Einstellungen gespeichert`,
    notSaved: (name) => `${name} wurde nicht gespeichert`,
    runNotOpenRun:
      'Der zugehörige Lauf ist nicht bekannt. Den Lauf im Verlauf öffnen und von dort speichern.',
    savedSettings2: (count) =>
      pluralForm(count, [
        '# Ausgabe ohne Einstellungen gespeichert',
        '# Ausgaben ohne Einstellungen gespeichert',
      ]),
    graphsThemNotComputer: 'Die zugehörigen Graphen sind nicht auf diesem Computer.',
    outputsNotSaved: 'Die Ausgaben wurden nicht gespeichert',
    copied: (label) => `${label} kopiert`,
    notCopied: (label) => `${label} wurde nicht kopiert`,
    clipboardDidNotSave: 'Die Zwischenablage hat es nicht angenommen. Stattdessen speichern.',
  },
  sideBySide: {
    videoCouldNotSave: 'Dieses Video ließ sich hier nicht abspielen. Speichern, um es anzusehen.',
  },
  textDiff: {
    onlyBeginnings: 'Nur die Anfänge wurden verglichen: Die Texte sind lang.',
    theseTextsDifferMuch:
      'Diese Texte unterscheiden sich zu stark für einen Vergleich Zeile für Zeile. Nebeneinander ansehen.',
    theyEqual: 'Sie sind gleich.',
    only: (count, label, count2, label2) =>
      `${pluralForm(count, ['# Zeile', '# Zeilen'])} nur in „${label}“, ${pluralForm(count2, ['# Zeile', '# Zeilen'])} nur in „${label2}“.`,
    differences: 'Unterschiede',
  },
  textLines: {
    theText: 'Der Text',
    compared: 'Verglichen wird er, wie er ist.',
  },
  textStage: {
    cannotShow: 'lässt sich hier nicht zeigen. Mit dem System öffnen oder speichern.',
    fileEmptyBytes: 'Diese Datei ist leer: Sie hat 0 Byte.',
  },
  timedStage: {
    fileEmptyBytesRun: 'Diese Datei ist leer: Sie hat 0 Byte. Den Knoten noch einmal ausführen.',
    couldNotOpenSystem:
      'Es ließ sich hier nicht abspielen. Mit dem System öffnen oder speichern und mit einem anderen Programm öffnen.',
    noWaveformCouldSound:
      'Von diesem Ton ließ sich keine Wellenform zeichnen. Abspielen lässt er sich trotzdem.',
    positionIn: (label) => `Position in ${label}`,
  },
  transportBar: {
    playback: 'Wiedergabe',
    speed: 'Tempo',
    pause: 'Pause',
    play: 'Abspielen',
    position: 'Position',
    soundOn: 'Ton ein',
    soundDisabled: 'Ton aus',
    volume: 'Lautstärke',
  },
  videoPicture: {
    noPictureCould: 'Davon ließ sich kein Bild machen',
  },
  viewedItem: {
    number: 'Zahl',
    file: 'Datei',
    sound: 'Ton',
    video: 'Video',
    image: 'Bild',
    text: 'Text',
    yesNo: 'Ja oder nein',
  },
  viewedText: {
    onlyFirstMillionCharacters: (count) =>
      `Nur die erste Million von ${count} Zeichen ist zu sehen. Speichern, um alles zu lesen.`,
    onlyFirstSaveRead: (bytes, bytes2) =>
      `Nur die ersten ${bytes} von ${bytes2} sind zu sehen. Speichern, um alles zu lesen.`,
  },
  viewerBar: {
    zoom: 'Zoom',
    screenPixelsEachPixel: 'Bildschirmpixel je Pixel des Bildes',
    fit: 'Anpassen',
    label: (value, count) => ` · ${value} von ${count}`,
  },
  viewerStore: {
    twoFourOutputsCompare: 'Zwei bis vier Ausgaben zum Vergleichen auswählen.',
    outputsManyCompareTwo: (count) =>
      `${count} Ausgaben sind zu viele für einen Vergleich. Zwei bis vier auswählen.`,
  },
  viewer: {
    details: 'Details',
    previousOutput: 'Vorherige Ausgabe',
    nextOutput: 'Nächste Ausgabe',
    pointPixelPictureFirst: 'Zuerst auf ein Pixel des Bildes zeigen',
    colorBeingReadFrom: 'Die Farbe wird noch aus dem Original gelesen',
    leavePointerThenCopy: 'Den Zeiger einen Moment dort lassen, dann kopieren.',
    copied: (hex) => `${hex} kopiert`,
    colorNotCopied: 'Die Farbe wurde nicht kopiert',
  },
};
