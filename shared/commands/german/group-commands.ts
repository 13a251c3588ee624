import type { groupCommands as table } from '../group-commands.ts';
import type { TranslatedCommandWords } from '../words.ts';

type Commands = Pick<TranslatedCommandWords['commands'], keyof typeof table>;

/** Groups: a part of a graph shown as one node. */
export const groupCommands: Commands = {
  'group.make': {
    title: 'Gruppe bilden',
    words: 'Untergraph Makro Baugruppe gruppieren verschachteln',
    dynamicTitle: ({ selectedNodes, selectedFrames }) =>
      selectedNodes === 0 && selectedFrames === 1 ? 'Rahmen in eine Gruppe verwandeln' : 'Gruppe bilden',
  },
  'group.open': { title: 'Gruppe öffnen', words: 'hinein bearbeiten' },
  'group.leave': { title: 'Gruppe verlassen', words: 'hinaus zurück nach oben' },
  'group.add-linked': { title: 'Verknüpft hinzufügen', words: 'Instanz duplizieren wiederverwenden' },
  'group.detach': { title: 'Von verknüpften Gruppen lösen', words: 'trennen eigene Kopie' },
  'group.compare': { title: 'Mit verknüpften Gruppen vergleichen…', words: 'angleichen Unterschiede' },
  'group.save': {
    title: 'In der Bibliothek speichern…',
    words: 'Gruppe Bibliothek Version wiederverwenden',
  },
  'group.library': { title: 'Gruppenbibliothek…', words: 'einfügen importieren exportieren Vorlage' },
  'group.update': {
    title: 'Von ihrer Quelle aktualisieren…',
    words: 'Gruppe Bibliothek Vorlage neuere Version',
  },
  'group.ungroup': { title: 'Gruppe auflösen', words: 'auseinandernehmen gruppierung aufheben' },
};
