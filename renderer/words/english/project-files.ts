import { pluralForm } from '../forms.ts';

/** What people read in `renderer/project/files`, by the file that shows it. */
export const projectFiles = {
  importedHas: (contents: string): string => `has ${contents}.`,
  projectExportDialog: {
    exportWord: 'Export',
    versionAsFile: (version: string, nodes: number): string =>
      `${version}, ${pluralForm(nodes, ['# node', '# nodes'])}, as a .patchbay file.`,
    exportedSomethingMissing: 'Exported, with something missing',
    exportVersion: 'Export a version',
    exportProject: 'Export project',
    fileSavedNot: 'The file was saved. This is not in it:',
    media: 'Media',
    keysSignedAddressesNever: 'Keys and signed addresses are never in the file.',
    withMedia: 'With its media',
    imagesVideoSoundProject: 'Images, video and sound that the project uses are in the file.',
    label: 'Without',
    fileImportedServiceFinds:
      'A small file. Imported on this service it finds its media again; elsewhere they are missing.',
    version: (version: number): string => `Version ${version}`,
    patchbayFileGraphStoryboard:
      'One .patchbay file with the graph, storyboard and timeline. Import it here or on another service.',
    exported: (name: string): string => `Exported ${name}`,
    screenCouldNotSaved: (describeProblem: string): string =>
      `What is on screen could not be saved first. ${describeProblem}`,
  },
  projectImportDialog: {
    importWord: 'Import',
    projectImported: 'Project imported',
    openProject: 'Open the project',
    import: (count: number): string => `Import without ${pluralForm(count, ['# node', '# nodes'])}`,
    couldNotIncluded: 'This could not be included:',
  },
  transferProgress: {
    readingProject: 'Reading the project',
    fetchingMedia: 'Fetching its media',
    writingFile: 'Writing the file',
    checkingFile: 'Checking the file',
    uploadingMedia: 'Uploading media',
    theProject: 'Making the project',
    readingFile: 'Reading the file',
    fetchingMedia2: 'Fetching media',
    uploadingMedia2: 'Uploading its media',
    label: (bytes: string, bytes2: string): string => `${bytes} of ${bytes2}`,
    couldNotIncluded: 'What could not be included',
  },
} as const;
