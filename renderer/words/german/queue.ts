import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { queue as english } from '../english/queue.ts';

export const queue: Translated<typeof english> = {
  list: {
    recentlyFinished: 'Zuletzt beendet',
    open: 'Öffnen',
    showResults: 'Ergebnisse anzeigen',
  },
  labels: {
    runOf: (count, owner) => `Lauf ${count} von „${owner}“`,
    run: (count) => `Lauf ${count}`,
    waitsService: 'Wartet auf den Dienst',
    startsNext: 'Startet als Nächstes',
    inLine: (ordinal) => `${ordinal} in der Schlange`,
    usually: (duration) => `meist ${duration}`,
    usuallyMost: (duration, most) => `meist ${duration}, höchstens ${most}`,
    serviceDoesNot: 'der Dienst antwortet nicht',
    serviceDoesNotRun: 'Der Dienst antwortet nicht; der Lauf geht dort weiter',
    label: (value, count) => `${value} von ${pluralForm(count, ['# Knoten', '# Knoten'])}`,
    noStarted: 'Nicht gestartet',
    failed: (failed) => `${failed} fehlgeschlagen`,
    uploadOf: 'Upload von',
    exportOf: 'Export von',
    importOf: 'Import von',
    savingOf: 'Speichern von',
    finished: 'Beendet',
    running: (running) => pluralForm(running, ['# läuft', '# laufen']),
    pending: (value) => pluralForm(value, ['# wartet', '# warten']),
    noRunning: 'Nichts läuft',
  },
  notificationHint: {
    youGetNoticeWhen: 'Endet ein Lauf, während etwas anderes im Vordergrund ist, gibt es eine Mitteilung',
    browserShowsNoNotices: 'Dieser Browser zeigt keine Mitteilungen dieser Seite',
    allowThemBrowsersSettings:
      'In den Einstellungen des Browsers für diese Website erlauben, dann unter Einstellungen einschalten.',
    notifyMeWhenRuns: 'Mitteilung, wenn Läufe enden',
  },
  queueList: {
    currentNext: 'Jetzt und als Nächstes',
  },
  queuePage: {
    queue: 'Warteschlange',
    doesNotRunsGoes: (connectionName) =>
      `${connectionName} antwortet nicht. Was dort läuft, geht weiter; diese Liste geht weiter, sobald es wieder antwortet.`,
    runStartsNext: (connectionName) => `${connectionName} entscheidet, welcher Lauf als Nächstes startet.`,
    queueCouldNotRead: 'Die Warteschlange war nicht lesbar',
    noRunning: 'Nichts läuft',
    pressRunProjectStart:
      'In einem Projekt Ausführen drücken, ein Raster oder einen Stapel starten oder eine Datei hinzufügen: Hier steht es, bis es endet, auf welcher Seite auch immer gearbeitet wird.',
    currentNext: 'Jetzt und als Nächstes',
    noRunning2: 'Nichts läuft.',
    recentlyFinished: 'Zuletzt beendet',
  },
  queueRow: {
    hadAlreadyFinished: 'Es war schon beendet',
    runNotStopped: 'Der Lauf wurde nicht angehalten',
    runNot: 'Der Lauf wurde nicht verschoben',
    alreadyStarted: 'Es hat schon begonnen',
    progressOf: (name) => `Fortschritt von ${name}`,
    moveFront: (name) => `${name} nach vorn holen`,
    open: (name) => `${name} öffnen`,
    open2: 'Öffnen',
    stop: (name) => `${name} anhalten`,
    notMove: 'Es wurde nicht verschoben',
    pause: (name) => `${name} pausieren`,
    notPaused: 'Es wurde nicht pausiert',
    resume: (name) => `${name} fortsetzen`,
    notResumed: 'Es wurde nicht fortgesetzt',
    notStopped: 'Es wurde nicht angehalten',
    notCanceled: 'Es wurde nicht abgebrochen',
    notTriedRetry: 'Es wurde nicht erneut versucht',
    tryRetry: (name) => `Erneut versuchen: ${name}`,
    cancel: (name) => `${name} abbrechen`,
  },
  queueWatch: {
    failed: (failed) => `, ${failed} fehlgeschlagen`,
    finished: (title) => `${title} ist fertig`,
    finished2: (count, failed) => `${pluralForm(count, ['# Lauf', '# Läufe'])} fertig${failed}.`,
    paused: (title) => `${title} ist pausiert`,
  },
};
