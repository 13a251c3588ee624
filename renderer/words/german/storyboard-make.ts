import type { Translated } from '../translated.ts';
import type { storyboardMake as english } from '../english/storyboard-make.ts';

export const storyboardMake: Translated<typeof english> = {
  makeRun: {
    mutedOrFrozen:
      'Dieser Knoten ist im Graphen stummgeschaltet oder eingefroren. Das dort aufheben oder einen anderen Knoten nehmen.',
    runButNoPicture: 'Der Lauf ist fertig, hat aber kein Bild, kein Video und keinen Ton ergeben.',
    itWasStopped: 'Der Lauf wurde angehalten.',
    templateFailed: 'Die Vorlage ist fehlgeschlagen.',
    runFailed: 'Der Lauf ist fehlgeschlagen.',
  },
  makeSource: {
    beingCreated: 'Was gerade entsteht',
  },
  nodeForm: {
    output: 'Ausgabe',
  },
};
