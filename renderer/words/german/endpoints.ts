import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { endpoints as english } from '../english/endpoints.ts';

export const endpoints: Translated<typeof english> = {
  endpointDocs: {
    request: 'Anfrage',
    live: 'Live',
    information: 'Über',
    state: 'Zustand',
    start: 'Start',
    ownerYourApiKey: 'Als Besitzer, mit dem eigenen API-Schlüssel',
    bodyRequest: 'Inhalt der Anfrage',
    copyRequest: 'Anfrage kopieren',
    inputs: 'Eingaben',
    language: 'Sprache',
    copyAs: (value) => `Als ${value} kopieren`,
    requestIn: (value) => `Anfrage in ${value}`,
    field: 'Feld',
    type: 'Typ',
    name: 'Name',
  },
  endpointForm: {
    run: 'Ausführen',
    inputs: 'Eingaben',
    needsNoInputs: 'Es braucht keine Eingaben.',
    needsNoneElse: 'Sonst braucht es nichts.',
  },
  manageTemplate: {
    you: 'Eigene',
    last: ', zuletzt ',
    thisService: 'Dieser Dienst',
    keysCallsCouldNot: 'Schlüssel und Aufrufe waren nicht lesbar',
    keysCalls: 'Schlüssel und Aufrufe',
    projectChangedSincePublish:
      'Das Projekt wurde seitdem geändert. Für einen neuen Stand noch einmal veröffentlichen.',
    endpointLetsRunTemplate:
      'Über einen Endpunkt können andere die Vorlage mit einem eigenen Schlüssel ausführen.',
    makeEndpoint: 'Endpunkt anlegen',
    endpoints: 'Endpunkte',
    renewKey: (name) => `Schlüssel von ${name} erneuern?`,
    keyStopsWorkingPrograms:
      'Der bisherige Schlüssel gilt ab sofort nicht mehr. Programme, die ihn verwenden, brauchen den neuen.',
    renewKey2: 'Schlüssel erneuern',
    disabled: 'Aus',
    noKeyYet: 'noch kein Schlüssel',
    keyStarts: (keyPrefix) => `Schlüssel beginnt mit ${keyPrefix}`,
    label: 'Ein',
    makeKey: 'Schlüssel erstellen',
    calledYet: 'Noch wurde es nicht aufgerufen.',
    calls: 'Aufrufe',
    when: 'Wann',
    label2: 'Wer',
    result: 'Ergebnis',
    time: 'Dauer',
    show: (count) => pluralForm(count, ['# weiteren Aufruf anzeigen', '# weitere Aufrufe anzeigen']),
    withTheKey: 'Mit dem Schlüssel',
    actionsFor: (name) => `Aktionen für ${name}`,
    publishRetry: 'Erneut veröffentlichen…',
    goProject: 'Zum Projekt',
    delete: 'Löschen…',
    wasDeleted: (name) => `${name} wurde gelöscht`,
    delete2: (name) => `${name} löschen?`,
    endpointsKeysStopWorking:
      'Die zugehörigen Endpunkte und Schlüssel gelten ab sofort nicht mehr. Das Projekt, aus dem sie entstanden ist, bleibt.',
    deleteTemplate: 'Vorlage löschen',
  },
  newKey: {
    key: 'Schlüssel',
    keyEndpoint: 'Schlüssel des Endpunkts',
    copyKey: 'Schlüssel kopieren',
  },
  publishedDialog: {
    newState: (name) => `${name} hat einen neuen Stand`,
    isPublished: (name) => `${name} ist veröffentlicht`,
    showTemplate: 'Vorlage anzeigen',
    endpointKeySameBefore: 'Endpunkt und Schlüssel sind dieselben wie zuvor.',
    keyCannotCopyFirst:
      'Dieser Schlüssel wird kein zweites Mal gezeigt. Zuerst kopieren; Fertig schließt ohne ihn.',
  },
};
