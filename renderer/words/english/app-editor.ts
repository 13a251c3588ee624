import { pluralForm } from '../forms.ts';

/** What people read in `renderer/app/editor`, by the file that shows it. */
export const appEditor = {
  editorLoading: {
    openingProject: 'Opening the project',
  },
  editorNotices: {
    recoveredPending: (count: number): string =>
      pluralForm(count, [
        '# edit from last time was brought back and waits for the service.',
        '# edits from last time were brought back and wait for the service.',
      ]),
    recoveredSaving: (count: number): string =>
      pluralForm(count, [
        '# edit from last time was brought back and is being saved.',
        '# edits from last time were brought back and are being saved.',
      ]),
    cannotReachedProjectYou: (name: string, exactTime: string): string =>
      `${name} cannot be reached. This is the project as it was known here at ${exactTime}; you can go on editing, and what you change goes out when it is back.`,
    notices: 'Notices',
    noticesProject: 'Notices about this project',
  },
  editorPage: {
    projectNoLongerExists: 'This project no longer exists',
    projectCouldNot: 'The project could not be opened',
    deletedBelongsAnotherAccount: 'It was deleted, or it belongs to another account.',
    cannotReachedProjectNot: (name: string): string =>
      `${name} cannot be reached, and this project has not been opened on this computer before. It opens when the service is back.`,
    goConnections: 'Go to connections',
    allProjects: 'All projects',
  },
  editorPanels: {
    switches: 'Switches',
    files: 'Files',
    outline: 'Outline',
    nodes: 'Nodes',
    leftPanel: 'Left panel',
    hideLeftPanel: 'Hide the left panel',
    widthLeftPanel: 'Width of the left panel',
    details: 'Details',
    rightPanel: 'Right panel',
    hideRightPanel: 'Hide the right panel',
    widthRightPanel: 'Width of the right panel',
  },
  editorResults: {
    apply: (count: number): string => `apply ${pluralForm(count, ['# output', '# outputs'])}`,
    appliedEdit: (count: number): string =>
      `Applied ${pluralForm(count, ['# output', '# outputs'])} as an edit`,
    outputsNotApplied: 'The outputs were not applied',
    applied: (count: number): string => `Applied ${pluralForm(count, ['# output', '# outputs'])}`,
  },
  editorTrouble: {
    keyRejected: (name: string): string => `${name} no longer accepts the API key. You can go on editing.`,
    notBroughtOver: (names: string): string => `But ${names} could not be brought over.`,
    beingSavedHere: (count: number): string =>
      pluralForm(count, [
        '# change is being saved on this computer.',
        '# changes are being saved on this computer.',
      ]),
    waitHere: (count: number): string =>
      pluralForm(count, ['# change waits on this computer.', '# changes wait on this computer.']),
    untilThenHere: (problem: string, count: number): string =>
      `${problem} ${pluralForm(count, ['Until then # change is in this window only: leave it open.', 'Until then # changes are in this window only: leave it open.'])}`,
    inThisWindow: (problem: string, count: number): string =>
      `${problem} ${pluralForm(count, ['# change is in this window only until then: leave it open, the rest happens by itself.', '# changes are in this window only until then: leave it open, the rest happens by itself.'])}`,
    enterKey: 'Enter the key',
    theService: 'The service',
    retry: (name: string): string => `“${name}” is there again`,
    projectNotRecreated: 'The project was not recreated',
    recreateFrom: 'Recreate it from here',
    projectDeletedEverythingScreen: 'This project was deleted elsewhere. Everything on screen is still here',
    serviceNeverHad: (count: number): string =>
      `, with ${pluralForm(count, ['# change', '# changes'])} that the service never had`,
  },
  editorWorkspace: {
    canvas: 'Canvas',
    heightOutputs: 'Height of the outputs',
  },
  openRunOutput: {
    unavailable: 'This item is not listed with the run. Run its node again to look at it.',
    fileNot: 'The file was not opened',
  },
  projectPage: {
    skipContent: 'Skip to content',
  },
  projectTitle: {
    projectNotRenamed: 'The project was not renamed',
    callIt: (name: string): string => `Call it “${name}”`,
    projectName: 'Project name',
  },
  projectViews: {
    viewsProject: 'Views of the project',
  },
  publishCanvas: {
    widthPublishPanel: 'Width of the publish panel',
  },
  runButton: {
    overflowRun: 'More ways to run',
    stopsRunShiftClick: 'Stops the run. Shift-click starts another one beside it.',
  },
  useLive: {
    livePreviewsNeedService: 'Live previews need a service.',
    livePreviewsLocalWorkspace: (name: string): string =>
      `Live previews are for the local workspace: on ${name} every run may cost.`,
    livePreviewsWhenService: 'Live previews are made again when the service is back.',
  },
  useNodeRequests: {
    nodeNoLongerGraph: 'The node is no longer in the graph',
    galleryShowsGraph: 'What it made stays. The gallery shows the graph as it was.',
  },
  varyInputs: {
    no: 'No',
    yes: 'Yes',
    fileName: 'A file without a name',
  },
  varyRequests: {
    notInGraph: (count: number): string =>
      pluralForm(count, [
        '# node of the grid is not in the graph any more.',
        '# nodes of the grid are not in the graph any more.',
      ]),
    inGraph: (count: number): string =>
      pluralForm(count, ['# value of the grid is in the graph', '# values of the grid are in the graph']),
    applyValuesGrid: 'use values of a grid',
    valuesCouldNotUsed: 'The values could not be used',
    undo: 'Undo',
  },
} as const;
