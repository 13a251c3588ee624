/** What people read in `renderer/app/parts`, by the file that shows it. */
export const appParts = {
  copyName: {
    asOf: (cutText: string, value: string): string => `${cutText}, as of ${value}`,
  },
  credits: {
    offline: (age: string): string => `Offline${age}: `,
  },
  notificationSetting: {
    notifyMeWhenRuns: 'Notify me when runs end',
    outsideWindowWhileYou: 'Outside the window, while you look elsewhere; one notice for a batch.',
    browserWhileYouNotice: 'By this browser, while you look elsewhere; one notice for a batch.',
    browserWhileYouBrowser: 'By this browser, while you look elsewhere. The browser asks you first.',
    browserBlocksNoticesPage:
      'This browser blocks notices of this page. Allow them in its settings of this site, then reload.',
    browserShowsNoNotices: 'This browser shows no notices.',
  },
  themeMenu: {
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    theme: 'Theme',
  },
  useNewProject: {
    newProject: 'a new project',
    projectNotCreated: 'The project was not created',
  },
} as const;
