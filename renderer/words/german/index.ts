import type { Catalog } from '../settled-catalog.ts';
import { agents } from './agents.ts';
import { appEditor } from './app-editor.ts';
import { appFilm } from './app-film.ts';
import { appFrame } from './app-frame.ts';
import { appPages } from './app-pages.ts';
import { appParts } from './app-parts.ts';
import { appRuns } from './app-runs.ts';
import { chat } from './chat.ts';
import { bar } from './bar.ts';
import { batches } from './batches.ts';
import { boardUpdate } from './board-update.ts';
import { canvas } from './canvas.ts';
import { clips } from './clips.ts';
import { commandWords } from './command-words.ts';
import { commands } from './commands.ts';
import { common } from './common.ts';
import { connections } from './connections.ts';
import { costs } from './costs.ts';
import { counts } from './counts.ts';
import { desk } from './desk.ts';
import { diskUse } from './disk-use.ts';
import { documents } from './documents.ts';
import { editorCanvas } from './editor-canvas.ts';
import { editorModel } from './editor-model.ts';
import { editorNode } from './editor-node.ts';
import { editorPanels } from './editor-panels.ts';
import { editorSession } from './editor-session.ts';
import { editorSync } from './editor-sync.ts';
import { endpoints } from './endpoints.ts';
import { fields } from './fields.ts';
import { files } from './files.ts';
import { filmExport } from './film-export.ts';
import { filmUses } from './film-uses.ts';
import { film } from './film.ts';
import { firstMinute } from './first-minute.ts';
import { format } from './format.ts';
import { frames } from './frames.ts';
import { gallery } from './gallery.ts';
import { groupLibrary } from './group-library.ts';
import { groups } from './groups.ts';
import { handles } from './handles.ts';
import { help } from './help.ts';
import { interchange } from './interchange.ts';
import { keys } from './keys.ts';
import { lists } from './lists.ts';
import { live } from './live.ts';
import { masks } from './masks.ts';
import { model } from './model.ts';
import { models } from './models.ts';
import { nodeTypes } from './node-types.ts';
import { notices } from './notices.ts';
import { origins } from './origins.ts';
import { player } from './player.ts';
import { projectFiles } from './project-files.ts';
import { projects } from './projects.ts';
import { queue } from './queue.ts';
import { recut } from './recut.ts';
import { relink } from './relink.ts';
import { runs } from './runs.ts';
import { savedSettings } from './saved-settings.ts';
import { saving } from './saving.ts';
import { sentences } from './sentences.ts';
import { spend } from './spend.ts';
import { storyboardMake } from './storyboard-make.ts';
import { storyboardSheets } from './storyboard-sheets.ts';
import { starters } from './starters.ts';
import { script } from './script.ts';
import { storyboard } from './storyboard.ts';
import { templates } from './templates.ts';
import { textFiles } from './text-files.ts';
import { textStyle } from './text-style.ts';
import { timelineClips } from './timeline-clips.ts';
import { timelineCommands } from './timeline-commands.ts';
import { timelineGestures } from './timeline-gestures.ts';
import { timelineInspector } from './timeline-inspector.ts';
import { timelineModel } from './timeline-model.ts';
import { timelinePage } from './timeline-page.ts';
import { timelineTracks } from './timeline-tracks.ts';
import { ui } from './ui.ts';
import { uploads } from './uploads.ts';
import { variants } from './variants.ts';
import { versions } from './versions.ts';
import { viewer } from './viewer.ts';
import { webDrop } from './web-drop.ts';
import { whyNot } from './why-not.ts';

/** All texts in German, by page. */
export const german: Catalog = {
  agents,
  appEditor,
  appFilm,
  appFrame,
  appPages,
  appParts,
  appRuns,
  chat,
  bar,
  batches,
  boardUpdate,
  canvas,
  clips,
  commandWords,
  commands,
  common,
  connections,
  costs,
  counts,
  desk,
  diskUse,
  documents,
  editorCanvas,
  editorModel,
  editorNode,
  editorPanels,
  editorSession,
  editorSync,
  endpoints,
  fields,
  files,
  filmExport,
  filmUses,
  film,
  firstMinute,
  format,
  frames,
  gallery,
  groupLibrary,
  groups,
  handles,
  help,
  interchange,
  keys,
  lists,
  live,
  masks,
  model,
  models,
  nodeTypes,
  notices,
  origins,
  player,
  projectFiles,
  projects,
  queue,
  recut,
  relink,
  runs,
  savedSettings,
  saving,
  sentences,
  spend,
  starters,
  storyboardMake,
  storyboardSheets,
  script,
  storyboard,
  templates,
  textFiles,
  textStyle,
  timelineClips,
  timelineCommands,
  timelineGestures,
  timelineInspector,
  timelineModel,
  timelinePage,
  timelineTracks,
  ui,
  uploads,
  variants,
  versions,
  viewer,
  webDrop,
  whyNot,
};
