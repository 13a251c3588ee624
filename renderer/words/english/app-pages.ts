/** What people read in `renderer/app/pages`, by the file that shows it. */
export const appPages = {
  changeKeysDialog: {
    keyLoses: (title: string): string => `“${title}” has this key now and loses it.`,
    keyNeededAnother: (title: string): string => `This key is needed here: ${title}. Choose another.`,
    keysOf: (title: string): string => `Keys of “${title}”`,
    backNone: 'Back to none',
    backTo: (chords: string): string => `Back to ${chords}`,
    noKey: 'No key',
    newKeys: 'New keys',
    pressNewKeys: 'Press the new keys',
  },
  helpHome: {
    tourNeedsProject: 'The tour needs a project',
    makeProjectsPageFirst: 'Make one on the Projects page first.',
    tourCouldNotBegin: 'The tour could not begin',
  },
  languageSetting: {
    language: 'Language',
    pageReloads: 'Of menus, pages, numbers and dates. The page is loaded again then; nothing is lost.',
    asTheSystem: 'As the system',
  },
  onActiveConnection: {
    connectionsCouldNotRead: 'The connections could not be read',
  },
  outputsPage: {
    gallery: 'Gallery',
  },
  runLimits: {
    limitNotSaved: 'The limit was not saved',
    limitsRuns: 'Limits of runs',
    beforeCostlyRun: (name: string): string => `Ask before a costly run: ${name}`,
    whenRunMayCost:
      'When a run may cost more than so many credits, or when its cost is not known. Empty: never.',
    credits: (name: string): string => `Credits without asking on ${name}`,
  },
  saveDiagnostics: {
    diagnosticsSaved: 'Diagnostics saved',
    noKeysFilesNames: 'No keys, files, names or typed texts are in it. Its README says what is.',
    diagnosticsNotSaved: 'The diagnostics were not saved',
  },
  settingsPage: {
    noRunning: 'Not running',
    settings: 'Settings',
    settingsCouldNotRead: 'The settings could not be read',
    settingNotSaved: 'The setting was not saved',
    theme: 'Theme',
    includeSettingsSavedFiles: 'Include the settings in saved files',
    graphOutputWhoeverFile:
      'The graph that made an output, so that whoever has the file can open it again. It holds prompts, but no keys, no signed addresses and no places on this computer.',
    hintsCanvas: 'Hints on the canvas',
    newcomerCanTryEach: 'What a newcomer can try; each goes away when it was done.',
    showRetry: 'Show again',
    movingCanvas: 'Moving around the canvas',
    scrollingDoesEditor: 'What scrolling does in the editor.',
    mouseWheelZooms: 'Mouse: wheel zooms',
    trackpadScrollPans: 'Trackpad: scroll pans',
    fingerCanvas: 'One finger on the canvas',
    emptyCanvasTwoFingers:
      'On the empty canvas. Two fingers always move and zoom the view; while a pen is near, fingers do nothing.',
    movesView: 'Moves the view',
    drawsSelection: 'Draws a selection',
    snapNodesGrid: 'Snap nodes to the grid',
    proxiesHeavyFilms: 'Proxies of heavy films',
    mediaLargerThanScreen:
      'Media that are larger than the screen, of variable rate or not playable here are played as small copies. Exports take the originals.',
    guidesWhileDragging: 'Guides while dragging',
    linesThroughEdgesMiddles:
      'Lines through edges and middles of neighbors, and equal distances. Hold Ctrl or ⌘ to place a node freely.',
    localServiceStartingRetry: 'The local service is starting again',
    couldNotStarted: 'It could not be started',
    onThisComputer: 'On this computer',
    localService: 'Local service',
    keepsYourLocalProjects: 'Keeps your local projects and runs them here.',
    startRetry: 'Start again',
    keys: 'Keys',
    diagnostics: 'Diagnostics',
    whoeverHelpsYouSolve:
      'For whoever helps you solve a problem. No keys, files, names or typed texts are in it.',
    saveDiagnostics: 'Save diagnostics…',
    version: 'Version',
    label: (version: string, value: string): string => `${version} on ${value}`,
  },
  shortcutSections: {
    commandsKeys: 'Commands without keys',
  },
  shortcutsPage: {
    keysNotChanged: 'The keys were not changed',
    commandsCommandPaletteWell:
      'Commands are in the command palette as well, but for those of one entry of a list or one pin: ',
    resetAllKeys: 'Reset all keys',
    searchShortcuts: 'Search shortcuts',
    searchNameKey: 'Search by name or key',
    noShortcutMatches: 'No shortcut matches',
    tryAnotherWordKey: 'Try another word, or a key such as Ctrl.',
    changed: 'changed',
    changeKeys: (title: string): string => `Change the keys of “${title}”`,
  },
  timelinePreviewPage: {
    timelineFile: 'Timeline file',
    previewOnlySaved: 'Preview only; nothing is saved',
    differentFromFile: 'What is different from the file',
    differences: (count: string): string => `${count} differences`,
    import: 'Import…',
    noFileOpen: 'No file is open',
    previewNotSavedWhen: 'A preview is not saved when the page is reloaded.',
    selectFile: 'Choose a file…',
  },
} as const;
