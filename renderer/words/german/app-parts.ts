import type { Translated } from '../translated.ts';
import type { appParts as english } from '../english/app-parts.ts';

export const appParts: Translated<typeof english> = {
  copyName: {
    asOf: (cutText, value) => `${cutText}, Stand ${value}`,
  },
  credits: {
    offline: (age) => `Offline${age}: `,
  },
  notificationSetting: {
    notifyMeWhenRuns: 'Mitteilung, wenn Läufe enden',
    outsideWindowWhileYou:
      'Außerhalb des Fensters, wenn etwas anderes im Vordergrund ist; eine Mitteilung für einen Stapel.',
    browserWhileYouNotice:
      'Durch diesen Browser, wenn etwas anderes im Vordergrund ist; eine Mitteilung für einen Stapel.',
    browserWhileYouBrowser:
      'Durch diesen Browser, wenn etwas anderes im Vordergrund ist. Der Browser fragt zuerst nach.',
    browserBlocksNoticesPage:
      'Dieser Browser blockiert Mitteilungen dieser Seite. In seinen Einstellungen für diese Website erlauben, dann neu laden.',
    browserShowsNoNotices: 'Dieser Browser zeigt keine Mitteilungen.',
  },
  themeMenu: {
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
    theme: 'Erscheinungsbild',
  },
  useNewProject: {
    newProject: 'ein neues Projekt',
    projectNotCreated: 'Das Projekt wurde nicht angelegt',
  },
};
