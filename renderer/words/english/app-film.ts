/** What people read in `renderer/app/film`, by the file that shows it. */
export const appFilm = {
  documentHistory: {
    /** What a version is called that stands over the timeline. */
    comparedVersion: (title: string) => `the version “${title}”`,
    notCompared: 'This version could not be compared',
    bringBackVersion: 'bring back a version',
    versionBroughtBack: 'The version was brought back',
    undoBack: 'Undo takes it back.',
    versionCouldNotBrought: 'This version could not be brought back',
  },
  filmLinks: {
    noRunProjectFile: 'No run of a project made this file',
    addedFromRunNot: 'It was added from elsewhere, or its run was not seen on this computer.',
    fileNotFound: 'What made the file was not found',
  },
} as const;
