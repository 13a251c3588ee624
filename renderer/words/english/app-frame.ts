import { pluralForm } from '../forms.ts';

/** What people read in `renderer/app/frame`, by the file that shows it. */
export const appFrame = {
  appFrame: {
    projects: 'Projects',
    gallery: 'Gallery',
    templates: 'Templates',
    batches: 'Batches',
    queue: 'Queue',
    models: 'Models',
    shortcuts: 'Shortcuts',
    settings: 'Settings',
    help: 'Help',
    skipContent: 'Skip to content',
    patchbay: 'Patchbay',
    main: 'Main',
    version: (version: string): string => `Version ${version}`,
  },
  app: {
    patchbayNotResponding: 'Patchbay is not responding',
    appBehindPageNot: 'The app behind this page is not running. Start Patchbay again, then reload.',
    retry: (name: string): string => `${name} answers again`,
    editsFilesWaitedOut: 'Edits and files that waited are going out.',
  },
  errorBoundary: {
    somethingWentPage: 'Something went wrong on this page',
    editsSavedSafeReload: (message: string): string =>
      `Edits that were shown as saved are safe. Reload the page to go on. (${message})`,
    goProjects: 'Go to projects',
  },
  hostNotice: {
    patchbayNotRespondingYour:
      'Patchbay is not responding. Your changes stay here, and it keeps trying every few seconds.',
  },
  linkedProject: {
    linkLeadsTo: (id: string): string =>
      `The link leads to \u2068${id}\u2069. The project was deleted, or it belongs to an account that is not connected here.`,
    queryFailed: (name: string, reason: string): string =>
      `\u2068${name}\u2069 could not be asked: ${reason}`,
    keyNeeded: 'Its key is needed.',
    projectCouldNotSearched: 'The project could not be searched for',
    noneYourConnectionsProject: 'None of your connections has this project',
    allProjects: 'All projects',
    connectionNoLongerExists: 'This connection no longer exists',
    addressNamesServiceApp:
      'The address names a service that this app is not connected to. It was removed, or the address comes from another computer.',
  },
  openFromOutside: {
    notOpen: (name: string): string => `“${name}” was not opened`,
    anotherImportOpenFinish: 'Another import is open. Finish or close it, then open the file again.',
    fileNot: 'The file was not opened',
  },
  routes: {
    timelineFile: 'Timeline file',
    keyboardShortcuts: 'Keyboard shortcuts',
    pageDoesNotExist: 'This page does not exist',
    projectPageMay: 'The project or page may have moved.',
    goProjects: 'Go to projects',
  },
  savedSettingsDialogs: {
    fromFile: ', from a file',
    project: 'Opened as a project of its own',
  },
  session: {
    pageNotConnectedPatchbay: 'This page is not connected to Patchbay',
    browserNotSignedPatchbay:
      'This browser has not signed in, or Patchbay was started anew since. Run “npm start” again: a Patchbay that is running goes on, and a new address opens. Where no browser opens, it is printed in the terminal. All tabs of the browser that opens it are let in.',
  },
  startNotices: {
    patchbayCouldNotRead: 'What Patchbay could not read',
    label: (count: number): string => `and ${pluralForm(count, ['# more notice', '# more notices'])}`,
    dismissAll: 'Dismiss all',
  },
} as const;
