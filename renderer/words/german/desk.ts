import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { desk as english } from '../english/desk.ts';

export const desk: Translated<typeof english> = {
  localName: (name) => (name === 'Local workspace' ? 'Arbeitsbereich' : name),
  pageTitle: {
    patchbay: (text) => `${text} – Patchbay`,
  },
  problems: {
    serviceDoesNotAccept: 'Der Dienst nimmt den Schlüssel nicht an. Unter Verbindungen einen neuen eingeben.',
    keyNotAllowedDo: (sentence) => `Der Schlüssel darf das nicht. ${sentence}`,
    manyRequestsShortTime: 'Zu viele Anfragen in kurzer Zeit. Einen Moment warten und erneut versuchen.',
    manyRequestsShortTime2: (retryAfter) =>
      `Zu viele Anfragen in kurzer Zeit. In ${pluralForm(retryAfter, ['# Sekunde', '# Sekunden'])} erneut versuchen.`,
    serviceDoesNotYet: 'Dieser Dienst bietet das noch nicht an.',
    somethingUnexpectedHappenedTry: 'Etwas Unerwartetes ist geschehen. Erneut versuchen.',
    serviceCannotReachedNot:
      'Der Dienst ist nicht erreichbar, und dies wurde auf diesem Computer noch nie gelesen. Es erscheint, sobald der Dienst wieder da ist.',
    serviceCannotReachedNeeds: (need) =>
      `Der Dienst ist nicht erreichbar und wird hierfür gebraucht: ${need}. Nichts wurde geändert: Erneut versuchen, sobald er wieder da ist.`,
  },
  readResponse: {
    pageAppBehindDifferent:
      'Diese Seite und die App dahinter haben verschiedene Versionen. Die Seite neu laden.',
    theEvent: 'Das Ereignis',
  },
  sse: {
    liveConnectionServiceProgress:
      'Die Live-Verbindung zum Dienst ist abgerissen. Der Fortschritt wird stattdessen alle paar Sekunden erfragt.',
  },
  transport: {
    patchbayItselfNotResponding:
      'Patchbay selbst antwortet nicht. Es wird weiter versucht; die Änderungen bleiben hier.',
  },
};
