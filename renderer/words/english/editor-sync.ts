/** What people read in `renderer/editor/sync`, by the file that shows it. */
export const editorSync = {
  openDocument: {
    recoveredProject: 'Recovered project',
    serviceVersionProjectYour: (version: number, value: number): string =>
      `The service holds version ${version} of this project; your unsaved edits were made on version ${value}. It may have been restored from a backup: look at what is here before you go on.`,
  },
  syncDriver: {
    serviceCannotReachedYour: 'The service cannot be reached. Your changes are sent when it is back.',
    serviceCannotReachedYour2:
      'The service cannot be reached. Your changes are saved here and are sent when it is back.',
    betweenYourChangesTheirs: 'Choose between your changes and theirs first.',
    stateProjectFirst: 'Choose which state of the project stands first.',
    enterKeyConnectionFirst: 'Enter the key of this connection first.',
    projectDeleted: 'This project was deleted elsewhere.',
  },
} as const;
