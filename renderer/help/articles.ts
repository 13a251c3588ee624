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
    text: [t.projectsPageStartersNew, t.doubleClickType, t.pressRunStartResult],
  },
  {
    id: 'own-pictures',
    section: 'begin',
    title: t.beginFromPhotoFrom,
    words: 'drop file upload image import paste',
    text: [t.dropPhotoFilmSound, t.opensFilesComputer],
  },
];

const canvas: readonly Article[] = [
  {
    id: 'add-nodes',
    section: 'canvas',
    title: t.addNodes,
    words: 'palette search insert new node quick add duplicate copy',
    text: [t.doubleClickPress, t.dropNodeWireBetween],
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
    text: [t.fitShowsEverything, t.findsNodes, t.canvasOnly],
  },
  {
    id: 'order',
    section: 'canvas',
    title: t.keepLargeGraphOrder,
    words: 'frame group note comment align tidy arrange layout organize color reroute wire point dot',
    text: [t.framesNotes, t.collapseWidth],
  },
  {
    id: 'groups',
    section: 'canvas',
    title: t.groupsTitle,
    words: 'subgraph compound macro component instance link detach library version template reuse nest',
    text: [t.groupsMake, t.groupsLink, t.groupsLibrary, t.groupsRun],
  },
  {
    id: 'mute',
    section: 'canvas',
    title: t.leaveNodeOutLast,
    words: 'mute bypass disable skip deactivate freeze cache hold pin lock protect',
    text: [t.muteFreezeLock],
  },
];

const runs: readonly Article[] = [
  {
    id: 'run',
    section: 'runs',
    title: t.runStopRun,
    words: 'execute render generate cancel queue progress partial cache',
    text: [t.runAndStop, t.everythingUnderAlsoFrom],
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
    text: [t.viewCompare, t.galleryAllResultsAlso],
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
    text: [t.opensStoryboard],
  },
  {
    id: 'timeline',
    section: 'film',
    title: t.timelineOpentimelineio,
    words: 'otio otioz edl xml edit clips tracks premiere resolve import export cut recut compare conform',
    text: [t.opensTimeline, t.cutChangedCanCompared],
  },
];

const safety: readonly Article[] = [
  {
    id: 'saving',
    section: 'safety',
    title: t.savingUndoHistory,
    words: 'save autosave version restore backup redo crash recover',
    text: [t.changesSavedYouMake, t.hasVersions],
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
    text: [t.findsCommands],
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
