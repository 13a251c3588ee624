import type { Translated } from '../translated.ts';
import type { editorSync as english } from '../english/editor-sync.ts';

export const editorSync: Translated<typeof english> = {
  openDocument: {
    recoveredProject: 'Wiederhergestelltes Projekt',
    serviceVersionProjectYour: (version, value) =>
      `Der Dienst hat Version ${version} dieses Projekts; die ungespeicherten Änderungen hier beruhen auf Version ${value}. Vielleicht wurde es aus einer Sicherung wiederhergestellt: Vor dem Weiterarbeiten ansehen, was hier ist.`,
  },
  syncDriver: {
    serviceCannotReachedYour:
      'Der Dienst ist nicht erreichbar. Die Änderungen werden gesendet, sobald er wieder da ist.',
    serviceCannotReachedYour2:
      'Der Dienst ist nicht erreichbar. Die Änderungen sind hier gespeichert und werden gesendet, sobald er wieder da ist.',
    betweenYourChangesTheirs: 'Zuerst zwischen den eigenen und den fremden Änderungen wählen.',
    stateProjectFirst: 'Zuerst wählen, welcher Stand des Projekts gilt.',
    enterKeyConnectionFirst: 'Zuerst den Schlüssel dieser Verbindung eingeben.',
    projectDeleted: 'Dieses Projekt wurde anderswo gelöscht.',
  },
};
