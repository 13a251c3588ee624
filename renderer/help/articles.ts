import { words } from '#renderer/words/index.ts';

const t = words.help.articles;
/** What the Help page says. `{run.start}` stands for the keys of a command, `[Settings](/settings)` for a page. */
export interface Article {
  id: string;
  title: string;
  section: HelpSection;
  /** Paragraphs. */
  text: readonly string[];
  /** Other words that people look for. */
  words?: string;
}

export const helpSections = ['begin', 'canvas', 'runs', 'many', 'film', 'safety', 'services'] as const;
type HelpSection = (typeof helpSections)[number];

const begin: readonly Article[] = [
  {
    id: 'what-it-is',
    section: 'begin',
    title: t.patchbayIs,
    words: 'intro about node graph',
    text: [t.patchbayMakesPicturesFilms, t.changeValueAnywhereEverything],
  },
  {
    id: 'first-graph',
    section: 'begin',
    title: t.makeYourFirstGraph,
    words: 'start tutorial getting started new project empty',
    text: [
      t.projectsPageStartersNew,
      'Double-click the canvas, type what you look for, such as “gradient”, and press Enter. {editor.quick-add} adds the next node beside the selected one and connects it.',
      t.pressRunStartResult,
    ],
  },
  {
    id: 'own-pictures',
    section: 'begin',
    title: t.beginFromPhotoFrom,
    words: 'drop file upload image import paste',
    text: [
      t.dropPhotoFilmSound,
      '{editor.add-files} opens the files of your computer. All files of a project are in the Files tab at the left.',
    ],
  },
];

const canvas: readonly Article[] = [
  {
    id: 'add-nodes',
    section: 'canvas',
    title: t.addNodes,
    words: 'palette search insert new node quick add duplicate copy',
    text: [
      'Double-click the canvas, press {editor.quick-add}, or drag one from the Nodes tab at the left.',
      t.dropNodeWireBetween,
    ],
  },
  {
    id: 'connect',
    section: 'canvas',
    title: t.connectNodes,
    words: 'wire pin link noodle edge cable disconnect unplug',
    text: [t.dragFromPinRight, t.dragEndWireUnplug],
  },
  {
    id: 'move-around',
    section: 'canvas',
    title: t.moveFindNode,
    words: 'pan zoom fit minimap scroll navigate bookmark trackpad',
    text: [
      '{view.fit} shows everything, {view.fit-selection} the selection, {view.zoom-reset} is 100 %. Hold Space and drag to pan. Choose between mouse and trackpad in [Settings](/settings).',
      '{editor.find} finds nodes by title, type and value. Alt+Shift and a digit sets a bookmark to what is in view, Alt and the digit goes back there.',
      '{view.canvas-alone} puts all panels away and brings them back.',
    ],
  },
  {
    id: 'order',
    section: 'canvas',
    title: t.keepLargeGraphOrder,
    words: 'frame group note comment align tidy arrange layout organize color reroute wire point dot',
    text: [
      '{editor.add-frame} puts a frame around the selected nodes: drag it, and what lies in it goes along. {editor.collapse-frame} makes it one tile with the pins that lead out of it, and opens it again. {editor.add-note} adds a note; addresses in it become links. {editor.draw-arrow} and {editor.draw-line} draw over the nodes, to point at what a review is about.',
      '{editor.collapse} leaves of a node what is connected or changed. Its lower right corner, or {editor.wider} and {editor.narrower}, makes it wider or narrower. A double-click with Alt lets a wire pass a point, which is dragged. Tidy up, align and distribute are in the menu of a selection.',
    ],
  },
  {
    id: 'mute',
    section: 'canvas',
    title: t.leaveNodeOutLast,
    words: 'mute bypass disable skip deactivate freeze cache hold pin lock protect',
    text: [
      '{editor.mute} mutes the selected nodes, or all nodes of a frame: a run goes past them and passes on what came in; where several wires fit, you are asked once which one. {editor.freeze} freezes them: a run takes what they made last and does not run what only they need. Batches and templates are made of the graph as it runs. {editor.lock} locks them: they stay as they are until they are unlocked.',
    ],
  },
];

const runs: readonly Article[] = [
  {
    id: 'run',
    section: 'runs',
    title: t.runStopRun,
    words: 'execute render generate cancel queue progress partial cache',
    text: [
      '{run.start} runs what has changed; the button says how many nodes that is; on hover it says how many are reused, and what it costs where it is not free. {run.to-here} runs only what the selected node needs. {run.cancel} stops.',
      t.everythingUnderAlsoFrom,
    ],
  },
  {
    id: 'live',
    section: 'runs',
    title: t.liveSeeChangesWhile,
    words: 'preview realtime interactive automatic',
    text: [t.whileLiveFreeFast],
  },
  {
    id: 'outputs',
    section: 'runs',
    title: t.resultsCompareSave,
    words: 'gallery output download export picture viewer star favorite slider blink difference zip',
    text: [
      'Double-click a result to see it at full size; {output.compare} there puts it beside another one, with a slider, blinking or as their difference.',
      t.galleryAllResultsAlso,
    ],
  },
  {
    id: 'apply',
    section: 'runs',
    title: t.resultProject,
    words: 'apply outputs use result input file',
    text: [t.applyOutputsAddsResults],
  },
  {
    id: 'errors',
    section: 'runs',
    title: t.whenNodeFails,
    words: 'error problem fault failed red cannot run',
    text: [t.nodeSentenceNodesDo, t.nodeLacksSomethingMarked],
  },
  {
    id: 'cost',
    section: 'runs',
    title: t.runCosts,
    words: 'price credits money spend budget limit free estimate',
    text: [t.nodesComputerFreeService, t.settingsYouCanSet],
  },
];

const many: readonly Article[] = [
  {
    id: 'vary',
    section: 'many',
    title: t.tryValuesAgainstEach,
    words: 'vary grid variations seed compare matrix explore',
    text: [t.varyMenuRunMakes],
  },
  {
    id: 'batches',
    section: 'many',
    title: t.runTableValues,
    words: 'batch csv excel spreadsheet table bulk products many',
    text: [t.batchRunsGraphTemplate],
  },
  {
    id: 'templates',
    section: 'many',
    title: t.templatesGraphForm,
    words: 'publish template endpoint api form share curl',
    text: [t.publishTemplateMakesForm],
  },
];

const film: readonly Article[] = [
  {
    id: 'storyboard',
    section: 'film',
    title: words.common.storyboard,
    words: 'shots scenes panels script board',
    text: [
      '{view.storyboard} opens the storyboard of a project: scenes, shots, their text and durations. A timeline can be made from it.',
    ],
  },
  {
    id: 'timeline',
    section: 'film',
    title: t.timelineOpentimelineio,
    words: 'otio otioz edl xml edit clips tracks premiere resolve import export cut recut compare conform',
    text: [
      '{view.timeline} opens the timeline. {timeline.import} reads OpenTimelineIO, an EDL or FCP 7 XML; {timeline.export} writes them, for Resolve best as OTIOZ, for Premiere as XML. Before that you are told what other programs may not take over.',
      t.cutChangedCanCompared,
    ],
  },
];

const safety: readonly Article[] = [
  {
    id: 'saving',
    section: 'safety',
    title: t.savingUndoHistory,
    words: 'save autosave version restore backup redo crash recover',
    text: [
      t.changesSavedYouMake,
      '{view.history} has versions of the project: name one, compare it with now, bring all of it or single nodes back.',
    ],
  },
  {
    id: 'offline',
    section: 'safety',
    title: t.connection,
    words: 'offline conflict merge sync two windows collaboration',
    text: [t.whileServiceYouGo, t.projectOpenTwoWindows],
  },
  {
    id: 'project-files',
    section: 'safety',
    title: t.projectFile,
    words: 'export import project share backup move computer patchbay file',
    text: [t.exportProjectWritesProject],
  },
];

const services: readonly Article[] = [
  {
    id: 'connections',
    section: 'services',
    title: t.connectHostedService,
    words: 'api key account server login hosted',
    text: [t.addAddressYourKey],
  },
  {
    id: 'models',
    section: 'services',
    title: t.modelsPicturesText,
    words: 'ai model provider openai ollama generate prompt',
    text: [t.nodesGroupAiNeed],
  },
  {
    id: 'this-computer',
    section: 'services',
    title: t.computer,
    words: 'local workspace data folder disk files privacy diagnostics log',
    text: [t.localWorkspaceNeedsNo, t.ifSomethingGoesSave],
  },
  {
    id: 'keys',
    section: 'services',
    title: t.keysCommands,
    words: 'shortcut hotkey keyboard keybinding command palette',
    text: [
      '{app.command-palette} finds every command by its name. [Shortcuts](/shortcuts) lists all keys, and there you can change them.',
    ],
  },
];

export const articles: readonly Article[] = [
  ...begin,
  ...canvas,
  ...runs,
  ...many,
  ...film,
  ...safety,
  ...services,
];
