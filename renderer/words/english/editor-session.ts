/** What people read in `renderer/editor/session`, by the file that shows it. */
export const editorSession = {
  recreateProject: {
    storyboardName: 'its storyboard',
    timelineName: 'its timeline',
  },
  sessionWiring: {
    connect: 'connect',
    disconnect: 'disconnect',
    replug: 're-plug a wire',
  },
  bookmarks: {
    allNineBookmarksSet: 'All nine bookmarks are set. Alt+Shift and a digit puts that one here.',
    setBookmark: (digit: string): string => `set bookmark ${digit}`,
    bookmarkAltBack: (digit: string, digit2: string): string =>
      `Bookmark ${digit} is here. Alt+${digit2} comes back to it.`,
    noBookmarkYetAlt: (digit: string, digit2: string): string =>
      `There is no bookmark ${digit} yet. Alt+Shift+${digit2} sets it to what is in view.`,
  },
  converting: {
    convertBy: (title: string): string => `convert by ${title}`,
    convertNodes: (count: number): string => `convert by ${count} nodes`,
  },
  editorSession: {
    deleteStep: 'delete',
    disconnectStep: 'disconnect',
    changeInput: (label: string): string => `change ${label}`,
    redone: 'Redone',
    reverted: 'Undone',
    rename: 'rename',
    file2: 'File',
    anotherWindowMiddleChange:
      'Another window is in the middle of a change. Try again when it is done there.',
    deletedNode: 'Deleted node',
    file: (ending: string): string => `${ending} file`,
    add: (title: string): string => `add ${title}`,
    deleteNode: 'delete a node',
    deleteNodes: (count: number): string => `delete ${count} nodes`,
    wireJoinedRetry: 'The wire was joined again.',
    wiresJoinedRetry: (rejoined: number): string => `${rejoined} wires were joined again.`,
    butChangedSince: (label: string, label2: string): string =>
      `${label} but for what others changed since: ${label2}`,
    leftChangedSince: (label: string): string => `Left as it is, others changed it since: ${label}`,
  },
  frameSelection: {
    moveOutFrame: 'move out of the frame',
  },
  insertNode: {
    insertWire: (value: string): string => `insert ${value} into the wire`,
  },
  passLabel: {
    from: (label: string, titleOf: string): string => `${label}, from ${titleOf}`,
  },
  replacing: {
    replacedBy: (nodes: string, title: string): string => `${nodes} with ${title}`,
    replaced: 'Replaced',
    loses: (segments: string): string => `loses ${segments}`,
    noReplacedLockedUnlock: (titleOf: string): string =>
      `Not replaced: “${titleOf}” is locked. Unlock it first.`,
    nodeTypeBeingRead: 'This node type is still being read. Try again in a moment.',
    replaceNode: 'replace a node',
    replaceNodes: (count: number): string => `replace ${count} nodes`,
    replacedNodes: (count: number): string => `Replaced ${count} nodes`,
  },
  routeWires: {
    theseManyWiresRoute:
      'These are too many wires to route at once. Select the wires you mean and route them.',
    noWirePassesUnder: 'No wire passes under a node here.',
    wires: (left: number): string => `${left} wires`,
    foundNoNodesMove: (wires: string): string =>
      `${wires} found no way around the nodes. Move nodes apart and route again.`,
  },
  runOutlook: {
    serviceNoNodeType: (value: string): string => `This service has no node type ${value}.`,
    circleWiresCutThem: 'It is in a circle of wires. Cut one of them.',
    waitsCannotRun: (titleOf: string): string => `Waits for ${titleOf}, which cannot run.`,
  },
  sessionArranging: {
    arrange: 'tidy up',
    distribute: 'distribute',
    align: 'align',
    nudge: 'nudge',
    move: 'move',
    insertWire: 'insert into the wire',
    moveNodes: (size: number): string => `move ${size} nodes`,
  },
  sessionClipboard: {
    paste: (nodes: string): string => `paste ${nodes}`,
    duplicate: 'duplicate',
    node: 'a node',
    copiedSelection: 'Copied the selection',
    copiedNode: 'Copied the node',
    copiedNodes: (count: number): string => `Copied ${count} nodes`,
    noCopiedBrowserDoes:
      'Not copied: the browser does not let the page write to the clipboard. Use the keyboard.',
    nodes: (many: number): string => `${many} nodes`,
    noPastedBrowserDoes:
      'Not pasted: the browser does not let the page read the clipboard. Use the keyboard.',
  },
  sessionItems: {
    note: 'Note',
    frame: 'Frame',
    line: 'Line',
    arrow: 'Arrow',
    violet: 'Violet',
    blue: 'Blue',
    teal: 'Teal',
    green: 'Green',
    red: 'Red',
    gray: 'Gray',
    emptyNote: 'Empty note',
    addFrame: 'add a frame',
    addNote: 'add a note',
    drawArrow: 'draw an arrow',
    drawLine: 'draw a line',
    renameFrame: 'rename a frame',
    writeNote: 'write a note',
    item: (kind: string, id: string): string => `item ${kind} ${id}`,
    changeColor: 'change the color',
    openFrame: 'open the frame',
    collapseFrame: 'collapse the frame',
    frameFitsAlreadyLies: 'The frame fits already, or nothing lies in it.',
    fitFrame: 'fit the frame',
  },
  sessionReroutes: {
    wire: 'a wire',
    straightenWires: 'straighten wires',
    routeWires: 'route wires',
    addPointWire: 'add a point to a wire',
    movePointWire: 'move a point of a wire',
    removePointWire: 'remove a point of a wire',
    wires: (count: number): string => `${count} wires`,
    draw: (target: string): string => `draw ${target}`,
    showName: (target: string): string => `show ${target} by name`,
    renameWire: 'rename a wire',
  },
  sessionSnippets: {
    snippetsCouldNotRead: (describeProblem: string): string =>
      `The snippets could not be read. ${describeProblem}`,
    noSelectedSelectSave: 'Nothing is selected. Select the nodes to save.',
    selectionLargeSnippetSelect: 'This selection is too large for a snippet. Select fewer nodes.',
    savedYourSnippets: (name: string): string => `Saved “${name}” to your snippets`,
    position: (name: string): string => `place “${name}”`,
    snippetsCannotSaved: 'Snippets cannot be saved here.',
  },
  sessionUploads: {
    changedWhileUploadedUpload: (label: string, filename: string): string =>
      `${label} was changed while “${filename}” was uploaded, and stays as it is now. The upload is in Files.`,
  },
  stateToggles: {
    makeNarrower: 'make narrower',
    makeWider: 'make wider',
    node: 'a node',
    nodes: (count: number): string => `${count} nodes`,
    selectRunsPast: 'choose what goes past',
    freezeTheseNodesMake: 'There is nothing to freeze here: these nodes make no results that others take.',
    noResultRunYet: (titleOf: string): string =>
      `${titleOf} has no result of a run yet. Run it first, then freeze it.`,
    nodesNoResultsYet: (count: number): string =>
      `${count} nodes have no results yet. Run them first, then freeze them.`,
    resultProjectRunsBefore: (count: string): string =>
      `The result of ${count} is too long to be kept with the project, so it runs as before.`,
    lockedLUnlocksRetry: 'Locked. L unlocks it again.',
    showAllInputs: 'show all inputs',
    makeWiderNarrower: 'make wider or narrower',
  },
  textNode: {
    clipboardOnlyBlankText: 'The clipboard holds only blank text. Copy words, nodes or files.',
    textClipboardLongerThan: (count: string): string =>
      `The text on the clipboard is longer than ${count} characters. Save it as a file and drop that here.`,
    serviceNoNodeText: 'This service has no node for text. Add a note and paste the text there.',
  },
} as const;
