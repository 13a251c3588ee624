import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { appFrame as english } from '../english/app-frame.ts';

export const appFrame: Translated<typeof english> = {
  appFrame: {
    projects: 'Projekte',
    gallery: 'Galerie',
    templates: 'Vorlagen',
    batches: 'Stapel',
    queue: 'Warteschlange',
    models: 'Modelle',
    shortcuts: 'Tastenkürzel',
    settings: 'Einstellungen',
    help: 'Hilfe',
    skipContent: 'Zum Inhalt springen',
    patchbay: 'Patchbay',
    main: 'Hauptbereich',
    version: (version) => `Version ${version}`,
  },
  app: {
    patchbayNotResponding: 'Patchbay antwortet nicht',
    appBehindPageNot: 'Die App hinter dieser Seite läuft nicht. Patchbay neu starten, dann neu laden.',
    retry: (name) => `${name} antwortet wieder`,
    editsFilesWaitedOut: 'Wartende Änderungen und Dateien werden gesendet.',
  },
  errorBoundary: {
    somethingWentPage: 'Auf dieser Seite ging etwas schief',
    editsSavedSafeReload: (message) =>
      `Was als gespeichert angezeigt wurde, ist sicher. Die Seite neu laden, um weiterzuarbeiten. (${message})`,
    goProjects: 'Zu den Projekten',
  },
  hostNotice: {
    patchbayNotRespondingYour:
      'Patchbay antwortet nicht. Die Änderungen bleiben hier, und es wird alle paar Sekunden weiter versucht.',
  },
  linkedProject: {
    linkLeadsTo: (id) =>
      `Der Link führt zu \u2068${id}\u2069. Das Projekt wurde gelöscht, oder es gehört zu einem Konto, das hier nicht verbunden ist.`,
    queryFailed: (name, reason) => `\u2068${name}\u2069 konnte nicht gefragt werden: ${reason}`,
    keyNeeded: 'Der Schlüssel wird gebraucht.',
    projectCouldNotSearched: 'Das Projekt konnte nicht gesucht werden',
    noneYourConnectionsProject: 'Keine der Verbindungen hat dieses Projekt',
    allProjects: 'Alle Projekte',
    connectionNoLongerExists: 'Diese Verbindung gibt es nicht mehr',
    addressNamesServiceApp:
      'Die Adresse nennt einen Dienst, mit dem diese App nicht verbunden ist. Er wurde entfernt, oder die Adresse kommt von einem anderen Computer.',
  },
  openFromOutside: {
    notOpen: (name) => `„${name}“ wurde nicht geöffnet`,
    anotherImportOpenFinish:
      'Ein anderer Import ist offen. Diesen abschließen oder schließen, dann die Datei erneut öffnen.',
    fileNot: 'Die Datei wurde nicht geöffnet',
  },
  routes: {
    timelineFile: 'Datei einer Zeitleiste',
    keyboardShortcuts: 'Tastenkürzel',
    pageDoesNotExist: 'Diese Seite gibt es nicht',
    projectPageMay: 'Das Projekt oder die Seite ist vielleicht umgezogen.',
    goProjects: 'Zu den Projekten',
  },
  savedSettingsDialogs: {
    fromFile: ', aus einer Datei',
    project: 'Als eigenes Projekt geöffnet',
  },
  session: {
    pageNotConnectedPatchbay: 'Diese Seite ist nicht mit Patchbay verbunden',
    browserNotSignedPatchbay:
      'Dieser Browser ist nicht angemeldet, oder Patchbay wurde seitdem neu gestartet. „npm start“ noch einmal ausführen: Ein laufendes Patchbay läuft weiter, und eine neue Adresse öffnet sich. Wo sich kein Browser öffnet, steht sie im Terminal. Alle Tabs des Browsers, der sie öffnet, haben Zugang.',
  },
  startNotices: {
    patchbayCouldNotRead: 'Was Patchbay nicht lesen konnte',
    label: (count) => pluralForm(count, ['und # weiterer Hinweis', 'und # weitere Hinweise']),
    dismissAll: 'Alle ausblenden',
  },
};
