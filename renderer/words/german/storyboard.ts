import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { storyboard as english } from '../english/storyboard.ts';

export const storyboard: Translated<typeof english> = {
  foreignFields: (asText) =>
    'Patchbay zeigt sie nicht. Sie bleiben bei ihren Shots und gehen mit „Als JSON exportieren“ hinaus.' +
    (asText === 0
      ? ''
      : ` ${pluralForm(asText, ['# lange Zahl anderer Programme behält ihre Ziffern als Text.', '# lange Zahlen anderer Programme behalten ihre Ziffern als Text.'])}`),
  entrance: {
    label: 'Wie er beginnt',
    printed: (transition, length) =>
      `Beginn: ${transition === 'fade' ? 'Aufblende' : 'Überblendung'} ${length}`,
    comesIn(transition, length, isFirst) {
      if (transition === 'cut') return 'Beginn: Schnitt';
      if (transition === 'dissolve') {
        return isFirst ? 'Beginn: Überblendung, mit nichts davor' : `Beginn: Überblendung, ${length}`;
      }
      if (transition === 'fade') return `Beginn: Aufblende aus Schwarz, ${length}`;
      return `Beginn: ${transition}, als Schnitt abgespielt`;
    },
  },
  noneDetail:
    'Szenen und Shots ordnen, bevor etwas entsteht. Bilder hier ablegen, um mit ihnen zu beginnen, oder ein Storyboard holen, das als JSON exportiert wurde.',
  noPicture: 'Noch ohne Bild.',
  withoutPicture: (shots) => `${shots} ${shots === 1 ? 'Shot hat' : 'Shots haben'} noch kein Bild`,
  onlyFirst: (remainingCount) =>
    remainingCount === 1
      ? 'Eine Zeitleiste nimmt das erste Bild. Das andere bleibt auf dem Storyboard.'
      : `Eine Zeitleiste nimmt das erste Bild. Die ${remainingCount} anderen bleiben auf dem Storyboard.`,
  severalTitle: (pictures, number) => `${pictures} Bilder wurden Panels von Shot ${number}`,
  severalDetail: 'Eine Zeitleiste zeigt das erste Panel eines Shots.',
  severalSplit: 'Aus jedem einen Shot machen',
  stepPanelsToShots: 'Aus Panels Shots machen',
  stepAdd: (files, isSound) =>
    isSound
      ? pluralForm(files, ['# Audiodatei hinzufügen', '# Audiodateien hinzufügen'])
      : pluralForm(files, ['# Bild hinzufügen', '# Bilder hinzufügen']),
  becomesCut: (transition) =>
    `Beginnt mit einem Übergang (${transition}), der auf einer Zeitleiste zum Schnitt wird.`,
  staysBehind: (shots) =>
    `${shots} ${shots === 1 ? 'Shot hat' : 'Shots haben'} etwas, das nicht auf eine Zeitleiste kommt`,
  markedAtShots: 'An den Shots ist es markiert.',
  noOtherProblems: 'An den Shots ist es markiert. Sonst hat das Storyboard keine Probleme.',
  shotMenu: (number) => `Mehr zu Shot ${number}`,
  noProblems: 'Das Storyboard hat keine Probleme',
  withProblems: (shots) => `${shots} ${shots === 1 ? 'Shot' : 'Shots'} mit Problemen`,
  notPlaced: 'Die Datei wurde nicht hinzugefügt',
  notPlacedDetail:
    'Auf einem Shot ablegen, oder auf einer leeren Stelle des Storyboards für einen neuen Shot.',
  coming: (files) => (files === 1 ? 'Eine Datei kommt' : `${files} Dateien kommen`),
  make: 'Bild erstellen',
  makeTitle: (shots, number) =>
    shots === 1 ? `Ein Bild für Shot ${number} erstellen` : `Für ${shots} Shots je ein Bild erstellen`,
  makeHint:
    'Der Text des Shots geht in das ein, was es erstellt. Der Lauf steht im Projekt, und das Bild kommt im Shot an erste Stelle.',
  byModel: 'Bildmodell',
  noModels: (isLocal) =>
    isLocal
      ? 'Keines ist verbunden. Unter Modelle eines verbinden.'
      : 'Bei diesem Dienst ist keines verbunden.',
  prompt: 'Prompt',
  promptIsEmpty: 'Angeben, was das Bild zeigen soll.',
  wordsArePrompts: 'Der Text jedes Shots ist sein Prompt.',
  addedToPrompts: 'Wird jedem Prompt angehängt, etwa ein Stil',
  modelIs: (model) => `Modell: ${model}`,
  pictures: 'Bilder',
  picturesOfEach: 'Bilder je Shot',
  size: 'Größe',
  sizeOfModel: 'Vom Modell gewählt',
  forBare: (shots) => pluralForm(shots, ['Für den einen Shot ohne Bild', 'Für alle # Shots ohne Bild']),
  leftWithoutWords: (shots) =>
    pluralForm(shots, [
      '# Shot hat keinen Text und wird ausgelassen.',
      '# Shots haben keinen Text und werden ausgelassen.',
    ]),
  byTemplate: 'Vorlage',
  byNode: 'Knoten dieses Projekts',
  noTemplates: 'Noch lässt sich keine Vorlage ausführen',
  noTemplatesDetail:
    'Ein Projekt als Vorlage veröffentlichen oder Bilder mit einem Knoten dieses Projekts erstellen.',
  noNodes: 'Kein Knoten dieses Projekts macht Bilder, Videos oder Ton',
  noNodesDetail: 'Im Graphen einen hinzufügen oder eine Vorlage nehmen.',
  wordsInto: 'Text des Shots geht in',
  wordsNowhere: 'Nichts',
  wordsOfShot: 'Text des Shots',
  wordsOfEach: 'Jeder Shot gibt seinen eigenen Text.',
  noOwnWords: 'Ohne Text wird genommen, was dort jetzt steht.',
  noWords: (shots) =>
    pluralForm(shots, [
      '# der Shots hat keinen Text: Er nimmt, was dort jetzt steht.',
      '# der Shots haben keinen Text: Sie nehmen, was dort jetzt steht.',
    ]),
  newVariation: 'Jedes Mal ein anderes Bild, auch bei gleichem Text',
  makeOne: 'Bild erstellen',
  makeSeveral: (shots) => `${shots} Bilder erstellen`,
  starting: 'Startet',
  making: 'Entsteht',
  stopping: 'Hält an',
  stop: 'Bild nicht weiter erstellen',
  notMade: 'Nicht erstellt',
  again: 'Erneut versuchen',
  fetchPaid: 'Das bezahlte Bild holen',
  dismiss: 'Dabei belassen',
  panel: (number, name) => (name === '' ? `Panel ${number}` : `Panel ${number}: ${name}`),
  panelWords: 'Name und Text…',
  panelFirst: 'Im Bildfeld zeigen',
  panelLeft: 'Nach links',
  panelRight: 'Nach rechts',
  panelRemove: 'Panel entfernen',
  stepMovePanel: 'Panel verschieben',
  refusedField: (field, message) =>
    field === '' ? `Der Dienst lehnt es ab: ${message}` : `Der Dienst lehnt ab (${field}): ${message}`,
  refused: 'Der Dienst nimmt dieses Storyboard nicht an',
  panelTitle: (number) => `Name und Text von Panel ${number}`,
  panelName: 'Name',
  panelDescription: 'Was es zeigt',
  stepPanelWords: 'Panel beschriften',
  done: 'Fertig',
  stepMade: 'Bild erstellen',
  stepSwapped: 'Anderen Take nehmen',
  takesTitle: 'Woraus das Bild entstanden ist',
  notMadeByRun:
    'Diese Datei stammt aus keinem Lauf, der auf diesem Computer zu sehen war. Sie kam von anderswo.',
  shotGone: 'Das Bild ist fertig, aber der Shot ist weg',
  shotGoneDetail: 'Es ist in der Galerie.',
  notStopped: 'Der Dienst führt diesen Lauf zu Ende',
  notStoppedDetail:
    'Von hier lässt er sich nicht anhalten. Das Bild kommt nicht in den Shot; es ist in der Galerie.',
  animatic: {
    animatic: 'Animatic',
    shotBefore: 'Vorheriger Shot',
    pause: 'Pause',
    play: 'Abspielen',
    nextShot: 'Nächster Shot',
    positionAnimatic: 'Position im Animatic',
    label: (seconds, seconds2) => `${seconds} von ${seconds2}`,
    soundOn: 'Ton ein',
    soundDisabled: 'Ton aus',
    shot: (count) => `Shot ${count}`,
  },
  boardActions: {
    addScene: 'Szene hinzufügen',
    addShot: 'Shot hinzufügen',
    duplicate: (count) => pluralForm(count, ['# Shot duplizieren', '# Shots duplizieren']),
    delete: (count) => pluralForm(count, ['# Shot löschen', '# Shots löschen']),
    merge: (count) => pluralForm(count, ['# Shot zusammenfassen', '# Shots zusammenfassen']),
    splitShot: 'Shot teilen',
    add: (count) => pluralForm(count, ['# Shot hinzufügen', '# Shots hinzufügen']),
    moveScene: 'Szene verschieben',
    move: (count) => pluralForm(count, ['# Shot verschieben', '# Shots verschieben']),
  },
  boardRows: {
    row: (from) => `row ${from}`,
  },
  boardToolbar: {
    formatOf: (ratio) => `Format: ${ratio}`,
    check: 'Prüfen',
    addScene: 'Szene hinzufügen',
    timeline: 'Zeitleiste…',
    play: 'Abspielen',
    overflowStoryboard: 'Mehr zum Storyboard',
    fromScript: 'Aus einem Drehbuch…',
    importAppend: 'Importieren und anhängen…',
    importReplace: 'Importieren und ersetzen…',
    savePdfPicture: 'Als PDF oder Bild speichern…',
    exportJson: 'Als JSON exportieren',
    format: 'Format',
    nameStoryboard: 'Name des Storyboards',
    nameStoryboard2: 'Storyboard benennen',
    aspectRatio: 'Seitenverhältnis',
    changeAspectRatio: 'Seitenverhältnis ändern',
    secondsShotLength: 'Sekunden für einen Shot ohne Länge',
    changeDefaultLength: 'Vorgabelänge ändern',
  },
  fileDialog: {
    selectPicture: 'Bild auswählen',
    fromComputer: 'Von diesem Computer…',
    searchFiles: 'Dateien suchen',
    noFilesYet: 'Noch keine Dateien',
    noFileMatches: 'Keine passende Datei',
    fromComputerDropShot: 'Eine von diesem Computer nehmen oder auf einem Shot ablegen.',
  },
  frame: {
    link: 'Ein Link; nicht importiert',
    document: 'Ein Dokument',
    notFound: 'Datei hier nicht gefunden',
    notPicture: 'Kein Bild',
    noPicture: 'Kein Bild',
  },
  panelStrip: {
    panels: 'Panels',
  },
  sceneSection: {
    to: 'bis',
    dragScene: 'Szene ziehen',
    nameScene: (count) => `Name von Szene ${count}`,
    scene: (count) => `Szene ${count}`,
    renameScene: 'Szene umbenennen',
    scene2: (count) => `Zu Szene ${count}`,
    when: 'Wo und wann, wer dabei ist',
    writeScene: 'Szene beschreiben',
    shotsOf: (name) => `Shots von ${name}`,
    addShot: 'Shot hinzufügen',
    moveScene: 'Szene verschieben',
    overflowFor: (name) => `Mehr zu ${name}`,
    addShotEnd: 'Shot am Ende hinzufügen',
    moveUp: 'Nach oben',
    moveDown: 'Nach unten',
    deleteScene: (count) =>
      pluralForm(count, ['Szene und ihren # Shot löschen', 'Szene und ihre # Shots löschen']),
    deleteScene2: 'Szene löschen',
  },
  secondsField: {
    seconds: 'Sekunden',
  },
  picturesTexts: {
    picturesShot: 'mehrere Bilder in einem Shot',
  },
  shotCard: {
    shot: ({ number, length, words, isSelected }) =>
      `Shot ${number}, ${length}: ${words}${isSelected ? ', ausgewählt' : ''}`,
    frameOf: (number) => `Bild von Shot ${number}:`,
    noDescription: 'Keine Beschreibung',
    selectPanel: 'Panel auswählen',
    removePanel: 'Panel entfernen',
    changeLength: 'Länge ändern',
    changeTransition: 'Übergang ändern',
    happens: 'Was geschieht',
    happens2: 'Was geschieht?',
    writeShot: 'Shot beschreiben',
    notes: 'Notizen',
    notesCameraSoundLight: 'Notizen: Kamera, Ton, Licht',
    nameShot: 'Name des Shots',
    name: 'Name',
    nameShot2: 'Shot benennen',
    addPicture: 'Bild hinzufügen',
    dropPicturePMake: 'Bild ablegen, mit P auswählen, mit G erstellen',
  },
  shotProblems: {
    shotNeitherPictureNor: 'Der Shot hat weder Bild noch Text.',
    lastsSecondsGetsDefault: 'Er dauert 0 Sekunden, daher erhält er auf einer Zeitleiste die Vorgabelänge.',
  },
  storyboardFile: {
    correctInFile: (at, problem, further) =>
      `„${at}“: ${problem}${further > 0 ? ` ${pluralForm(further, ['# weiteres Problem', '# weitere Probleme'])}.` : ''} Das in der Datei berichtigen und sie erneut importieren.`,
    theFile: 'Die Datei',
    storyboardExportedJson: (reason) => `${reason} Ein Storyboard auswählen, das als JSON exportiert wurde.`,
    fileNotStoryboardExported:
      'Diese Datei ist kein Storyboard. Eines auswählen, das als JSON exportiert wurde.',
    notStoryboard: 'So etwas hat ein Storyboard hier nicht.',
    storyboardNotImported: 'Das Storyboard wurde nicht importiert',
    appendStoryboard: 'Storyboard anhängen',
    importStoryboard: 'Storyboard importieren',
    storedAnotherProgram: (count) =>
      pluralForm(count, [
        '# Feld eines anderen Programms behalten',
        '# Felder eines anderen Programms behalten',
      ]),
  },
  storyboardPage: {
    loadingStoryboard: 'Das Storyboard wird geladen',
    storyboardCannot: (count) =>
      `Dieses Storyboard hat ${pluralForm(count, ['# Problem', '# Probleme'])} und kann nicht gezeigt werden`,
    projectNoLongerExists: 'Dieses Projekt gibt es nicht mehr',
    storyboardCouldNotRead: 'Das Storyboard war nicht lesbar',
    deletedBelongsAnotherAccount: 'Es wurde gelöscht oder gehört zu einem anderen Konto.',
    startStoryboard: 'Storyboard beginnen',
    projectNoStoryboardYet: 'Dieses Projekt hat noch kein Storyboard',
    importStoryboard: 'Storyboard importieren…',
    startStoryboard2: 'Storyboard beginnen',
    fromScript: 'Aus einem Drehbuch…',
  },
  toTimelineDialog: {
    makeTimeline: 'Zeitleiste erstellen',
    loadingTimeline: 'Die Zeitleiste wird geladen',
    timelineCouldNotRead: 'Die Zeitleiste war nicht lesbar',
    timelineBoard: 'Zeitleiste aus dem Storyboard',
    eachShotClipWhen:
      'Jeder Shot wird ein Clip. Ändert sich das Storyboard, noch einmal erstellen: Was auf der Zeitleiste bearbeitet ist, bleibt.',
    changedBoardOverEdited:
      'Was sich auf dem Storyboard geändert hat, kommt herüber. Was auf der Zeitleiste bearbeitet wurde, bleibt.',
    bringStoryboardTimeline: 'Storyboard auf die Zeitleiste bringen',
    makeTimeline2: 'Zeitleiste erstellen',
    updateTimeline: 'Aktualisieren',
    trackLocked: (name) => `Die Spur „${name}“ ist gesperrt. Auf der Zeitleiste entsperren und wiederkommen.`,
    name: 'Name',
    frameRate: 'Framerate',
    fps: (rate) => `${rate} fps`,
    size: 'Größe',
    secondsShotLength: 'Sekunden für einen Shot ohne Länge',
  },
  toTimelineReport: {
    beginsWith: (transition) => `beginnt mit „${transition}“, was eine Zeitleiste nicht hat`,
    clip: 'Ein Clip',
    shotNumber: (number) => `Shot ${number}`,
    changedBoardTimeline: 'wurde auf Storyboard und Zeitleiste geändert; bleibt, wie auf der Zeitleiste',
    noShotAnyBut: 'hat keinen Shot mehr, wurde aber auf der Zeitleiste bearbeitet; bleibt',
    deletedTimelineButShot: 'wurde auf der Zeitleiste gelöscht, der Shot aber seitdem geändert; kommt zurück',
    timelineCannot: 'Die Zeitleiste lässt sich nicht erstellen',
    timelineBeing: 'Die Zeitleiste wird erstellt',
    timelineEverythingBoard: 'Die Zeitleiste hat alles, was auf dem Storyboard ist.',
    editedPositions: 'Auf beiden Seiten bearbeitet',
    transitionsCuts: 'Übergänge, die zu Schnitten werden',
    andOverflow: (value) => `Und ${value} weitere.`,
  },
  useFiles: {
    fileNotAdded: 'Die Datei wurde nicht hinzugefügt',
    wasDropped: 'Was abgelegt wurde',
  },
  clipsOfShot: {
    bringOver: 'Mit „Zeitleiste…“ kommt er dorthin.',
  },
  useShot: {
    shotNoLongerStoryboard: 'Dieser Shot ist nicht mehr auf dem Storyboard',
    clipTimelineUntilYou:
      'Der Clip bleibt auf der Zeitleiste, bis er dort gelöscht oder die Zeitleiste aktualisiert wird.',
  },
  useStoryboardFile: {
    storyboardFile: 'Storyboard-Datei',
  },
};
