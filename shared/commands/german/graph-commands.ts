import type { TranslatedCommandWords } from '../words.ts';
import type { arrangeCommands } from '../arrange-commands.ts';
import type { canvasItemCommands } from '../canvas-item-commands.ts';
import type { editCommands } from '../edit-commands.ts';

type Commands = Pick<
  TranslatedCommandWords['commands'],
  keyof typeof editCommands | keyof typeof arrangeCommands | keyof typeof canvasItemCommands
>;

/** What changes the graph that is open. */
export const graphCommands: Commands = {
  'edit.undo': {
    title: 'Rückgängig',
    words: 'zurück undo widerrufen',
    dynamicTitle: ({ undoLabel }) => (undoLabel === null ? 'Rückgängig' : `Rückgängig: ${undoLabel}`),
  },
  'edit.redo': {
    title: 'Wiederholen',
    dynamicTitle: ({ redoLabel }) => (redoLabel === null ? 'Wiederholen' : `Wiederholen: ${redoLabel}`),
  },
  'editor.cut': { title: 'Ausschneiden' },
  'editor.copy': { title: 'Kopieren' },
  'editor.paste': { title: 'Einfügen' },
  'editor.duplicate': { title: 'Duplizieren', words: 'kopieren klonen verdoppeln' },
  'editor.delete': {
    title: 'Löschen',
    words: 'entfernen',
    dynamicTitle: ({ selectedNodes, selectedWires, selectedItems }) =>
      selectedNodes + selectedItems === 0 && selectedWires > 0
        ? 'Abziehen'
        : selectedNodes > 1 && selectedItems === 0
          ? `${selectedNodes} Knoten löschen`
          : 'Löschen',
  },
  'editor.rename': {
    title: 'Umbenennen',
    words: 'Name Titel',
    dynamicTitle: ({
      selectedItems,
      selectedFrames,
      selectedGroups,
      selectedLines,
      selectedNodes,
      namedWires,
    }) => {
      if (selectedFrames > 0) return 'Rahmen umbenennen';
      if (selectedGroups > 0) return 'Gruppe umbenennen';
      if (selectedItems > selectedLines) return 'Notiz bearbeiten';
      if (selectedNodes > 0) return 'Knoten umbenennen';
      return namedWires > 0 ? 'Kabel umbenennen…' : 'Umbenennen';
    },
  },
  'editor.select-all': { title: 'Alles auswählen' },
  'editor.quick-add': { title: 'Knoten hinzufügen…', words: 'einfügen neu erstellen' },
  'editor.find': {
    title: 'Im Projekt suchen…',
    words: 'finden',
    dynamicTitle: ({ page }) =>
      page === 'projects'
        ? 'Projekte durchsuchen'
        : page === 'templates'
          ? 'Vorlagen durchsuchen'
          : 'Im Projekt suchen…',
  },
  'editor.save-snippet': { title: 'Als Baustein speichern…' },
  'editor.snippets': { title: 'Baustein einsetzen…' },
  'editor.find-replace': { title: 'Suchen und ersetzen…' },
  'editor.connect': { title: 'Verbinden mit…', words: 'Kabel verknüpfen einstecken' },
  'editor.replace': {
    title: 'Ersetzen durch…',
    words: 'tauschen austauschen Typ ändern',
    dynamicTitle: ({ selectedNodes }) =>
      selectedNodes > 1 ? `${selectedNodes} Knoten ersetzen durch…` : 'Ersetzen durch…',
  },
  'editor.look': {
    title: 'Ergebnis des Knotens ansehen',
    words: 'Vorschau öffnen volle Größe Ansicht',
  },
  'editor.edit-on-picture': {
    title: 'Am Bild bearbeiten',
    words: 'Griffe zuschneiden platzieren skalieren drehen Ecken Verlauf Punkt Farbe Pipette',
  },
  'editor.draw-mask': { title: 'Maske zeichnen…', words: 'Pinsel malen Lasso Radierer Auswahl freistellen' },
  'editor.inspect': { title: 'Im Inspektor zeigen', words: 'Eigenschaften Details' },
  'wire.by-name': {
    title: 'Als Namen zeigen, nicht als Linie',
    dynamicTitle: ({ namedWires, drawnWires }) =>
      namedWires > 0 && drawnWires === 0 ? 'Als Linie zeichnen' : 'Als Namen zeigen, nicht als Linie',
  },
  'wire.add-point': { title: 'Hier Kabelpunkt hinzufügen', words: 'Kabel verlegen umleiten Punkt biegen' },
  'wire.route': { title: 'Kabel um Knoten verlegen', words: 'umleiten' },
  'wire.straighten': { title: 'Kabelpunkte entfernen', words: 'Kabel verlegen gerade begradigen' },
  'wire.go-to-source': { title: 'Zur Quelle' },
  'wire.go-to-target': { title: 'Zum Ziel' },
  'pin.connect': { title: 'Diesen Anschluss verbinden mit…' },
  'pin.add-node': { title: 'Knoten an diesem Anschluss hinzufügen…' },
  'pin.disconnect': { title: 'Kabel von diesem Anschluss abziehen' },
  'type.add': { title: 'Diesen Knoten hinzufügen' },
  'type.add-behind': { title: 'Hinter dem ausgewählten Knoten hinzufügen' },
  'type.insert': { title: 'In das ausgewählte Kabel einsetzen' },
  'canvas.walk': { title: 'Zum nächsten Knoten in dieser Richtung; mehrere ausgewählte Knoten rücken' },
  'canvas.nudge': { title: 'Ausgewählte Knoten verschieben' },
  'canvas.cancel': { title: 'Geste abbrechen oder Auswahl aufheben' },

  'editor.tidy': { title: 'Aufräumen', words: 'anordnen Layout ordnen sortieren' },
  'editor.align-left': { title: 'Linke Kanten ausrichten', words: 'anordnen linksbündig' },
  'editor.align-center': { title: 'Waagerecht zentrieren', words: 'anordnen ausrichten Mitte' },
  'editor.align-right': { title: 'Rechte Kanten ausrichten', words: 'anordnen rechtsbündig' },
  'editor.align-top': { title: 'Obere Kanten ausrichten', words: 'anordnen oben' },
  'editor.align-middle': { title: 'Senkrecht zentrieren', words: 'anordnen ausrichten Mitte' },
  'editor.align-bottom': { title: 'Untere Kanten ausrichten', words: 'anordnen unten' },
  'editor.distribute-x': { title: 'Waagerecht verteilen', words: 'anordnen gleiche Abstände' },
  'editor.distribute-y': { title: 'Senkrecht verteilen', words: 'anordnen gleiche Abstände' },

  'editor.add-frame': {
    title: 'Rahmen hinzufügen',
    words: 'Gruppe gruppieren Bereich',
    dynamicTitle: ({ selectedNodes, selectedItems }) =>
      selectedNodes + selectedItems > 0 ? 'Auswahl einrahmen' : 'Rahmen hinzufügen',
  },
  'editor.add-note': { title: 'Notiz hinzufügen', words: 'Kommentar Text Anmerkung Zettel' },
  'editor.draw-arrow': { title: 'Pfeile zeichnen' },
  'editor.draw-line': { title: 'Linien zeichnen' },
  'editor.mute': {
    title: 'Stummschalten oder wieder einschalten',
    words: 'umgehen überspringen ausschalten bypass',
  },
  'editor.freeze': { title: 'Einfrieren oder auftauen', words: 'behalten Ergebnis festhalten' },
  'editor.collapse': {
    title: 'Nur Verbundenes oder Geändertes',
    words: 'einklappen kompakt zusammenklappen minimieren',
  },
  'editor.lock': { title: 'Sperren oder entsperren' },
  'editor.wider': { title: 'Breiter' },
  'editor.narrower': { title: 'Schmaler' },
  'editor.set-bookmark': { title: 'Lesezeichen hier setzen', words: 'merken Ansicht Position' },
  'editor.go-to-bookmark': { title: 'Zu einem Lesezeichen', words: 'springen nächste Ansicht Position' },
  'editor.collapse-frame': {
    title: 'Rahmen ein- oder ausklappen',
    dynamicTitle: ({ selectedFrames, collapsedFrames, selectedGroups }) =>
      selectedFrames === 0
        ? selectedGroups > 0
          ? 'Nur verbundene Anschlüsse zeigen, oder alle'
          : 'Rahmen ein- oder ausklappen'
        : collapsedFrames < selectedFrames
          ? 'Rahmen einklappen'
          : 'Rahmen ausklappen',
  },
  'editor.fit-frame': { title: 'Rahmen an den Inhalt anpassen' },
};
