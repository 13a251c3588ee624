import type { TranslatedCommandWords } from '../words.ts';
import type { clipCommands } from '../clip-commands.ts';
import type { filmCommands } from '../film-commands.ts';
import type { storyboardCommands } from '../storyboard-commands.ts';
import type { timelineCommands } from '../timeline-commands.ts';
import type { trackCommands } from '../track-commands.ts';

type Commands = Pick<
  TranslatedCommandWords['commands'],
  | keyof typeof filmCommands
  | keyof typeof clipCommands
  | keyof typeof timelineCommands
  | keyof typeof trackCommands
  | keyof typeof storyboardCommands
>;

const withClips = (count: number, verb: string): string =>
  count > 1 ? `${count} Clips ${verb}` : `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;
const shots = (count: number): string => (count === 1 ? 'Shot' : `${count} Shots`);

/** Storyboards, timelines and films. */
export const filmCommandWords: Commands = {
  'film.play': {
    title: 'Film abspielen oder anhalten',
    dynamicTitle: ({ film }) => (film?.playing ? 'Pause' : 'Abspielen'),
  },
  'film.back': { title: 'Rückwärts abspielen, jedes Mal schneller' },
  'film.stop': { title: 'Film anhalten' },
  'film.forward': { title: 'Vorwärts abspielen, jedes Mal schneller' },
  'film.previous-frame': { title: 'Voriger Frame' },
  'film.next-frame': { title: 'Nächster Frame' },
  'film.second-back': { title: 'Eine Sekunde zurück' },
  'film.second-on': { title: 'Eine Sekunde weiter' },
  'film.mark-in': { title: 'Anfang eines Bereichs markieren' },
  'film.mark-out': { title: 'Ende eines Bereichs markieren' },
  'film.clear-range': { title: 'Markierten Bereich aufheben' },
  'film.loop': { title: 'Film oder markierten Bereich wiederholen' },
  'film.mute': { title: 'Film stummschalten' },
  'film.loudness': { title: 'Lautheit des Films oder des Bereichs messen' },
  'film.fullscreen': { title: 'Film im Vollbild' },
  'film.export': { title: 'Film exportieren…', words: 'rendern Video' },
  'film.save-still': { title: 'Bild am Abspielkopf speichern' },

  'timeline.show-shot': { title: 'Shot auf dem Storyboard zeigen', dynamicTitle: () => 'Shot zeigen' },
  'timeline.run-again': {
    title: 'Den Clip noch einmal erstellen…',
    dynamicTitle: () => 'Noch einmal ausführen…',
  },
  'timeline.takes': { title: 'Takes des Clips', dynamicTitle: () => 'Takes' },
  'timeline.find-file': { title: 'Datei des Clips suchen…', dynamicTitle: () => 'Datei suchen…' },
  'timeline.relink': { title: 'Fehlende Dateien suchen…' },
  'timeline.add-caption': { title: 'Untertitel am Abspielkopf hinzufügen' },
  'timeline.edit-words': { title: 'Text eines Untertitels oder Titels bearbeiten' },
  'timeline.captions-from-file': { title: 'Untertitel importieren (SRT, VTT)…' },
  'timeline.save-srt': { title: 'Untertitel als SRT speichern' },
  'timeline.save-vtt': { title: 'Untertitel als WebVTT speichern' },
  'timeline.dissolve': {
    title: 'Überblendung oder Kreuzblende hinzufügen oder entfernen',
    dynamicTitle: ({ timeline: { dissolve, crossFades, longestDissolve } }) => {
      const kind = crossFades ? 'Kreuzblende' : 'Überblendung';
      if (dissolve === 'has') return `${kind} entfernen`;
      return longestDissolve === null
        ? `${kind} hinzufügen`
        : `${kind} hinzufügen, bis ${longestDissolve.toFixed(2).replace('.', ',')}\u00A0s`;
    },
  },
  'timeline.freeze': { title: 'Frame am Abspielkopf halten' },

  'timeline.tool-select': { title: 'Auswählen und verschieben' },
  'timeline.tool-ripple': { title: 'Ripple: trimmen, und Späteres rückt mit' },
  'timeline.tool-roll': { title: 'Roll: Schnitt zwischen zwei Clips verschieben' },
  'timeline.tool-slip': { title: 'Slip: anderen Teil der Datei zeigen' },
  'timeline.tool-razor': { title: 'Rasierklinge: beim Klicken schneiden' },
  'timeline.snap': { title: 'An Kanten, Abspielkopf und Markern einrasten' },
  'timeline.keep-step': {
    title: 'Alle Spuren synchron halten: Rückt auf einer etwas nach, rückt Späteres auf den anderen mit',
  },
  'timeline.cut': {
    title: 'Clips ausschneiden',
    dynamicTitle: ({ timeline }) => withClips(timeline.clips, 'ausschneiden'),
  },
  'timeline.copy': {
    title: 'Clips kopieren',
    dynamicTitle: ({ timeline }) => withClips(timeline.clips, 'kopieren'),
  },
  'timeline.paste': { title: 'Clips am Abspielkopf einfügen' },
  'timeline.paste-insert': { title: 'Clips einfügen und Platz schaffen' },
  'timeline.insert-source': {
    title: 'Unter „Dateien hinzufügen“ ausgewählte Datei am Abspielkopf einfügen',
  },
  'timeline.overwrite-source': {
    title: 'Am Abspielkopf mit der unter „Dateien hinzufügen“ ausgewählten Datei überschreiben',
  },
  'timeline.duplicate': {
    title: 'Clips duplizieren',
    dynamicTitle: ({ timeline }) => withClips(timeline.clips, 'duplizieren'),
  },
  'timeline.split': {
    title: 'Am Abspielkopf teilen',
    dynamicTitle: ({ timeline: { editable, clips, underPlayhead } }) =>
      underPlayhead === 'clip' && editable && clips > 0
        ? 'Alle Spuren am Abspielkopf teilen'
        : 'Am Abspielkopf teilen',
  },
  'timeline.trim-start': { title: 'Anfang bis zum Abspielkopf trimmen' },
  'timeline.trim-end': { title: 'Ende bis zum Abspielkopf trimmen' },
  'timeline.nudge-left': { title: 'Clips einen Frame nach vorn rücken' },
  'timeline.nudge-right': { title: 'Clips einen Frame nach hinten rücken' },
  'timeline.link': {
    title: 'Clips verknüpfen oder Verknüpfung lösen',
    dynamicTitle: ({ timeline }) => (timeline.linked ? 'Verknüpfung lösen' : 'Verknüpfen'),
  },
  'timeline.detach-sound': { title: 'Ton von Videos abtrennen', dynamicTitle: () => 'Ton abtrennen' },
  'timeline.delete': {
    title: 'Clips löschen und Lücke lassen',
    dynamicTitle: ({ timeline }) =>
      timeline.marker
        ? 'Marker löschen'
        : timeline.gap
          ? 'Lücke schließen'
          : withClips(timeline.clips, 'löschen'),
  },
  'timeline.ripple-delete': {
    title: 'Clips löschen und Lücke schließen',
    dynamicTitle: ({ timeline }) => `${withClips(timeline.clips, 'löschen')} und Lücke schließen`,
  },
  'timeline.select-all': { title: 'Alle Clips auswählen' },
  'timeline.cancel': { title: 'Ziehen abbrechen, sonst Auswahl der Clips aufheben' },
  'timeline.marker': { title: 'Marker am Abspielkopf setzen' },
  'timeline.go-start': { title: 'Zum Anfang' },
  'timeline.go-end': { title: 'Zum Ende' },
  'timeline.previous-cut': { title: 'Zum vorigen Schnitt' },
  'timeline.next-cut': { title: 'Zum nächsten Schnitt' },
  'timeline.walk': {
    title: 'Zum nächsten Clip der Spur oder zur nächsten Spur; mit Umschalt auch auswählen',
  },

  'timeline.add-picture-track': { title: 'Bildspur hinzufügen' },
  'timeline.add-sound-track': { title: 'Tonspur hinzufügen' },
  'timeline.rename-track': { title: 'Spur umbenennen' },
  'timeline.close-gap': {
    title: 'Ausgewählte Lücke schließen, sonst die am Abspielkopf',
    dynamicTitle: () => 'Lücke schließen',
  },
  'timeline.close-gaps': { title: 'Lücken der Spur schließen' },
  'timeline.mute': { title: 'Spur stummschalten' },
  'timeline.solo': { title: 'Nur den Ton dieser Spur spielen' },
  'timeline.hide-track': { title: 'Bild der Spur ausblenden' },
  'timeline.lock': { title: 'Spur sperren' },
  'timeline.track-up': { title: 'Spur nach oben' },
  'timeline.track-down': { title: 'Spur nach unten' },
  'timeline.delete-track': { title: 'Spur mit ihren Clips löschen' },

  'storyboard.play': { title: 'Storyboard abspielen' },
  'storyboard.show-clip': {
    title: 'Shot auf der Zeitleiste zeigen',
    dynamicTitle: () => 'Auf der Zeitleiste zeigen',
  },
  'storyboard.show-node': { title: 'Knoten zeigen, aus dem das Bild kam' },
  'storyboard.show-run': { title: 'Lauf zeigen, aus dem das Bild kam' },
  'storyboard.takes': {
    title: 'Bild noch einmal erstellen oder anderen Take nehmen…',
    dynamicTitle: () => 'Noch einmal, und Takes…',
  },
  'storyboard.make-timeline': { title: 'Zeitleiste aus dem Storyboard erstellen oder aktualisieren…' },
  'storyboard.add-script': { title: 'Szenen und Shots aus einem Drehbuch hinzufügen…' },
  'storyboard.save-board': {
    title: 'Storyboard als PDF oder Bild speichern…',
    dynamicTitle: () => 'Als PDF oder Bild speichern…',
  },
  'storyboard.make-picture': {
    title: 'Bilder mit einem Knoten oder einer Vorlage erstellen…',
    dynamicTitle: ({ storyboardShots }) =>
      storyboardShots > 1 ? `${storyboardShots} Bilder erstellen…` : 'Bild erstellen…',
  },
  'storyboard.add-picture': { title: 'Bild aus den Dateien hinzufügen…' },
  'storyboard.add-shot': { title: 'Shot hinzufügen' },
  'storyboard.add-scene': { title: 'Szene hinzufügen' },
  'storyboard.duplicate': {
    title: 'Shots duplizieren',
    dynamicTitle: ({ storyboardShots }) => `${shots(storyboardShots)} duplizieren`,
  },
  'storyboard.merge': {
    title: 'Shots zusammenfassen',
    dynamicTitle: ({ storyboardShots }) => `${shots(storyboardShots)} zusammenfassen`,
  },
  'storyboard.split': { title: 'Shot teilen' },
  'storyboard.move': { title: 'Shots verschieben; nach oben und unten in eine andere Szene' },
  'storyboard.select-all': { title: 'Alle Shots auswählen' },
  'storyboard.delete': {
    title: 'Shots löschen',
    dynamicTitle: ({ storyboardShots }) => `${shots(storyboardShots)} löschen`,
  },
};
