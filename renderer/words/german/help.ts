import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { help as english } from '../english/help.ts';

export const help: Translated<typeof english> = {
  title: 'Hilfe',
  whatItIs:
    'Patchbay ist eine Arbeitsfläche, auf der Bilder, Filme und Texte aus Knoten entstehen, die durch Kabel verbunden sind.',
  everyCommand: 'Jeder Befehl findet sich auch über seinen Namen:',
  contents: 'Inhalt',
  search: 'Hilfe durchsuchen',
  searchExample: 'Suchen, zum Beispiel „Kabel abziehen“',
  found: (count) => pluralForm(count, ['# Antwort gefunden', '# Antworten gefunden']),
  nothing: 'Nichts gefunden',
  nothingHint: 'Ein anderes Wort versuchen oder weniger davon.',
  articles: {
    doubleClickType:
      'Auf die Arbeitsfläche doppelklicken, das Gesuchte tippen, etwa „Verlauf“, und die Eingabetaste drücken. {editor.quick-add} fügt den nächsten Knoten neben dem ausgewählten hinzu und verbindet ihn.',
    opensFilesComputer:
      '{editor.add-files} öffnet die Dateien dieses Computers. Alle Dateien eines Projekts stehen links unter „Dateien“.',
    doubleClickPress:
      'Auf die Arbeitsfläche doppelklicken, {editor.quick-add} drücken oder links einen aus „Knoten“ ziehen.',
    fitShowsEverything:
      '{view.fit} zeigt alles, {view.fit-selection} die Auswahl, {view.zoom-reset} sind 100\u00A0%. Mit gehaltener Leertaste ziehen verschiebt die Ansicht. Ob Maus oder Trackpad, steht in den [Einstellungen](/settings).',
    findsNodes:
      '{editor.find} findet Knoten nach Titel, Typ und Wert. Alt+Umschalt und eine Ziffer setzt ein Lesezeichen auf die Ansicht, Alt und die Ziffer führt dorthin zurück.',
    canvasOnly: '{view.canvas-alone} räumt alle Leisten weg und holt sie wieder.',
    framesNotes:
      '{editor.add-frame} legt einen Rahmen um die ausgewählten Knoten: Wird er gezogen, kommt mit, was darin liegt. {editor.collapse-frame} macht daraus eine Kachel mit den Anschlüssen, die hinausführen, und klappt sie wieder aus. {editor.add-note} fügt eine Notiz hinzu; Adressen darin werden Links. {editor.draw-arrow} und {editor.draw-line} zeichnen über die Knoten, um zu zeigen, worum es geht.',
    collapseWidth:
      '{editor.collapse} lässt von einem Knoten nur, was verbunden oder geändert ist. Seine Ecke unten rechts, oder {editor.wider} und {editor.narrower}, macht ihn breiter oder schmaler. Ein Doppelklick mit Alt gibt einem Kabel einen Punkt, der sich ziehen lässt. Aufräumen, Ausrichten und Verteilen sind im Menü einer Auswahl.',
    muteFreezeLock:
      '{editor.mute} schaltet die ausgewählten Knoten stumm, oder alle Knoten eines Rahmens: Ein Lauf geht an ihnen vorbei und gibt weiter, was hereinkam; wo mehrere Kabel passen, wird einmal gefragt, welches. {editor.freeze} friert sie ein: Ein Lauf nimmt ihr letztes Ergebnis und führt nicht aus, was nur sie brauchen. Stapel und Vorlagen entstehen aus dem Graphen, wie er läuft. {editor.lock} sperrt sie: Sie bleiben, wie sie sind, bis sie entsperrt werden.',
    groupsTitle: 'Gruppen bilden und wieder verwenden',
    groupsMake:
      'Knoten auswählen und {group.make} drücken: Sie werden ein Knoten. {group.open} öffnet ihn, {group.leave} führt wieder hinaus. Das Menü eines Eingangs oder Ausgangs zeigt ihn an der Gruppe; der Inspektor benennt, ordnet und entfernt ihre Anschlüsse, gibt ihnen einen Anfangswert und bestimmt, wessen Ausgangs Bild die Gruppe zeigt.',
    groupsLink:
      '{group.add-linked} verwendet eine Gruppe noch einmal: Was sich in einer ändert, ändert sich in allen, als ein Schritt von Rückgängig. Werte ihrer Anschlüsse und Kabel von außen gehören jeder selbst. „Von verknüpften Gruppen lösen“ gibt einer eine eigene Gruppe; eine, die von den anderen abweicht, sagt das, und „Mit verknüpften Gruppen vergleichen…“ zeigt, worin.',
    groupsLibrary:
      '„In der Bibliothek speichern…“ bewahrt eine Gruppe mit ihren Versionen auf diesem Computer, für alle Projekte. „Gruppenbibliothek…“ fügt Gruppen ein, exportiert und importiert sie und enthält die Vorlagen des Arbeitsbereichs. Gibt es eine neuere Version, steht „Neue Version“ an der Gruppe: „Von ihrer Quelle aktualisieren…“ nennt, was sich ändern würde, bevor es sich ändert.',
    groupsRun:
      'Eine Gruppe zeigt, wie weit ein Lauf mit ihr ist und was sie voraussichtlich kostet. {run.to-here} führt die ausgewählte Gruppe aus; ein Druck auf das, was fehlschlug, führt zu diesem Knoten.',
    runAndStop:
      '{run.start} führt aus, was sich geändert hat; auf dem Knopf steht, wie viele Knoten das sind, beim Daraufzeigen, wie viele wiederverwendet werden und was es kostet, wo es etwas kostet. {run.to-here} führt nur aus, was der ausgewählte Knoten braucht. {run.cancel} hält an.',
    viewCompare:
      'Ein Doppelklick zeigt ein Ergebnis in voller Größe; {output.compare} stellt es dort neben ein anderes, mit Schieber, blinkend oder als Unterschied.',
    opensStoryboard:
      '{view.storyboard} öffnet das Storyboard eines Projekts: Szenen, Shots, ihre Texte und Längen. Daraus lässt sich eine Zeitleiste erstellen.',
    opensTimeline:
      '{view.timeline} öffnet die Zeitleiste. {timeline.import} liest OpenTimelineIO, eine EDL oder FCP 7 XML; {timeline.export} schreibt sie, für Resolve am besten als OTIOZ, für Premiere als XML. Vorher steht da, was andere Programme vielleicht nicht übernehmen.',
    hasVersions:
      '{view.history} hat Versionen des Projekts: eine benennen, mit jetzt vergleichen, alles oder einzelne Knoten zurückholen.',
    findsCommands:
      '{app.command-palette} findet jeden Befehl über seinen Namen. Unter [Tastenkürzel](/shortcuts) stehen alle Tasten, und dort lassen sie sich ändern.',
    patchbayIs: 'Was Patchbay ist',
    patchbayMakesPicturesFilms:
      'Patchbay macht Bilder, Filme, Ton und Text aus einem Graphen von Knoten. Ein Knoten macht eine Sache: einen Farbverlauf erzeugen, ein Bild weichzeichnen, Text schreiben. Ein Kabel gibt das Ergebnis an den nächsten Knoten weiter.',
    changeValueAnywhereEverything:
      'Wird irgendwo ein Wert geändert, kann alles dahinter neu entstehen. Was gleich geblieben ist, wird wiederverwendet.',
    makeYourFirstGraph: 'Der erste Graph',
    projectsPageStartersNew:
      'Auf der Seite [Projekte](/) eine der Starthilfen wählen, oder „Neues Projekt“ für eine leere Arbeitsfläche. Der Pfeil daneben führt alles auf, womit ein Projekt beginnen kann.',
    pressRunStartResult:
      'Ausführen drücken, {run.start}. Das Ergebnis steht am Knoten und unter der Arbeitsfläche.',
    beginFromPhotoFrom: 'Mit einem Foto oder mit Text beginnen',
    dropPhotoFilmSound:
      'Ein Foto, einen Film oder eine Audiodatei auf der Arbeitsfläche ablegen: Dort steht dann ein Knoten mit dieser Datei; bei einer Textdatei bis 64 KB ist es ein Textknoten mit ihrem Text. „Ein Foto…“ und „Text“ auf der Seite [Projekte](/) machen daraus ein Projekt.',
    addNodes: 'Knoten hinzufügen',
    dropNodeWireBetween:
      'Einen Knoten auf einem Kabel loslassen, um ihn dazwischenzusetzen. Ein Kabel an eine leere Stelle ziehen, und Passendes wird zuerst angeboten. Beim Ziehen von Knoten Alt halten, um eine Kopie zu ziehen.',
    connectNodes: 'Knoten verbinden',
    dragFromPinRight:
      'Von einem Anschluss rechts an einem Knoten zu einem Anschluss links an einem anderen ziehen. Anschlüsse, die das Kabel aufnehmen können, sind markiert; über einem, der es nicht kann, steht der Grund.',
    dragEndWireUnplug:
      'Das Ende eines Kabels wegziehen, um es abzuziehen. Ohne Maus: „Verbinden mit…“ im Menü eines Knotens.',
    moveFindNode: 'Sich bewegen, einen Knoten finden',
    keepLargeGraphOrder: 'Einen großen Graphen in Ordnung halten',
    leaveNodeOutLast: 'Einen Knoten auslassen, sein letztes Ergebnis nehmen oder ihn sperren',
    runStopRun: 'Ausführen, anhalten, einen Teil ausführen',
    everythingUnderAlsoFrom:
      'Alles, was gerade läuft, auch aus anderen Projekten, steht in der [Warteschlange](/queue).',
    liveSeeChangesWhile: 'Live: Änderungen schon beim Machen sehen',
    whileLiveFreeFast:
      'Ist Live an, zeigen kostenlose und schnelle Knoten beim Tippen oder Ziehen kleine Vorschauen. Nichts Bezahltes wird dadurch ausgeführt, und nichts davon kommt in die Liste der Läufe.',
    resultsCompareSave: 'Ergebnisse ansehen, vergleichen, speichern',
    galleryAllResultsAlso:
      'Die [Galerie](/gallery) hat alle Ergebnisse, auch früherer Läufe: mit Sternen versehen, etwas notieren, sammeln, den Graphen öffnen, aus dem eines entstanden ist, wie er damals war, oder mehrere als ein ZIP speichern.',
    resultProject: 'Ein Ergebnis ins Projekt übernehmen',
    applyOutputsAddsResults:
      '„Ausgaben übernehmen…“ fügt die Ergebnisse eines Laufs als Knoten mit diesen Dateien in das Projekt ein, um von dort weiterzumachen.',
    whenNodeFails: 'Wenn ein Knoten fehlschlägt',
    nodeSentenceNodesDo:
      'Der Knoten nennt den Grund in einem Satz, und Knoten, die ihn nicht brauchen, laufen trotzdem. Den Wert berichtigen und Ausführen drücken: Was schon geklappt hat, wird wiederverwendet.',
    nodeLacksSomethingMarked:
      'Fehlt einem Knoten etwas, ist das schon vor dem Lauf an dem Anschluss markiert.',
    runCosts: 'Was ein Lauf kostet',
    nodesComputerFreeService:
      'Knoten dieses Computers sind kostenlos. Wo ein Dienst Credits nimmt, nennen Ausführen, Variieren und Stapel die Kosten vorher, und die Seite Kosten eines Projekts zeigt, was wofür ausgegeben wurde.',
    settingsYouCanSet:
      'In den [Einstellungen](/settings) lässt sich ein Limit setzen, ab dem ein Lauf zuerst fragt.',
    tryValuesAgainstEach: 'Werte gegeneinander ausprobieren',
    varyMenuRunMakes:
      '„Variieren…“ im Menü von Ausführen macht ein Raster von Ergebnissen über einen oder zwei Eingänge, etwa fünf Größen mal drei Farben. Die guten mit Sternen versehen, die anderen verwerfen, vergleichen und die besten Werte in den Graphen übernehmen.',
    runTableValues: 'Eine Tabelle von Werten ausführen',
    batchRunsGraphTemplate:
      'Ein Stapel führt einen Graphen oder eine Vorlage einmal für jede Zeile einer Tabelle aus (CSV, oder aus einer Tabellenkalkulation eingefügt) oder für jede Datei eines Ordners. [Stapel](/batches) laufen im Hintergrund, auch nach einem Neustart, und lassen sich pausieren.',
    templatesGraphForm: 'Vorlagen: ein Graph als Formular',
    publishTemplateMakesForm:
      '„Als Vorlage veröffentlichen…“ macht ein Formular aus den ausgewählten Eingaben, für alle, die keinen Graphen sehen wollen. [Vorlagen](/templates) werden aus dem Formular, in einem Stapel oder von Programmen mit einem eigenen Schlüssel ausgeführt.',
    timelineOpentimelineio: 'Zeitleiste und OpenTimelineIO',
    cutChangedCanCompared:
      'Ein Schnitt, der anderswo geändert wurde, lässt sich beim Zurückkommen mit der Zeitleiste hier vergleichen und Clip für Clip übernehmen.',
    savingUndoHistory: 'Speichern, Rückgängig und Verlauf',
    changesSavedYouMake:
      'Änderungen werden laufend gespeichert. {edit.undo} nimmt die letzte zurück und {edit.redo} macht sie wieder, auch nach einem Neustart.',
    connection: 'Ohne Verbindung, und mit anderen',
    whileServiceYouGo:
      'Ist ein Dienst weg, geht die Arbeit weiter; die Änderungen warten auf diesem Computer und werden gesendet, sobald er wieder da ist. Was jemand anderes inzwischen geändert hat, wird je Knoten und Wert zusammengeführt; wurde beiderseits derselbe Wert geändert, wird nachgefragt.',
    projectOpenTwoWindows:
      'Ist ein Projekt in zwei Fenstern offen, nimmt jedes zurück, was darin getan wurde, und lässt stehen, was das andere seitdem geändert hat.',
    projectFile: 'Ein Projekt als Datei',
    exportProjectWritesProject:
      '„Projekt exportieren…“ schreibt ein Projekt mit seinen Dateien in eine einzige Datei. „Projekt importieren…“ auf der Seite [Projekte](/) macht daraus ein Projekt, auf jedem Computer.',
    connectHostedService: 'Einen gehosteten Dienst verbinden',
    addAddressYourKey:
      'Auf der Seite [Verbindungen](/connections) Adresse und Schlüssel hinzufügen. Der Schlüssel liegt im Schlüsselbund des Systems, wo es einen gibt, und erreicht die Seiten nie.',
    modelsPicturesText: 'Modelle für Bilder und Text',
    nodesGroupAiNeed:
      'Die Knoten der Gruppe KI brauchen ein Modell. Auf der Seite [Modelle](/models) eines verbinden, auf diesem Computer oder bei einem Anbieter.',
    computer: 'Was auf diesem Computer liegt',
    localWorkspaceNeedsNo:
      'Der lokale Arbeitsbereich braucht kein Konto: Projekte, Dateien und Ergebnisse liegen hier in einem Ordner des Benutzers. Nichts verlässt den Computer, solange kein Modell und kein Dienst verbunden ist.',
    ifSomethingGoesSave:
      'Geht etwas schief, schreibt „Diagnose speichern…“ ein ZIP, das beim Finden des Fehlers hilft. Es enthält nichts von der Arbeit und keinen Schlüssel.',
    keysCommands: 'Tasten und Befehle',
  },
  hintCard: {
    hint: 'Hinweis',
  },
  tour: {
    next: 'Weiter',
    complete: 'Fertig',
    label: (value, count) => `${value} von ${count}`,
    leave: 'Verlassen',
    back: 'Zurück',
  },
  sections: {
    begin: 'Beginnen',
    canvas: 'Die Arbeitsfläche',
    runs: 'Läufe und Ergebnisse',
    many: 'Vieles auf einmal',
    film: 'Film',
    safety: 'Sicherheit der Arbeit',
    services: 'Dienste und dieser Computer',
  },
};
