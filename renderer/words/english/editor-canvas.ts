import { pluralForm } from '../forms.ts';

/** What people read in `renderer/editor/canvas`, by the file that shows it. */
export const editorCanvas = {
  connectionDrag: {
    noConnected: (reason: string): string => `Not connected: ${reason}`,
  },
  droppedText: {
    addedFileUseWords: 'It is added as a file; to use its words, paste them into a Text node.',
    thanKbText: (name: string, asFile: string): string => `“${name}” has more than 64 KB of text. ${asFile}`,
    notText: (name: string, asFile: string): string => `“${name}” is not plain text. ${asFile}`,
  },
  drops: {
    addName: (name: string): string => `add ${name}`,
    mismatch: (name: string, base: string): string =>
      `${name} is not ${/^[aeiou]/.test(base) ? 'an' : 'a'} ${base} file.`,
    leftOut: (nodes: string, types: string): string => `${nodes} left out: this service has no ${types}.`,
    file: 'a file',
    addFiles: (count: number): string => `add ${count} files`,
    addedAsList: (count: number): string =>
      `${count} files are one list: a node that is given it runs for each.`,
    asNodes: 'Separate nodes instead',
    wasDropped: 'What was dropped',
    droppedNotYourFiles: 'What was dropped is not one of your files. Drag it from the Files panel.',
    aNodeWas: 'A node was',
    nodesWere: (count: number): string => `${count} nodes were`,
  },
  canvasControls: {
    noYet: 'Nothing here yet',
    dropPhotoDoubleClick: 'Drop a photo here, or double-click to add a node.',
    addNode: 'Add a node',
    zoom: 'Zoom',
    zoomLevel: 'Zoom level',
    zoomPins: 'Zoom in to choose pins',
  },
  canvasItems: {
    note: 'Note',
    frame: 'Frame',
    doubleClickWrite: 'Double-click to write',
    titleFrame: 'Title of the frame',
    title: 'Title',
    textNote: 'Text of the note',
    writeNote: 'Write a note',
  },
  canvasLines: {
    dragDrawArrowEsc: 'Drag to draw an arrow. Esc ends drawing.',
    dragDrawLineEsc: 'Drag to draw a line. Esc ends drawing.',
  },
  pass: {
    passesThrough: (titleOf: string): string => `What passes through ${titleOf}?`,
    wiresFitOutputYou:
      'Several wires fit its output. The one you choose is passed on to the nodes after it while it is muted.',
    noneThem: 'None of them',
    wiresFit: 'Wires that fit',
  },
  connectPicker: {
    searchPins: 'Search pins',
  },
  convertPicker: {
    insertBetween: (sentence: string): string => `${sentence} Put between:`,
  },
  findNode: {
    findNode: 'Find a node',
    findNodeTitleType: 'Find a node by title, type or value',
    noProjectMatches: 'No node in this project matches.',
    nodesFound: 'Nodes found',
    replaceFound: 'Replace what is found',
    unknownType: 'Unknown type',
  },
  gestureOverlay: {
    translateScale: (x: number, y: number, zoom: number): string => `translate(${x} ${y}) scale(${zoom})`,
    connectTo: (pinLabel: string): string => `Connect to ${pinLabel}`,
    dropAddNode: 'Drop to add a node',
  },
  guideLines: {
    translateScale: (x: number, y: number, zoom: number): string => `translate(${x} ${y}) scale(${zoom})`,
  },
  minimap: {
    overviewProject: 'Overview of the project',
  },
  heat: {
    title: 'Heat map',
    colorBy: 'Color nodes by',
    close: 'Close the heat map',
    measures: { time: 'Time', cost: 'Cost', failures: 'Failures', reuse: 'Reuse' },
    least: 'least',
    most: (value: string): string => `most: ${value}`,
    allRuns: 'all runs',
    percent: (value: number): string => `${value} %`,
    reading: 'Reading what runs took…',
    noRuns: 'No run of this project has ended yet. Run it, and come back.',
    none: {
      time: 'No node took any time.',
      cost: 'No node cost anything.',
      failures: 'No node failed.',
      reuse: 'No result was reused.',
    },
    ofRuns: (count: number): string => (count === 1 ? 'Of the last run' : `Of the last ${count} runs`),
  },
  nameWire: {
    wireName: 'Give the wire a name.',
    renameWire: 'Rename the wire',
    allWiresNameFrom: 'All wires by name from the same output get it.',
    rename: 'Rename',
    name: 'Name',
  },
  nodeSearch: {
    beingRead: 'is being read',
    none: (verb: string): string => `${verb} nothing`,
  },
  quickAdd: {
    snippet: 'Snippet',
    addNode: 'Add a node',
    searchNodes: 'Search nodes',
    searchFits: 'Search what fits',
    noTypeMatches: 'No node type matches.',
    readingNodeTypes: 'Reading the node types…',
    nodeTypes: 'Node types',
  },
  replaceFound: {
    replaced: (count: number, nodes: number): string =>
      `${pluralForm(count, ['Replaced # time', 'Replaced # times'])} in ${pluralForm(nodes, ['# node', '# nodes'])}`,
    replaceTimes: (count: number): string => pluralForm(count, ['Replace # time', 'Replace # times']),
    replaceText: 'Replace text',
    replace: (find: string): string => `replace “${find}”`,
    wouldStayed: (count: number): string =>
      `; ${pluralForm(count, ['# text', '# texts'])} would be too long and stayed`,
    replaceWords: 'Replace the words by',
    replaceBy: 'Replace by',
    texts: (count: number): string => `In the texts of ${pluralForm(count, ['# node', '# nodes'])}`,
    theseWordsNoText: 'These words are in no text',
    replaceWith: (count: number): string => `Replace ${pluralForm(count, ['# node', '# nodes'])} with…`,
  },
  replacePicker: {
    rerouted: (count: number): string =>
      pluralForm(count, ['# wire goes to a pin of another name.', '# wires go to a pin of another name.']),
    keepsEverything: 'keeps everything',
    wireFromTo: (from: string, to: string): string => `Wire: ${from} to ${to}`,
    replaceWith: (titleOfAll: string): string => `Replace ${titleOfAll} with…`,
    searchNodeTypes: 'Search node types',
    noTypeMatches: 'No other node type matches.',
    readingNodeTypes: 'Reading the node types…',
    nodeTypes: 'Node types',
    beingRead: 'is being read',
    wiresValues: (title: string): string => `What becomes of wires and values with ${title}`,
    allWiresValues: 'All wires and values stay.',
    theseFall: (title: string): string => `With ${title} these fall away:`,
    andOverflow: (value: number): string => `and ${value} more`,
  },
  snippetsDialog: {
    snippetName: 'Give the snippet a name.',
    saveSnippet: 'Save as a snippet',
    valuesWiresBetweenNodes:
      'Values, wires between the nodes, frames and notes are saved with it, on this computer.',
    name: 'Name',
    someNot: (name: string): string => `Some of “${name}” is not there`,
    serviceNoneNodeTypes: 'This service has none of its node types. Use it with the service it was made for.',
    serviceDoesNotThese:
      'This service does not have these node types. The other nodes can be placed without them.',
    positionRemainder: 'Place the rest',
    snippets: 'Snippets',
    noSavedYetSelect:
      'Nothing is saved yet. Select nodes on the canvas and choose “Save as a snippet…” in their menu.',
    searchSnippets: 'Search snippets',
    noSnippetMatches: 'No snippet matches.',
    newName: (name: string): string => `New name of ${name}`,
    delete: (name: string): string => `Delete “${name}”?`,
    delete2: 'Delete',
    rename: (name: string): string => `Rename ${name}`,
    delete3: (name: string): string => `Delete ${name}`,
  },
  editorCanvas: {
    nodeCanvas: 'node canvas',
  },
  nodes: {
    translateScale: (x: number, y: number, zoom: number): string => `translate(${x} ${y}) scale(${zoom})`,
  },
  runningWires: {
    translateScale: (x: number, y: number, zoom: number): string => `translate(${x} ${y}) scale(${zoom})`,
  },
} as const;
