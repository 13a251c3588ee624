/** What is going on in the timeline that is open. */
interface TimelineCommandContext {
  /** It is not only looked at. */
  editable: boolean;
  tool: 'select' | 'ripple' | 'roll' | 'slip' | 'razor' | null;
  snapping: boolean;
  /** What ripples moves what is later on all tracks. */
  keepsStep: boolean;
  /** How many clips are selected. */
  clips: number;
  /** A file was looked at among those to be added. */
  source: boolean;
  /** The playhead is inside a selected clip that may be changed, or inside another one. */
  underPlayhead: 'selected' | 'clip' | 'none';
  /** It is at a frame of a selected video that moves. */
  canFreeze: boolean;
  /** One of the selected clips is linked. */
  linked: boolean;
  /** One of them is a caption or title, and there is a track with captions. */
  words: boolean;
  captions: boolean;
  /** A gap is chosen. */
  gap: boolean;
  /** A marker is chosen. */
  marker: boolean;
  /** One of the selected clips is a video with its own sound. */
  sounding: boolean;
  /** What can be done about dissolves of the selected clips, or why nothing can; and whether all of them are sounds. */
  dissolve: 'none' | 'can' | 'has' | 'no-neighbor' | 'no-room';
  /** Seconds that dissolves which can be added last at most; null where none can. */
  longestDissolve: number | null;
  crossFades: boolean;
  /** The clip that commands are about was made from a shot of the storyboard. */
  shot: boolean;
  /** Its file was made by a run. */
  hasOrigin: boolean;
  /** Files of clips are missing, and one of a selected clip. */
  missing: boolean;
  clipMissing: boolean;
  /** The track that commands are about. */
  track: { muted: boolean; solo: boolean; hidden: boolean; locked: boolean } | null;
}

/**
 * What decides which commands can be used, and which toggles are on. The parts of a page that are shown tell theirs;
 * everything else has the value of `emptyContext`.
 */
export interface CommandContext {
  page:
    | 'projects'
    | 'templates'
    | 'graph'
    | 'timeline'
    | 'storyboard'
    | 'spend'
    | 'gallery'
    | 'grids'
    | 'other';
  /** A service is chosen that takes projects. */
  serviceSelected: boolean;
  /** A project is open, or one is focused in the list. */
  projectSelected: boolean;
  /** The service has the node types that a project from a photo, or from words, needs. */
  beginsWithPhoto: boolean;
  beginsWithText: boolean;

  /** Nodes of the open graph. */
  nodes: number;
  selectedNodes: number;
  selectedWires: number;
  /** Of these, those that pass points. */
  reroutedWires: number;
  /** Of the selected wires, else of those that leave the selected nodes: those that go by name, and the others. */
  namedWires: number;
  drawnWires: number;
  /** Frames, notes and lines. */
  selectedItems: number;
  selectedFrames: number;
  /** Of those the collapsed ones. */
  collapsedFrames: number;
  selectedLines: number;
  /** Selected groups; those linked with others, of these or else the one that is open; and how deep the canvas is in groups. */
  selectedGroups: number;
  linkedGroups: number;
  /** Of the same those that came from the library or a template. */
  groupsWithSource: number;
  openGroups: number;
  /** The only selected node has a pin that a wire can start from. */
  canConnect: boolean;
  /** Some of its inputs can be changed by hand on a picture. */
  canEditOnPicture: boolean;
  /** It has an input for a mask and one for the picture that it masks. */
  canDrawMask: boolean;
  canUndo: boolean;
  /** What the next step back takes back, as `move 2 nodes`; null for nothing. */
  undoLabel: string | null;
  redoLabel: string | null;
  canRedo: boolean;
  /** A comparison stands before the canvas. */
  canvasCovered: boolean;
  canZoomIn: boolean;
  canZoomOut: boolean;

  /** What is looked at closely: a picture, or something else. */
  viewedKind: 'image' | 'other' | null;
  /** How many others the output that is looked at can be compared with. */
  viewedComparable: number;
  /** Whether the output that is looked at has a star; null where the gallery does not list it. */
  viewedStarred: boolean | null;
  /** What is compared. */
  comparedKind: 'image' | 'video' | 'text' | 'other' | null;

  /** Whether the side panels and the outputs of the editor are all hidden. */
  canvasOnly: boolean;
  /** Which side panel is open on each side. */
  leftPanel: 'palette' | 'outline' | 'files' | 'switches' | null;
  rightPanel: 'inspector' | 'runs' | 'history' | 'chat' | null;
  outputsVisible: boolean;
  minimapVisible: boolean;
  /** Whether nodes are colored by what they took. */
  heatVisible: boolean;
  theme: 'system' | 'light' | 'dark' | null;

  /** Runs of the open project that have not ended. */
  activeRuns: number;
  /** The run that is shown has ended and has outputs. */
  canApply: boolean;
  /** A run of the list is what commands are about; what is known of it. */
  runSelected: boolean;
  runMarked: boolean;
  /** Something that it made is known. */
  runHasOutputs: boolean;
  /** What it made may be in the film of its project. */
  runFilmAvailable: boolean;
  runActive: boolean;
  /** How many runs are marked to be compared. */
  runsMarked: number;
  /** Outputs below the canvas, those marked to be compared, and the one that commands are about. */
  runOutputs: number;
  runOutputsMarked: number;
  /** How many are compared where none is marked: those of one kind. */
  runOutputsComparable: number;
  runOutputSelected: boolean;
  runOutputMarked: boolean;
  /** Whether it has a star; null where the gallery does not list it. */
  runOutputStarred: boolean | null;
  /** It is a file, which a film can show. */
  runOutputIsFile: boolean;
  /** Outputs of the gallery that commands are about: the chosen, else the one that the keyboard is at. */
  galleryOutputs: number;
  gallerySelected: number;
  /** All of them have a star. */
  galleryStarred: boolean;
  galleryHidden: boolean;
  galleryDetails: boolean;
  /** A cell of a grid is marked. */
  gridCell: boolean;
  /** It has a result. */
  gridResult: boolean;
  gridStarred: boolean;
  gridDropped: boolean;
  /** The monitor of a timeline; null where there is none. */
  film: { playing: boolean; loops: boolean; muted: boolean; hasRange: boolean } | null;
  /** A storyboard is open that has scenes. */
  storyboardOpen: boolean;
  /** Its shots that commands are about. */
  storyboardShots: number;
  /** The only one of them shows a file. */
  storyboardFile: boolean;
  /** A run may have made that file: it was not put in from elsewhere. */
  storyboardHasOrigin: boolean;
  /** Edits of the open project are previewed at once. */
  isLive: boolean;
  /** The service of the open project can do that for nothing. */
  canBeLive: boolean;
  timeline: TimelineCommandContext;
}

export const emptyContext: CommandContext = {
  page: 'other',
  serviceSelected: false,
  projectSelected: false,
  beginsWithPhoto: false,
  beginsWithText: false,
  nodes: 0,
  selectedNodes: 0,
  selectedWires: 0,
  reroutedWires: 0,
  namedWires: 0,
  drawnWires: 0,
  selectedItems: 0,
  selectedFrames: 0,
  collapsedFrames: 0,
  selectedLines: 0,
  selectedGroups: 0,
  linkedGroups: 0,
  groupsWithSource: 0,
  openGroups: 0,
  canConnect: false,
  canEditOnPicture: false,
  canDrawMask: false,
  canUndo: false,
  undoLabel: null,
  redoLabel: null,
  canRedo: false,
  canvasCovered: false,
  canZoomIn: true,
  canZoomOut: true,
  viewedKind: null,
  viewedComparable: 0,
  viewedStarred: null,
  comparedKind: null,
  canvasOnly: false,
  leftPanel: null,
  rightPanel: null,
  outputsVisible: false,
  minimapVisible: false,
  heatVisible: false,
  theme: null,
  activeRuns: 0,
  canApply: false,
  runSelected: false,
  runMarked: false,
  runHasOutputs: false,
  runFilmAvailable: false,
  runActive: false,
  runsMarked: 0,
  runOutputs: 0,
  runOutputsMarked: 0,
  runOutputsComparable: 0,
  runOutputSelected: false,
  runOutputMarked: false,
  runOutputStarred: null,
  runOutputIsFile: false,
  galleryOutputs: 0,
  gallerySelected: 0,
  galleryStarred: false,
  galleryHidden: false,
  galleryDetails: false,
  gridCell: false,
  gridResult: false,
  gridStarred: false,
  gridDropped: false,
  film: null,
  storyboardOpen: false,
  storyboardShots: 0,
  storyboardFile: false,
  storyboardHasOrigin: false,
  isLive: false,
  canBeLive: false,
  timeline: {
    editable: false,
    tool: null,
    snapping: false,
    keepsStep: false,
    clips: 0,
    source: false,
    underPlayhead: 'none',
    canFreeze: false,
    linked: false,
    words: false,
    captions: false,
    gap: false,
    marker: false,
    sounding: false,
    dissolve: 'none',
    longestDissolve: null,
    crossFades: false,
    shot: false,
    hasOrigin: false,
    missing: false,
    clipMissing: false,
    track: null,
  },
};
