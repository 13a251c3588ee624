import type { Translated } from '../translated.ts';
import type { connections as english } from '../english/connections.ts';

export const connections: Translated<typeof english> = {
  connectionDialog: {
    edit: (name) => `${name} bearbeiten`,
    addHostedService: 'Gehosteten Dienst hinzufügen',
    keyComputerAddressOnly:
      'Der Schlüssel bleibt auf diesem Computer und wird nur an diese Adresse gesendet.',
    addService: 'Dienst hinzufügen',
    connectedTo: (name) => `Verbunden mit ${name}`,
    name: 'Name',
    studioAccount: 'Studiokonto',
    address: 'Adresse',
    providerGaveYouApi: 'Wie der Anbieter sie genannt hat, ohne /api/v1 am Ende.',
    apiKey: 'API-Schlüssel',
    savedEnds: (keyHint) => `Gespeichert, endet auf ${keyHint}`,
    leaveEmptyKeepKey: 'Leer lassen, um den Schlüssel zu behalten.',
    notUseYetUse: 'Noch nicht in Gebrauch: Unter Verbindungen „Verwenden“ wählen.',
    wasAdded: (name) => `${name} wurde hinzugefügt`,
    addedButTestFailed: (name) => `${name} wurde hinzugefügt, der Test ist aber fehlgeschlagen`,
    addedNotTested: (name) => `${name} wurde hinzugefügt, nicht getestet`,
    notUseYetTest: 'Noch nicht in Gebrauch. Unter Verbindungen testen, dann „Verwenden“ wählen.',
  },
  connectionNeeds: {
    needsApiKeyRetry: (name) => `${name} braucht den API-Schlüssel noch einmal`,
    savedKeyCannotRead:
      'Der gespeicherte Schlüssel ist auf diesem Computer nicht lesbar, oder der Dienst nimmt ihn nicht mehr an.',
    enterKey: 'Schlüssel eingeben',
    couldNotStarted: 'Start nicht möglich',
    localServiceNotRunning: 'Der lokale Dienst läuft nicht',
    yourProjectsComputerSafe: 'Die Projekte liegen sicher auf diesem Computer.',
    startIt: 'Starten',
  },
  connectionSwitcher: {
    needsKey: 'Braucht den Schlüssel',
    unexpected: 'Unerwartete Antwort',
    noTested: 'Nicht getestet',
    onThisComputer: 'Auf diesem Computer',
    hostedService: 'Gehosteter Dienst',
    notOpen: (name) => `${name} wurde nicht geöffnet`,
    addHostedService: 'Gehosteten Dienst hinzufügen…',
    manageConnections: 'Verbindungen verwalten',
  },
  connectionsPage: {
    localWorkspaceKeepsRuns:
      'Der lokale Arbeitsbereich bewahrt Projekte auf diesem Computer auf und führt sie aus. Ein gehosteter Dienst tut dasselbe anderswo, mit eigenem Konto und Schlüssel.',
    addHostedService: 'Gehosteten Dienst hinzufügen',
    connectionsCouldNotRead: 'Die Verbindungen waren nicht lesbar',
    inUse: 'In Gebrauch',
    onThisComputer: 'Auf diesem Computer',
    keyEnds: (keyHint) => ` · Schlüssel endet auf ${keyHint}`,
    enterKey: 'Schlüssel eingeben',
    test: 'Testen',
    apply: 'Verwenden',
    actionsFor: (name) => `Aktionen für ${name}`,
    edit: 'Bearbeiten…',
    remove: 'Entfernen…',
    remove2: (name) => `${name} entfernen?`,
    keyDeletedFromComputer:
      'Der Schlüssel wird von diesem Computer gelöscht. Projekte beim Dienst bleiben; noch nicht gesendete Änderungen gehen verloren.',
    wasRemoved: (name) => `${name} wurde entfernt`,
    removeConnection: 'Verbindung entfernen',
  },
  key: {
    keysHostedServicesStored: 'Schlüssel gehosteter Dienste liegen im Schlüsselbund des Systems.',
    keysHostedServicesStored2:
      'Schlüssel gehosteter Dienste liegen in einer Datei, die der Schlüsselspeicher des Systems verschlüsselt hat.',
    keysHostedServicesStored3: (becauseOf) =>
      `Schlüssel gehosteter Dienste liegen in einer Datei, die nur das eigene Konto lesen kann, weil dieses System keinen Schlüsselbund bietet${becauseOf}.`,
    keysHostedServicesMemory: (becauseOf) =>
      `Schlüssel gehosteter Dienste bleiben nur im Arbeitsspeicher und werden beim nächsten Start wieder erfragt, weil dieses System keinen Schlüsselbund bietet${becauseOf}.`,
    keysHostedServicesStored4:
      'Schlüssel gehosteter Dienste liegen im Schlüsselbund des Systems oder, wo es keinen bietet, in einer Datei, die nur das eigene Konto lesen kann.',
  },
  testResult: {
    readNodeTypes: 'Knotentypen lesen',
    viewBalance: 'Guthaben sehen',
    credits: (creditAmount) => `${creditAmount} Credits`,
    keyMayDo: 'Was der Schlüssel darf',
    mayNot: 'darf nicht',
  },
};
