import { pluralForm } from '../forms.ts';

export const help = {
  title: 'Help',
  whatItIs:
    'Patchbay is a canvas on which pictures, films and texts are made by nodes that are wired together.',
  /** Followed by the keys of the command palette. */
  everyCommand: 'Every command is found by its name as well:',
  contents: 'Contents',
  search: 'Search help',
  searchExample: 'Search, for example “unplug a wire”',
  found: (count: number): string => pluralForm(count, { one: '# answer found', other: '# answers found' }),
  nothing: 'Nothing found',
  nothingHint: 'Try another word, or fewer of them.',
  articles: {
    doubleClickType:
      'Double-click the canvas, type what you look for, such as “gradient”, and press Enter. {editor.quick-add} adds the next node beside the selected one and connects it.',
    opensFilesComputer:
      '{editor.add-files} opens the files of your computer. All files of a project are in the Files tab at the left.',
    doubleClickPress:
      'Double-click the canvas, press {editor.quick-add}, or drag one from the Nodes tab at the left.',
    fitShowsEverything:
      '{view.fit} shows everything, {view.fit-selection} the selection, {view.zoom-reset} is 100 %. Hold Space and drag to pan. Choose between mouse and trackpad in [Settings](/settings).',
    findsNodes:
      '{editor.find} finds nodes by title, type and value. Alt+Shift and a digit sets a bookmark to what is in view, Alt and the digit goes back there.',
    canvasOnly: '{view.canvas-alone} puts all panels away and brings them back.',
    framesNotes:
      '{editor.add-frame} puts a frame around the selected nodes: drag it, and what lies in it goes along. {editor.collapse-frame} makes it one tile with the pins that lead out of it, and opens it again. {editor.add-note} adds a note; addresses in it become links. {editor.draw-arrow} and {editor.draw-line} draw over the nodes, to point at what a review is about.',
    collapseWidth:
      '{editor.collapse} leaves of a node what is connected or changed. Its lower right corner, or {editor.wider} and {editor.narrower}, makes it wider or narrower. A double-click with Alt lets a wire pass a point, which is dragged. Tidy up, align and distribute are in the menu of a selection.',
    muteFreezeLock:
      '{editor.mute} mutes the selected nodes, or all nodes of a frame: a run goes past them and passes on what came in; where several wires fit, you are asked once which one. {editor.freeze} freezes them: a run takes what they made last and does not run what only they need. Batches and templates are made of the graph as it runs. {editor.lock} locks them: they stay as they are until they are unlocked.',
    groupsTitle: 'Make groups and use them again',
    groupsMake:
      'Select nodes and press {group.make}: they become one node. {group.open} opens it, {group.leave} leads out again. The menu of an input or output shows it on the group; the Inspector names, orders and removes its pins, gives them a value to begin with, and chooses which output’s picture the group shows.',
    groupsLink:
      '{group.add-linked} uses a group once more: what you change in one changes in all, as one step of undo. Values of its pins and wires from outside are each one’s own. “Detach from linked groups” gives one a group of its own; one that differs from the others says so, and “Compare with linked groups…” shows in what.',
    groupsLibrary:
      '“Save to the library…” keeps a group with its versions on this computer, for all projects. “Group library…” places, exports and imports groups, and has the templates of your workspace. When a newer version is there, the group says “New version”: “Update from its source…” lists what would change before it does.',
    groupsRun:
      'A group shows how far a run is with it and what it is expected to cost. {run.to-here} runs the selected group; a press on what failed leads to that node.',
    runAndStop:
      '{run.start} runs what has changed; the button says how many nodes that is; on hover it says how many are reused, and what it costs where it is not free. {run.to-here} runs only what the selected node needs. {run.cancel} stops.',
    viewCompare:
      'Double-click a result to see it at full size; {output.compare} there puts it beside another one, with a slider, blinking or as their difference.',
    opensStoryboard:
      '{view.storyboard} opens the storyboard of a project: scenes, shots, their text and durations. A timeline can be made from it.',
    opensTimeline:
      '{view.timeline} opens the timeline. {timeline.import} reads OpenTimelineIO, an EDL or FCP 7 XML; {timeline.export} writes them, for Resolve best as OTIOZ, for Premiere as XML. Before that you are told what other programs may not take over.',
    hasVersions:
      '{view.history} has versions of the project: name one, compare it with now, bring all of it or single nodes back.',
    findsCommands:
      '{app.command-palette} finds every command by its name. [Shortcuts](/shortcuts) lists all keys, and there you can change them.',
    patchbayIs: 'What Patchbay is',
    patchbayMakesPicturesFilms:
      'Patchbay makes pictures, films, sound and text from a graph of nodes. A node does one thing: it makes a gradient, blurs a picture, writes words. A wire carries what it made to the next node.',
    changeValueAnywhereEverything:
      'Change a value anywhere, and everything after it can be made again. What did not change is reused.',
    makeYourFirstGraph: 'Make your first graph',
    projectsPageStartersNew:
      'On the [Projects](/) page choose one of the starters, or “New project” for an empty canvas. The arrow beside it lists everything a project can begin from.',
    pressRunStartResult: 'Press Run, {run.start}. The result stands on the node and below the canvas.',
    beginFromPhotoFrom: 'Begin from a photo or from words',
    dropPhotoFilmSound:
      'Drop a photo, a film or a sound on the canvas: a node with that file stands where you dropped it; of a text file with up to 64 KB it is a Text node with its words. “A photo…” and “Words” on the [Projects](/) page make a project from them.',
    addNodes: 'Add nodes',
    dropNodeWireBetween:
      'Drop a node on a wire to put it in between. Pull a wire to an empty place, and what fits is offered first. Hold Alt while you drag nodes to drag a copy of them.',
    connectNodes: 'Connect nodes',
    dragFromPinRight:
      'Drag from a pin at the right of a node to a pin at the left of another. Pins that can take the wire are marked; over one that cannot, the reason is shown.',
    dragEndWireUnplug:
      'Drag the end of a wire away to unplug it. Without a mouse: “Connect to…” in the menu of a node.',
    moveFindNode: 'Move around, find a node',
    keepLargeGraphOrder: 'Keep a large graph in order',
    leaveNodeOutLast: 'Leave a node out, take its last result, or lock it',
    runStopRun: 'Run, stop, run a part',
    everythingUnderAlsoFrom: 'Everything under way, also from other projects, is in the [Queue](/queue).',
    liveSeeChangesWhile: 'Live: see changes while you make them',
    whileLiveFreeFast:
      'While Live is on, free and fast nodes show small previews as you type or drag. Nothing paid is run by it, and nothing of it is stored in the list of runs.',
    resultsCompareSave: 'Look at results, compare, save',
    galleryAllResultsAlso:
      'The [Gallery](/gallery) has all results, also of earlier runs: star them, note something, collect them, open the graph that made one as it was then, or save several as one ZIP.',
    resultProject: 'Put a result into the project',
    applyOutputsAddsResults:
      '“Apply outputs…” adds the results of a run to the project as nodes with those files, so that you can go on from there.',
    whenNodeFails: 'When a node fails',
    nodeSentenceNodesDo:
      'The node says why in a sentence, and nodes that do not need it run all the same. Fix the value and press Run: what already worked is reused.',
    nodeLacksSomethingMarked: 'A node that lacks something is marked at that pin before the run.',
    runCosts: 'What a run costs',
    nodesComputerFreeService:
      'Nodes of this computer are free. Where a service takes credits, the Run button, Vary and batches say the cost before, and the Spend page of a project shows what was spent on what.',
    settingsYouCanSet: 'In [Settings](/settings) you can set a limit above which a run asks first.',
    tryValuesAgainstEach: 'Try values against each other',
    varyMenuRunMakes:
      '“Vary…” in the menu of Run makes a grid of results over one or two inputs, such as five sizes by three colors. Star the good ones, drop the others, compare, and take the best values back into the graph.',
    runTableValues: 'Run a table of values',
    batchRunsGraphTemplate:
      'A batch runs a graph or a template once for each row of a table (CSV, or pasted from a spreadsheet) or for each file of a folder. [Batches](/batches) go on in the background, also after a restart, and can be paused.',
    templatesGraphForm: 'Templates: a graph as a form',
    publishTemplateMakesForm:
      '“Publish as a template…” makes a form of the inputs that you choose, for people who do not want to see a graph. [Templates](/templates) are run from the form, in a batch, or by programs with a key of their own.',
    timelineOpentimelineio: 'Timeline and OpenTimelineIO',
    cutChangedCanCompared:
      'A cut that was changed elsewhere can be compared with the timeline here on its way back in, and taken clip by clip.',
    savingUndoHistory: 'Saving, undo and History',
    changesSavedYouMake:
      'Changes are saved as you make them. {edit.undo} takes the last one back and {edit.redo} makes it again, also after a restart.',
    connection: 'Without connection, and with others',
    whileServiceYouGo:
      'While a service is away you go on working; the changes wait on this computer and go out when it is back. Changes that somebody else made meanwhile are merged by node and value; where both changed the same value, you choose.',
    projectOpenTwoWindows:
      'With one project open in two windows each takes back what was done in it, and leaves what the other changed since.',
    projectFile: 'A project as a file',
    exportProjectWritesProject:
      '“Export project…” writes a project with its files into one file. “Import project…” on the [Projects](/) page makes a project from it, on any computer.',
    connectHostedService: 'Connect a hosted service',
    addAddressYourKey:
      'Add its address and your key on the [Connections](/connections) page. The key is kept by the keychain of your system where there is one, and never reaches the pages.',
    modelsPicturesText: 'Models for pictures and text',
    nodesGroupAiNeed:
      'The nodes of the group AI need a model. Connect one, on this computer or of a provider, on the [Models](/models) page.',
    computer: 'What is on this computer',
    localWorkspaceNeedsNo:
      'The local workspace needs no account: projects, files and results lie in a folder of your account here. Nothing leaves the computer unless you connect a model or a service.',
    ifSomethingGoesSave:
      'If something goes wrong, “Save diagnostics…” writes a ZIP that helps to find the fault. It holds nothing of your work and no key.',
    keysCommands: 'Keys and commands',
  },
  hintCard: {
    hint: 'Hint',
  },
  tour: {
    next: 'Next',
    complete: 'Done',
    label: (value: number, count: number): string => `${value} of ${count}`,
    leave: 'Leave',
    back: 'Back',
  },
  sections: {
    begin: 'Begin',
    canvas: 'The canvas',
    runs: 'Runs and results',
    many: 'Many at once',
    film: 'Film',
    safety: 'Safety of your work',
    services: 'Services and this computer',
  },
} as const;
