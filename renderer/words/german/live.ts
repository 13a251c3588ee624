import type { Translated } from '../translated.ts';
import type { live as english } from '../english/live.ts';

export const live: Translated<typeof english> = {
  liveRun: {
    nodeFailed: 'Dieser Knoten ist fehlgeschlagen.',
  },
  liveSwitch: {
    live: 'Live',
    switchSeeEachEdit: 'Aus: Eingeschaltet ist jede Änderung sofort zu sehen, in klein und kostenlos.',
    freeFastShowsEach: 'Was kostenlos und schnell ist, zeigt jede Änderung sofort, in klein.',
    eachEditShowsLeft: (names) =>
      `Jede Änderung ist sofort zu sehen, in klein. Für eine Minute ausgelassen, weil zu langsam: ${names}.`,
  },
};
