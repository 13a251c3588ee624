import { CERTAIN_ENDINGS, CUT_ENDINGS, FOLDER_ENDING } from '#shared/timeline/cut-formats.ts';
import type { EdlRateReason } from '#shared/interchange/index.ts';
import { formatAlternatives, pluralForm, number } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { interchange as english } from '../english/interchange.ts';

/** What can be dropped anywhere on the window. */
const dropEndings = ['.patchbay', ...CERTAIN_ENDINGS, FOLDER_ENDING];

const rateName = (rate: number): string => number(Math.round(rate * 1000) / 1000);

const reasons: Readonly<Record<EdlRateReason, string>> = {
  said: 'Die Liste nennt sie.',
  drop: 'Die Liste überspringt Frame-Nummern, was es nur bei 29,97 und 59,94 gibt.',
  lengths: 'Bei dieser Rate sind die Clips so lang wie ihre Quellen.',
  project: 'Die Liste nennt sie nicht. Sie passt zur Rate dieses Projekts.',
  numbers: 'Die Liste nennt sie nicht. Es ist die niedrigste Rate, die alle ihre Frame-Nummern hat.',
};

export const interchange: Translated<typeof english> = {
  timelineKind: 'eine Zeitleiste',
  rate: 'Framerate',
  rateName: (rate, guess) =>
    Math.abs(rate - guess.rate) < 1e-6 && guess.reason !== 'said'
      ? `${rateName(rate)} (wahrscheinlich)`
      : rateName(rate),
  rateReason: (guess) => reasons[guess.reason],
  cutTooLarge:
    'Die Datei ist größer als 64 MB. Einen kürzeren Teil der Zeitleiste exportieren und diesen importieren.',
  cutTooSlow:
    'Das Lesen der Datei dauert zu lange. Einen kürzeren Teil der Zeitleiste exportieren und diesen importieren.',
  fileGone: (name) => `${name} ist nicht lesbar. Prüfen, ob es noch da ist, und erneut auswählen.`,
  accentedLines: 'Erste Zeilen mit Umlauten oder Akzenten',
  encodingHint: 'Die Datei nennt sie nicht. Eine andere wählen, wenn Umlaute falsch sind.',
  looking: 'Die Datei wird angesehen…',
  exportDialog: {
    exportTimeline: 'Zeitleiste exportieren',
    anotherEditingProgramReport:
      'Für ein anderes Schnittprogramm, mit einem Bericht, was sich unterwegs ändert.',
    export: 'Exportieren',
    label: (bytes) => `${bytes} bisher`,
    format: 'Format',
    reading: 'Liest',
    readingTimeline: 'Die Zeitleiste wird gelesen…',
    exported: (name) => `${name} ist exportiert`,
    writingFile: 'Die Datei wird geschrieben…',
    servicePacksBundle: 'Der Dienst packt das Paket…',
  },
  exportFormats: {
    otioz: {
      label: 'OTIOZ',
      hint: 'Eine Datei mit Medien. DaVinci Resolve und andere Programme öffnen sie.',
    },
    zip: { label: 'OTIO in einem ZIP', hint: 'timeline.otio mit den Medien daneben.' },
    folder: {
      label: 'OTIO neben einem Medienordner',
      hint: 'Ein ZIP zum Entpacken: die .otio und ein Ordner mit den Medien.',
    },
    xml: { label: 'FCP 7 XML', hint: 'Für Premiere Pro. Medien werden über ihre Namen gefunden.' },
    edl: {
      label: 'EDL (CMX 3600)',
      hint: 'Eine Liste je Spur: Schnitte, Überblendungen und Tempo, ohne Medien.',
    },
  },
  exportReport: {
    media: 'Medien',
    clips: 'Clips',
    tracks: 'Spuren',
    length: 'Länge',
    mediaName: 'Medien über den Namen',
    noClipsList: 'Es gibt keine Clips, also nichts aufzuführen.',
    differentFile: 'Was in der Datei anders ist',
    everythingTimelineGoesFile: 'Alles auf der Zeitleiste kommt in die Datei, wie es ist.',
  },
  importDialog: {
    view: 'Ansehen',
    compare: 'Vergleichen',
    importWord: 'Importieren',
    cutFromEditingProgram:
      'Ein Schnitt aus einem Schnittprogramm: .otio, ein Paket oder Ordner mit Medien (.otioz, .zip, .otiod), eine EDL oder FCP 7 XML.',
    folderNot: 'Der Ordner wurde nicht genommen',
    viewTimeline: 'Zeitleiste ansehen',
    openTimeline: 'Zeitleiste öffnen',
    thisProject: 'In dieses Projekt',
    timelineReplacedGraph: (count) =>
      `Die Zeitleiste mit ${pluralForm(count, ['# Clip', '# Clips'])} wird ersetzt. Der Graph bleibt, wie er ist.`,
    graph: 'Der Graph bleibt, wie er ist.',
    itRuns: 'Wohin damit',
    compareProjectsTimeline: 'Mit der Zeitleiste dieses Projekts vergleichen',
    cutLeftFromShows:
      'Für einen Schnitt, der von hier ausging: Zeigt, was daraus geworden ist, um es ganz oder Clip für Clip zu übernehmen.',
    newProject: 'In ein neues Projekt',
    previewOnly: 'Nur Vorschau',
    showsFileSaves: 'Zeigt, was in der Datei ist, und speichert nichts.',
  },
  importProgress: {
    packingFolder: 'Ordner wird gepackt',
    sendingFile: 'Datei wird gesendet',
    serviceReadsFile: 'Der Dienst liest die Datei',
    storingTimeline: 'Zeitleiste wird gespeichert',
  },
  importReport: {
    changed: 'Geändert',
    missing: 'Fehlt',
    note: 'Anmerkung',
    clips: 'Clips',
    tracks: 'Spuren',
    length: 'Länge',
    mediaStored: 'Gespeicherte Medien',
    differentFromFile: 'Was anders ist als in der Datei',
    everythingFileTimeline: 'Alles in der Datei hat seinen Platz auf der Zeitleiste.',
    label: (count) => pluralForm(count, ['und # weitere Stelle', 'und # weitere Stellen']),
  },
  words: {
    mediaLeftOutExport: 'Medien, die der Export auslässt',
    theirClipsExportedName:
      'Ihre Clips werden mit Name und Bereich exportiert oder als fehlend, um sie im anderen Programm neu zuzuordnen.',
    mediaUnderAnotherName: 'Medien unter anderem Namen',
    nameHadCharactersNot: 'Der Name hatte Zeichen, die nicht jedes Programm liest.',
    clipsBetweenTwoFrames: 'Clips zwischen zwei Frames',
    theyGoOutFrames:
      'Sie gehen auf ganzen Frames hinaus. OpenTimelineIO-Dateien sind genau, wenn sie hier wieder importiert werden.',
    clipsOverlap: 'Clips, die sich überlappen',
    theyGoTracksTheir: 'Sie kommen auf eigene Spuren.',
    tracksPicturesSounds: 'Spuren mit Bild und Ton',
    eachTwoTracks: 'Aus jeder werden zwei Spuren.',
    transitionsNoLongerFit: 'Übergänge, die nicht mehr passen',
    theirClipsCutSince: 'Ihre Clips wurden seitdem verschoben oder geschnitten.',
    transitionsAnotherForm: 'Übergänge in anderer Form',
    formatFewerKindsThem: 'Dieses Format hat weniger Arten und Stellen dafür.',
    effectsProgramsDoNot: 'Effekte, die andere Programme nicht zeigen',
    theyFileWhenImported:
      'Sie bleiben in der Datei erhalten und sind wieder da, wenn sie hier importiert wird.',
    opacityVolumePosition: 'Deckkraft, Lautstärke und Position',
    formatNoThem: 'Dieses Format hat keinen Platz dafür.',
    texts: 'Texte',
    programsSeeClipFile: 'Andere Programme sehen einen Clip ohne Datei.',
    foldersSecretAddresses: 'Ordner und geheime Adressen',
    theyPrivateComputerAccount: 'Sie gehören nur zu diesem Computer oder Konto, daher wurden sie entfernt.',
    objectsMetadata: 'Objekte in Metadaten',
    theirValuesKindObject: 'Ihre Werte bleiben; welche Art von Objekt sie waren, entfällt.',
    veryNumbers: 'Sehr lange Zahlen',
    numbersThanDigitsRounded: 'Ganze Zahlen mit mehr als 15 Ziffern werden gerundet.',
    effects: 'Effekte',
    formatProgramsReadDo: 'Das Format, oder Programme, die es lesen, kennen sie nicht.',
    markers: 'Marker',
    theyNoFormat: 'Sie haben in diesem Format keinen Platz.',
    mediaClip: 'Weitere Medien eines Clips',
    onlyActiveGoesOut: 'Nur das aktive geht hinaus.',
    itemsUnknownKind: 'Elemente unbekannter Art',
    theyLeftOut: 'Sie wurden ausgelassen.',
    gapsNotes: 'Lücken mit Notizen',
    theirMarkersMetadataLeft: 'Ihr Platz ist belegt, daher entfallen ihre Marker und Metadaten.',
    metadataAlternativePrograms: 'Metadaten anderer Programme',
    formatNoOtioKeeps: 'Dieses Format hat keinen Platz dafür. OTIO bewahrt sie.',
    patchbayKeepsClips: 'Was Patchbay zu Clips aufbewahrt',
    fadesKeyFramesClip:
      'Blenden und Keyframes, und woher ein Clip kommt: Shot, Knoten oder Lauf. Dieses Format hat keinen Platz dafür. OTIO bewahrt es.',
    tracksNeitherPictureNor: 'Spuren, die weder Bild noch Ton enthalten',
    formatNone: 'Dieses Format hat keine.',
    disabledClips: 'Abgeschaltete Clips',
    edlNoneTheyLike: 'Eine EDL kennt keine; sie stehen darin wie alle anderen.',
    disabledTracks: 'Abgeschaltete Spuren',
    eachListLikeAny: 'Jede ist eine Liste wie alle anderen.',
    namesTracks: 'Namen von Spuren',
    formatNumbersTracks: 'Dieses Format nummeriert seine Spuren.',
    colorsMarkers: 'Farben von Markern',
    frameRate: 'Die Framerate',
    formatKnowsRatesThose: 'Dieses Format kennt ganze Raten und die von NTSC.',
    clipBeginsNot: 'Der Clip beginnt mit etwas, das nicht da ist.',
  },
  otioDrop: {
    notUsed: (name) => `${name} wurde nicht genommen`,
    theseFilesNo: 'Diese Dateien haben hier keinen Platz',
    dropThemCanvasProject: `Auf der Arbeitsfläche eines Projekts, auf einem Shot oder einer Zeitleiste ablegen. Dateien mit ${formatAlternatives(dropEndings)} lassen sich überall ablegen.`,
    dropPatchbayZipOtio: `Eine ${formatAlternatives(dropEndings)} zum Importieren ablegen, oder eine gespeicherte Ausgabe, um zu öffnen, woraus sie entstanden ist`,
  },
  otioFolder: {
    thanFilesFoldersDeep: (name, mAXFILES) =>
      `„${name}“ enthält mehr als ${mAXFILES} Dateien oder tief verschachtelte Ordner. Den Ordner einer Zeitleiste auswählen.`,
    cannotReadCopyFolder: (name) =>
      `„${name}“ ist nicht lesbar. In einen eigenen Ordner kopieren und von dort ablegen.`,
    noOtioFileFolder: (name) =>
      `„${name}“ enthält keine .otio-Datei. Den Ordner auswählen, in dem sie neben ihren Medien liegt.`,
    otioFilesImportYou: (name) =>
      `„${name}“ enthält mehrere .otio-Dateien. Die gemeinte einzeln importieren.`,
  },
  packFolder: {
    exportShorter: 'Einen kürzeren Teil davon exportieren.',
  },
  recutDialog: {
    compareCuts: 'Schnitte vergleichen',
    compare: 'Vergleichen',
    comparingTimelineProject: 'Vergleicht mit der Zeitleiste dieses Projekts…',
  },
  recutView: {
    noClipFileTimeline:
      'Kein Clip der Datei ist einer dieser Zeitleiste. In ein neues Projekt importieren oder die Zeitleiste ersetzen.',
    allThey: (count) =>
      pluralForm(count, ['# Clip ist, wie er hier ist.', 'Alle # Clips sind, wie sie hier sind.']),
    differentFromTimeline: 'Was anders ist als auf dieser Zeitleiste',
    showOverflow: 'Mehr anzeigen',
  },
  useImport: {
    notTimelineCanImported: (name) =>
      `${name} ist keine Zeitleiste, die sich importieren lässt. Eine mit der Endung ${formatAlternatives(CUT_ENDINGS)} auswählen.`,
  },
  warningGroups: {
    mediaMissingFromFile: 'Medien, die in der Datei fehlen',
    clipsPlaceholdersTimelineAdd:
      'Ihre Clips sind Platzhalter auf der Zeitleiste. „Fehlende Dateien suchen“ gibt ihnen ihre Medien.',
    mediaNotStored: 'Medien, die nicht gespeichert wurden',
    fileOnlyPreviewedImport: 'Die Datei war nur in der Vorschau. Importieren, um ihre Medien zu behalten.',
    mediaNameFiles: 'Medien mit einem Namen, den mehrere Dateien haben',
    cannotFilesBundleDifferent:
      'Welche gemeint ist, lässt sich nicht sagen. Den Dateien im Paket verschiedene Namen geben und erneut importieren.',
    mediaCannot: 'Medien, die sich nicht behalten lassen',
    emptyFilesNamesNo:
      'Leere Dateien und Namen, die keine Datei haben kann. Ihre Clips sind Platzhalter auf der Zeitleiste.',
    markers: 'Marker',
    theyNotExportWrites: 'Sie sind hier nicht zu sehen, und der Export schreibt sie zurück.',
    generators: 'Generatoren',
    barsColorsLikeNo:
      'Farbbalken, Farben und Ähnliches haben keine Datei hinter sich. Sie wurden leere Clips derselben Länge.',
    imageSequences: 'Bildsequenzen',
    theyBecameEmptyClips: 'Sie wurden leere Clips. Aus den Bildern ein Video machen und erneut importieren.',
    tracksNeitherPictureNor: 'Spuren, die weder Bild noch Ton enthalten',
    theyLeftOut: 'Sie wurden ausgelassen.',
    itemsUnknownKind: 'Elemente unbekannter Art',
    theyLeftOutEverything: 'Sie wurden ausgelassen; alles um sie herum behält seinen Platz.',
    overflowThanSingleTimeline: 'Mehr als eine Zeitleiste',
    first: 'Die erste wurde genommen.',
    picturesCannotRead: 'Bilder in einem Format, das hier nicht lesbar ist',
    saveAsJpegRelink:
      'Sie sind HEIC oder JPEG XL. Als JPEG speichern und diese als Dateien der Clips wählen.',
    filesBundleTwice: 'Dateien, die doppelt im Paket sind',
    firstEach: 'Von jeder wurde die erste genommen.',
    notesLargeKeep: 'Notizen, die zu groß zum Behalten sind',
    effectsMarkersTheseClips: 'Effekte und Marker dieser Clips werden in einem Export fehlen.',
    speedsChangeOverClip: 'Tempo, das sich im Clip ändert',
    theseClipsPlaySpeed: 'Diese Clips laufen hier mit einem Tempo. Der Export schreibt die Änderung zurück.',
    effects: 'Effekte',
    transitionsAlternativeThanDissolves: 'Andere Übergänge als Überblendungen',
    theyCutsExportWrites: 'Sie sind hier Schnitte, und der Export schreibt sie zurück.',
    nestedSequences: 'Verschachtelte Sequenzen',
    theirClipsLieDirectly: 'Ihre Clips liegen jetzt direkt auf der Zeitleiste.',
    clipsOverlapped: 'Clips, die sich überlappten',
    theyWentTracksTheir: 'Sie kamen auf eigene Spuren.',
    activeNotAnother: 'Das aktive ist nicht da, daher wurde ein anderes genommen.',
    disabledClips: 'Abgeschaltete Clips',
    theyInvisibleSilent: 'Sie sind hier unsichtbar und stumm.',
    theyKeepTheirLength: 'Sie behalten Platz und Länge; an ihren Enden gibt es nichts zu zeigen.',
    clipsLength: 'Clips ohne Länge',
    timesNotValid: 'Ungültige Zeiten',
    theyIgnored: 'Sie wurden ignoriert.',
    newerProgram: 'Teile, die ein neueres Programm geschrieben hat',
    theyReadWellThey: 'Sie wurden so gut wie möglich gelesen. Die Zeitleiste mit dem Original vergleichen.',
    mediaFromYourFiles: 'Medien, die aus den eigenen Dateien genommen wurden',
    bundleLacksFileSame:
      'Im Paket fehlt sie, und hier ist eine Datei desselben Namens. Prüfen, ob es die richtige ist.',
    clipsTimelineDoesNot: 'Clips, die die Zeitleiste nicht zeigt',
    theyLieOutsideRange: 'Sie liegen außerhalb des Bereichs ihrer Spur und wurden ausgelassen.',
    rangesTracks: 'Bereiche von Spuren',
    theyDoNotShow:
      'Was sie nicht zeigen, wurde von den Clips abgeschnitten; die Zeitleiste sieht gleich aus.',
    transitionsNoPosition: 'Übergänge ohne Stelle',
    theyNoTimesNo: 'Sie haben keine Zeiten oder keinen Clip neben sich und wurden ausgelassen.',
    unknownFields: 'Unbekannte Felder',
    theyLeftOutExport: 'Sie wurden ausgelassen; ein Export hat sie nicht.',
    firstFiftyEachRead: 'Von jeder Art wurden die ersten fünfzig gelesen.',
    noTracks: 'Keine Spuren',
    timelineFile: 'Auf der Zeitleiste dieser Datei ist nichts.',
    tracksCannotRead: 'Spuren, die nicht lesbar sind',
    theyNoListExport:
      'Was sie enthalten, ist keine Liste. Die Zeitleiste aus dem Programm, aus dem sie kommt, noch einmal exportieren.',
    numbersNotValid: 'Ungültige Zahlen',
    theyReadIfThey: 'Sie wurden gelesen, als wären sie nicht da.',
    frameRateGuess: 'Die Framerate ist eine Vermutung',
    compareLengthOriginalIf:
      'Die Länge mit dem Original vergleichen. Unterscheidet sie sich, erneut importieren und eine andere Rate wählen.',
    timecodeMediaBeginsGuess: 'Wo der Timecode von Medien beginnt, ist eine Vermutung',
    listCountsTheirTimecode:
      'Die Liste zählt ihre Teile nach Timecode, und die Dateien nennen ihren nicht. Prüfen, ob der richtige Teil zu sehen ist.',
    textFileRead: 'Wie der Text der Datei gelesen wurde',
    whetherNamesRightIf:
      'Prüfen, ob die Namen stimmen. Wenn nicht, erneut importieren und eine andere Codierung wählen.',
    framesFrom: 'Frames, ab 1 gezählt',
    listNoFrameThose:
      'Die Liste hat keinen Frame 0, wie die von OpenShot. Ihre Zeiten wurden um einen Frame verschoben.',
    clipsWriteAnotherRate: 'Clips, die eine andere Rate angeben, als sie zählen',
    theirLengthFitsRate:
      'Ihre Länge passt nur zur Rate der Sequenz, daher wurde diese genommen. Prüfen, ob der richtige Teil zu sehen ist.',
    linesNotUnderstood: 'Zeilen, die nicht verstanden wurden',
    keys: 'Key-Effekte',
    theyCuts: 'Sie sind hier Schnitte.',
    clipsAnotherLengthThan: 'Clips mit anderer Länge als ihre Quelle',
    noFastTheyPlay: 'Nichts nennt ihr Tempo, daher laufen sie wie aufgenommen.',
    effectsLeftOut: 'Effekte, die ausgelassen wurden',
    onlyOpacityVolumeSpeed: 'Nur Deckkraft, Lautstärke und ein Tempo werden aus diesem Format gelesen.',
    links: 'Verknüpfungen',
    picturesSoundsLinkedLie:
      'Bild und Ton, die verknüpft waren, liegen auf ihren Spuren ohne die Verknüpfung.',
    filesNoClipUses: 'Dateien, die kein Clip verwendet',
    theyLeftBundle: 'Sie blieben im Paket.',
  },
};
