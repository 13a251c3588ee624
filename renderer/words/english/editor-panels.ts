import { pluralForm } from '../forms.ts';

/** What people read in `renderer/editor/panels`, by the file that shows it. */
export const editorPanels = {
  canvasClash: {
    appearanceNode: 'Appearance of a node',
    routeWire: 'Route of a wire',
    youDeleted: (item: string): string => `${item}, which you deleted`,
    theyDeleted: (item: string): string => `${item}, which they deleted`,
    singleTile: (toLowerCase: string): string => `one tile, ${toLowerCase}`,
    onlyConnectedChanged: 'only what is connected or changed',
    noLabel: (field: string): string => `not ${field}`,
  },
  conflictDialog: {
    titleOf: (title: string): string => `Title of ${title}`,
    youDeleted: (title: string): string => `${title}, which you deleted`,
    theyDeleted: (title: string): string => `${title}, which they deleted`,
    wire: (name: string): string => `Wire into ${name}`,
    from: (titleOf: string): string => `from ${titleOf}`,
    somebodyChangedSameThing: 'Somebody changed the same thing',
    everythingElseMerged: 'Everything else is merged. Choose what stays.',
    postponed: 'Later',
    saveChoice: 'Save the choice',
    keep: 'Keep mine',
    applyRemote: 'Take theirs',
  },
  fileActions: {
    notSaved: (filename: string): string => `${filename} was not saved`,
  },
  fileRow: {
    addCanvas: 'Add to the canvas',
    usedBy: 'Used by',
    dragCanvasPressEnter: (filename: string): string =>
      `${filename}. Drag it to the canvas, or press Enter to add it.`,
  },
  filesPanel: {
    filesYouAddWhen: 'Files you add are sent when the service is back.',
    filesCouldNotRead: 'The files could not be read',
    add: 'Add',
  },
  inspectorMedia: {
    save: (fileName: string): string => `Save ${fileName}`,
  },
  inspectorPanel: {
    previewOfFile: 'Preview of the file',
    noSuchType: (type: string): string =>
      `This service has no node type ${type}. The node and its wires stay as they are; it cannot run here. Replace it, or open the project on the service it was made for.`,
    noSelected: 'Nothing is selected',
    selectNodeSeeInputs:
      'Select a node to see its inputs and results, or several to change what they have in common.',
    nodeFailed: 'This node failed.',
    title: 'Title',
    inputs: 'Inputs',
    label: (count: string, count2: string): string => `${count} to ${count2}`,
    from: (count: string): string => `from ${count}`,
    upTo: (count: string): string => `up to ${count}`,
    noService: 'not known to this service',
    connectTo: (value: string): string => `Connect ${value} to…`,
    disconnect: (value: string): string => `Disconnect ${value}`,
    results: 'Results',
    resultsChangedSince: 'Results, changed since',
  },
  outlineItems: {
    framesNotesLinesWires: 'Frames, notes, lines and wires by name',
  },
  outlinePanel: {
    searchOutline: 'Search the outline',
    noYet: 'No nodes yet',
    addFromPalettePress: 'Add one from the palette, or press Tab on the canvas.',
    nodesOrderTheyRun: 'Nodes in the order they run',
    unknownType: 'Unknown type',
    from: (list: string): string => `from ${list}`,
  },
  palettePanel: {
    addedCanvas: 'Added to the canvas',
    searchNodes: 'Search nodes',
    nodeTypesCouldNot: 'The node types could not be read',
    noTypeMatches: (query: string): string => `No node type matches “${query}”.`,
  },
  paletteSnippets: {
    snippets: 'Snippets',
    searchRenameDeleteSnippets: 'Search, rename and delete snippets',
  },
  saveState: {
    conflict: 'Conflict',
    somebodyChangedSameField: 'Somebody changed the same field. Choose which value stays.',
    keyNeeded: 'Key needed',
    serviceNoLongerAccepts: (storageLabel: string): string =>
      `The service no longer accepts the key. ${storageLabel}`,
    deleted: 'Deleted elsewhere',
    projectDeletedServiceScreen: 'This project was deleted on the service. What is on screen is still here.',
    framesNotesOnly: 'Frames and notes only here',
    everythingElseSavedVersion: (message: string, version: number): string =>
      `${message} Everything else is saved as version ${version}.`,
  },
  selectionInspector: {
    valueOf: (title: string, count: number): string =>
      `${title} of ${pluralForm(count, ['# node', '# nodes'])}`,
    mixedOf: (title: string, count: number): string =>
      `${title} of ${pluralForm(count, ['# node', '# nodes'])}, mixed`,
    selected: (count: number): string => `${pluralForm(count, ['# node', '# nodes'])} selected`,
    youChangeChangesAll: (title: string): string => `${title}. What you change here changes in all of them.`,
    commonInputs: 'Common inputs',
    changeOf: (title: string, count: number): string =>
      `change ${title} of ${pluralForm(count, ['# node', '# nodes'])}`,
    byWire: (wired: number): string => `${wired} by wire`,
  },
  switchesPanel: {
    goToFrame: (name: string): string => `Go to the frame ${name}`,
    goTo: (name: string): string => `Go to ${name}`,
    noSwitchedDisabled: 'Nothing is switched off',
    nodesYouMuteM: 'Nodes that you mute (M), freeze (F) or lock (L) are listed here with their switches.',
    switches: 'Switches',
    allIn: (title: string): string => `all in ${title}`,
  },
} as const;
