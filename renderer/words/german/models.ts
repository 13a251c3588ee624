import type { Translated } from '../translated.ts';
import type { models as english } from '../english/models.ts';

export const models: Translated<typeof english> = {
  localServers: {
    onThisComputer: 'Auf diesem Computer',
    ollamaLmStudioRun: 'Mit Ollama, LM Studio und anderen laufen Modelle hier, ohne Schlüssel und kostenlos.',
    viewComputer: 'Auf diesem Computer suchen',
    noServerFoundStart:
      'Kein Server gefunden. Ollama oder LM Studio mit eingeschaltetem Server starten, dann noch einmal suchen.',
    serversFound: 'Gefundene Server',
    connected: 'Verbunden',
    connect: (name) => `${name} verbinden`,
  },
  modelsPage: {
    noKey: 'ohne Schlüssel',
    models: 'Modelle',
    managesModels: (name) => `${name} verwaltet die Modelle selbst`,
    modelsNodesCanUse:
      'Die Modelle für die Knoten werden dort eingerichtet, wo der Dienst läuft. Modelle für den lokalen Arbeitsbereich werden hier verbunden, sobald er in Gebrauch ist.',
    connectModel: 'Modell verbinden',
    nodesWriteTextMake:
      'Knoten, die Text schreiben oder Bilder erzeugen, nutzen ein Modell: von einem Dienst, bei dem es ein Konto gibt, oder von einem Server auf diesem Computer.',
    modelsCouldNotRead: 'Die Modelle waren nicht lesbar',
    noModelConnectedYet: 'Noch ist kein Modell verbunden',
    enterKeyServiceYou:
      'Den Schlüssel eines Dienstes eingeben, bei dem es ein Konto gibt, oder unten auf diesem Computer nach einem Server suchen.',
    connectedModels: 'Verbundene Modelle',
    namedEachNode: 'von jedem Knoten genannt',
    keySealedComputer: 'Schlüssel auf diesem Computer verschlüsselt',
    test: 'Testen',
    actionsFor: (name) => `Aktionen für ${name}`,
    edit: 'Bearbeiten…',
    remove: 'Entfernen…',
    wasRemoved: (name) => `${name} wurde entfernt`,
    remove2: (name) => `${name} entfernen?`,
    keyDeletedFromComputer:
      'Der Schlüssel wird von diesem Computer gelöscht. Knoten, die das Modell fragen, melden das, bis ein anderes gewählt ist; was entstanden ist, bleibt.',
    remove3: 'Entfernen',
  },
  providerDialog: {
    connect: 'Verbinden',
    save: 'Speichern',
    test: 'Testen',
    testing: 'Wird getestet',
    anotherAddress: 'Andere Adresse',
    isConnected: (name) => `${name} ist verbunden`,
    edit: (name) => `${name} bearbeiten`,
    connectModel: 'Modell verbinden',
    keySealedComputerAddress:
      'Der Schlüssel wird auf diesem Computer verschlüsselt und nur an diese Adresse gesendet.',
    name: 'Name',
    openai: 'OpenAI',
    address: 'Adresse',
    anyServiceServerOpenai: 'Jeder Dienst oder Server mit einer OpenAI-kompatiblen API.',
    gettingModels: 'Modelle werden geholt',
    getModels: 'Modelle holen',
    serviceSuggestedBelow: 'Was der Dienst anbietet, wird unten vorgeschlagen.',
    service: 'Dienst',
    leaveEmptyKeepStored: 'Leer lassen, um den gespeicherten Schlüssel zu behalten. ',
    applyNoKey: 'Keinen Schlüssel verwenden',
    serverComputerUsuallyNeeds: 'Ein Server auf diesem Computer braucht meist keinen.',
    youFind: (keysAt) => `Zu finden bei ${keysAt}.`,
    apiKey: 'API-Schlüssel',
    stored: 'Gespeichert',
    noUsed: 'Nicht verwendet',
  },
  providerForm: {
    modelText: 'Modell für Text',
    creditsPerText: 'Credits je Text',
    text: 'Text',
    modelPictures: 'Modell für Bilder',
    creditsPerPicture: 'Credits je Bild',
    pictures: 'Bilder',
    name: 'Einen Namen eingeben.',
    enterAddressService: 'Die Adresse des Dienstes eingeben.',
    modelTextPictures: 'Ein Modell für Text, für Bilder oder für beides wählen.',
  },
};
