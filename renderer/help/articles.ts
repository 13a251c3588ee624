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

export const helpSections = [
  'Begin',
  'The canvas',
  'Runs and results',
  'Many at once',
  'Film',
  'Safety of your work',
  'Services and this computer',
] as const;
type HelpSection = (typeof helpSections)[number];

const begin: readonly Article[] = [
  {
    id: 'what-it-is',
    section: 'Begin',
    title: 'What Patchbay is',
    words: 'intro about node graph',
    text: [
      'Patchbay makes pictures, films, sound and text from a graph of nodes. A node does one thing: it makes a gradient, blurs a picture, writes words. A wire carries what it made to the next node.',
      'Change a value anywhere, and everything after it can be made again. What did not change is reused.',
    ],
  },
  {
    id: 'first-graph',
    section: 'Begin',
    title: 'Make your first graph',
    words: 'start tutorial getting started new project empty',
    text: [
      'On the [Projects](/) page choose one of the starters, or “New project” for an empty canvas. The arrow beside it lists everything a project can begin from.',
      'Double-click the canvas, type what you look for, such as “gradient”, and press Enter. {editor.quick-add} adds the next node beside the selected one and connects it.',
      'Press Run, {run.start}. The result stands on the node and below the canvas.',
    ],
  },
  {
    id: 'own-pictures',
    section: 'Begin',
    title: 'Begin from a photo or from words',
    words: 'drop file upload image import paste',
    text: [
      'Drop a photo, a film or a sound on the canvas: a node with that file stands where you dropped it; of a text file with up to 64 KB it is a Text node with its words. “A photo…” and “Words” on the [Projects](/) page make a project from them.',
      '{editor.add-files} opens the files of your computer. All files of a project are in the Files tab at the left.',
    ],
  },
];

const canvas: readonly Article[] = [
  {
    id: 'add-nodes',
    section: 'The canvas',
    title: 'Add nodes',
    words: 'palette search insert new node quick add duplicate copy',
    text: [
      'Double-click the canvas, press {editor.quick-add}, or drag one from the Nodes tab at the left.',
      'Drop a node on a wire to put it in between. Pull a wire to an empty place, and what fits is offered first. Hold Alt while you drag nodes to drag a copy of them.',
    ],
  },
  {
    id: 'connect',
    section: 'The canvas',
    title: 'Connect nodes',
    words: 'wire pin link noodle edge cable disconnect unplug',
    text: [
      'Drag from a pin at the right of a node to a pin at the left of another. Pins that can take the wire are marked; over one that cannot, the reason is shown.',
      'Drag the end of a wire away to unplug it. Without a mouse: “Connect to…” in the menu of a node.',
    ],
  },
  {
    id: 'move-around',
    section: 'The canvas',
    title: 'Move around, find a node',
    words: 'pan zoom fit minimap scroll navigate bookmark trackpad',
    text: [
      '{view.fit} shows everything, {view.fit-selection} the selection, {view.zoom-reset} is 100 %. Hold Space and drag to pan. Choose between mouse and trackpad in [Settings](/settings).',
      '{editor.find} finds nodes by title, type and value. Alt+Shift and a digit sets a bookmark to what is in view, Alt and the digit goes back there.',
      '{view.canvas-alone} puts all panels away and brings them back.',
    ],
  },
  {
    id: 'order',
    section: 'The canvas',
    title: 'Keep a large graph in order',
    words: 'frame group note comment align tidy arrange layout organize color reroute wire point dot',
    text: [
      '{editor.add-frame} puts a frame around the selected nodes: drag it, and what lies in it goes along. {editor.collapse-frame} makes it one tile with the pins that lead out of it, and opens it again. {editor.add-note} adds a note; addresses in it become links. {editor.draw-arrow} and {editor.draw-line} draw over the nodes, to point at what a review is about.',
      '{editor.collapse} leaves of a node what is connected or changed. Its lower right corner, or {editor.wider} and {editor.narrower}, makes it wider or narrower. A double-click with Alt lets a wire pass a point, which is dragged. Tidy up, align and distribute are in the menu of a selection.',
    ],
  },
  {
    id: 'mute',
    section: 'The canvas',
    title: 'Leave a node out, take its last result, or lock it',
    words: 'mute bypass disable skip deactivate freeze cache hold pin lock protect',
    text: [
      '{editor.mute} mutes the selected nodes, or all nodes of a frame: a run goes past them and passes on what came in; where several wires fit, you are asked once which one. {editor.freeze} freezes them: a run takes what they made last and does not run what only they need. Batches and templates are made of the graph as it runs. {editor.lock} locks them: they stay as they are until they are unlocked.',
    ],
  },
];

const runs: readonly Article[] = [
  {
    id: 'run',
    section: 'Runs and results',
    title: 'Run, stop, run a part',
    words: 'execute render generate cancel queue progress partial cache',
    text: [
      '{run.start} runs what has changed; the button says how many nodes that is; on hover it says how many are reused, and what it costs where it is not free. {run.to-here} runs only what the selected node needs. {run.cancel} stops.',
      'Everything under way, also from other projects, is in the [Queue](/queue).',
    ],
  },
  {
    id: 'live',
    section: 'Runs and results',
    title: 'Live: see changes while you make them',
    words: 'preview realtime interactive automatic',
    text: [
      'While Live is on, free and fast nodes show small previews as you type or drag. Nothing paid is run by it, and nothing of it is stored in the list of runs.',
    ],
  },
  {
    id: 'outputs',
    section: 'Runs and results',
    title: 'Look at results, compare, save',
    words: 'gallery output download export picture viewer star favorite slider blink difference zip',
    text: [
      'Double-click a result to see it at full size; {output.compare} there puts it beside another one, with a slider, blinking or as their difference.',
      'The [Gallery](/gallery) has all results, also of earlier runs: star them, note something, collect them, open the graph that made one as it was then, or save several as one ZIP.',
    ],
  },
  {
    id: 'apply',
    section: 'Runs and results',
    title: 'Put a result into the project',
    words: 'apply outputs use result input file',
    text: [
      '“Apply outputs…” adds the results of a run to the project as nodes with those files, so that you can go on from there.',
    ],
  },
  {
    id: 'errors',
    section: 'Runs and results',
    title: 'When a node fails',
    words: 'error problem fault failed red cannot run',
    text: [
      'The node says why in a sentence, and nodes that do not need it run all the same. Fix the value and press Run: what already worked is reused.',
      'A node that lacks something is marked at that pin before the run.',
    ],
  },
  {
    id: 'cost',
    section: 'Runs and results',
    title: 'What a run costs',
    words: 'price credits money spend budget limit free estimate',
    text: [
      'Nodes of this computer are free. Where a service takes credits, the Run button, Vary and batches say the cost before, and the Spend page of a project shows what was spent on what.',
      'In [Settings](/settings) you can set a limit above which a run asks first.',
    ],
  },
];

const many: readonly Article[] = [
  {
    id: 'vary',
    section: 'Many at once',
    title: 'Try values against each other',
    words: 'vary grid variations seed compare matrix explore',
    text: [
      '“Vary…” in the menu of Run makes a grid of results over one or two inputs, such as five sizes by three colors. Star the good ones, drop the others, compare, and take the best values back into the graph.',
    ],
  },
  {
    id: 'batches',
    section: 'Many at once',
    title: 'Run a table of values',
    words: 'batch csv excel spreadsheet table bulk products many',
    text: [
      'A batch runs a graph or a template once for each row of a table (CSV, or pasted from a spreadsheet) or for each file of a folder. [Batches](/batches) go on in the background, also after a restart, and can be paused.',
    ],
  },
  {
    id: 'templates',
    section: 'Many at once',
    title: 'Templates: a graph as a form',
    words: 'publish template endpoint api form share curl',
    text: [
      '“Publish as a template…” makes a form of the inputs that you choose, for people who do not want to see a graph. [Templates](/templates) are run from the form, in a batch, or by programs with a key of their own.',
    ],
  },
];

const film: readonly Article[] = [
  {
    id: 'storyboard',
    section: 'Film',
    title: 'Storyboard',
    words: 'shots scenes panels script board',
    text: [
      '{view.storyboard} opens the storyboard of a project: scenes, shots, their text and durations. A timeline can be made from it.',
    ],
  },
  {
    id: 'timeline',
    section: 'Film',
    title: 'Timeline and OpenTimelineIO',
    words: 'otio otioz edl xml edit clips tracks premiere resolve import export cut recut compare conform',
    text: [
      '{view.timeline} opens the timeline. {timeline.import} reads OpenTimelineIO, an EDL or FCP 7 XML; {timeline.export} writes them, for Resolve best as OTIOZ, for Premiere as XML. Before that you are told what other programs may not take over.',
      'A cut that was changed elsewhere can be compared with the timeline here on its way back in, and taken clip by clip.',
    ],
  },
];

const safety: readonly Article[] = [
  {
    id: 'saving',
    section: 'Safety of your work',
    title: 'Saving, undo and History',
    words: 'save autosave version restore backup redo crash recover',
    text: [
      'Changes are saved as you make them. {edit.undo} takes the last one back and {edit.redo} makes it again, also after a restart.',
      '{view.history} has versions of the project: name one, compare it with now, bring all of it or single nodes back.',
    ],
  },
  {
    id: 'offline',
    section: 'Safety of your work',
    title: 'Without connection, and with others',
    words: 'offline conflict merge sync two windows collaboration',
    text: [
      'While a service is away you go on working; the changes wait on this computer and go out when it is back. Changes that somebody else made meanwhile are merged by node and value; where both changed the same value, you choose.',
      'With one project open in two windows each takes back what was done in it, and leaves what the other changed since.',
    ],
  },
  {
    id: 'project-files',
    section: 'Safety of your work',
    title: 'A project as a file',
    words: 'export import project share backup move computer patchbay file',
    text: [
      '“Export project…” writes a project with its files into one file. “Import project…” on the [Projects](/) page makes a project from it, on any computer.',
    ],
  },
];

const services: readonly Article[] = [
  {
    id: 'connections',
    section: 'Services and this computer',
    title: 'Connect a hosted service',
    words: 'api key account server login hosted',
    text: [
      'Add its address and your key on the [Connections](/connections) page. The key is kept by the keychain of your system where there is one, and never reaches the pages.',
    ],
  },
  {
    id: 'models',
    section: 'Services and this computer',
    title: 'Models for pictures and text',
    words: 'ai model provider openai ollama generate prompt',
    text: [
      'The nodes of the group AI need a model. Connect one, on this computer or of a provider, on the [Models](/models) page.',
    ],
  },
  {
    id: 'this-computer',
    section: 'Services and this computer',
    title: 'What is on this computer',
    words: 'local workspace data folder disk files privacy diagnostics log',
    text: [
      'The local workspace needs no account: projects, files and results lie in a folder of your account here. Nothing leaves the computer unless you connect a model or a service.',
      'If something goes wrong, “Save diagnostics…” writes a ZIP that helps to find the fault. It holds nothing of your work and no key.',
    ],
  },
  {
    id: 'keys',
    section: 'Services and this computer',
    title: 'Keys and commands',
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
