import { pluralForm, withCounts, formatList, number } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { boardUpdate as english } from '../english/board-update.ts';

const seconds = (value: number): string => `${number(Math.round(value * 100) / 100)} s`;
const pair = (before: string, after: string): string => `${before} → ${after}`;

export const boardUpdate: Translated<typeof english> = {
  made: 'Die Zeitleiste ist erstellt',
  updated: 'Die Zeitleiste hat die Änderungen des Storyboards',
  showTimeline: 'Anzeigen',
  clip: 'Ein Clip',
  marker: 'Ein Marker',
  range: 'Der markierte Bereich',
  noPicture: 'kein Bild',
  entrances: { cut: 'Schnitt', dissolve: 'Überblendung', fade: 'Aufblende' },
  changes: (count) => pluralForm(count, ['# Änderung des Storyboards', '# Änderungen des Storyboards']),
  isNew: (after, length) =>
    after === null
      ? `neu, am Anfang, ${seconds(length)} lang`
      : `neu, nach „${after}“, ${seconds(length)} lang`,
  gone: 'entfällt, wie sein Shot',
  moved: (from, to) => `wandert, ${pair(`bei ${seconds(from)}`, `bei ${seconds(to)}`)}`,
  length: (before, after) => `Länge ${pair(seconds(before), seconds(after))}`,
  medium: (before, after) => `Bild ${pair(before, after)}`,
  name: (before, after) => `Name ${pair(before, after)}`,
  look: (before, after) => `beginnt mit ${pair(before, after)}`,
  newSound: (shot, length) => `neuer Ton, unter „${shot}“, ${seconds(length)} lang`,
  goneSound: 'entfällt, weil nicht mehr in seinem Shot',
  picture: 'Ein Bild',
  shot: (number, name) => (name === '' ? `Shot ${number}` : `${number} ${name}`),
  staysOnBoard: (shots) =>
    pluralForm(shots, ['# Shot lässt etwas auf dem Storyboard', '# Shots lassen etwas auf dem Storyboard']),
  onlyFirst: (files) =>
    `zeigt das erste Bild; ${formatList(withCounts(files))} ${files.length === 1 ? 'bleibt' : 'bleiben'} auf dem Storyboard.`,
  skipped: (files, reason) => `entsteht ohne ${formatList(withCounts(files))}: ${reason}`,
  soundsStay:
    'Der Dienst hat andere Clips als einen je Shot erstellt, daher bleibt der Ton der Shots auf der Zeitleiste, wie er ist. Neuen Ton dort von Hand einsetzen.',
  leave: (name, change) => `Übertragen: ${name}, ${change}`,
  kept: 'Bleibt, wie auf der Zeitleiste bearbeitet',
  keptLength: (timeline, board) =>
    `bleibt ${seconds(timeline)} lang, auf dem Storyboard sind es ${seconds(board)}`,
  keptMedium: (timeline, board) => `zeigt weiter ${timeline}, auf dem Storyboard ist es ${board}`,
  keptName: (board) => `behält diesen Namen, auf dem Storyboard: ${board || 'keiner'}`,
  keptLook: (timeline, board) => `beginnt mit ${timeline}, auf dem Storyboard: ${board}`,
  keptValues: 'behält Deckkraft, Lautstärke, Position, Tempo und Keyframes',
  keptDeleted: 'wurde auf der Zeitleiste gelöscht und bleibt weg',
  moveAlong: 'Ton, Untertitel, Marker und Clips auf anderen Spuren wandern mit ihren Shots',
  along: (count) => pluralForm(count, ['# wandert mit', '# wandern mit']),
  alongLine: (from, to, withName) => `${pair(from, to)}, mit „${withName}“`,
  apart: 'Danach ansehen',
  apartLocked: (at) => `bleibt bei ${at}: Die Spur ist gesperrt`,
  apartAsked: (at) => `bleibt bei ${at}, während der Shot wandert`,
  apartSpans: (withName) =>
    `liegt über Shots, die verschieden wandern; bleibt bei „${withName}“, wo es beginnt`,
  apartGone: (at, withName) => `lag über „${withName}“, was entfällt; liegt dann bei ${at}`,
  snapped: (count) =>
    pluralForm(count, [
      '# Clip, der zwischen zwei Frames lag, liegt dann auf ganzen.',
      '# Clips, die zwischen zwei Frames lagen, liegen dann auf ganzen.',
    ]),
  stepMake: 'Zeitleiste aus dem Storyboard erstellen',
  stepUpdate: 'Zeitleiste aus dem Storyboard aktualisieren',
};
