import { bar } from './english/bar.ts';
import { batches } from './english/batches.ts';
import { boardUpdate } from './english/board-update.ts';
import { canvas } from './english/canvas.ts';
import { clips } from './english/clips.ts';
import { format } from './english/format.ts';
import { firstMinute } from './english/first-minute.ts';
import { fields } from './english/fields.ts';
import { files } from './english/files.ts';
import { film } from './english/film.ts';
import { filmUses } from './english/film-uses.ts';
import { filmHistory } from './english/film-history.ts';
import { filmExport } from './english/film-export.ts';
import { frames } from './english/frames.ts';
import { gallery } from './english/gallery.ts';
import { help } from './english/help.ts';
import { interchange } from './english/interchange.ts';
import { lists } from './english/lists.ts';
import { notices } from './english/notices.ts';
import { projects } from './english/projects.ts';
import { recut } from './english/recut.ts';
import { relink } from './english/relink.ts';
import { runs } from './english/runs.ts';
import { saving } from './english/saving.ts';
import { spend } from './english/spend.ts';
import { storyboard } from './english/storyboard.ts';
import { templates } from './english/templates.ts';
import { textFiles } from './english/text-files.ts';
import { webDrop } from './english/web-drop.ts';
import { viewer } from './english/viewer.ts';
import { whyNot } from './english/why-not.ts';

import { appEditor } from './english/app-editor.ts';
import { appFilm } from './english/app-film.ts';
import { appFrame } from './english/app-frame.ts';
import { appPages } from './english/app-pages.ts';
import { appParts } from './english/app-parts.ts';
import { appRuns } from './english/app-runs.ts';
import { commands } from './english/commands.ts';
import { connections } from './english/connections.ts';
import { costs } from './english/costs.ts';
import { desk } from './english/desk.ts';
import { documents } from './english/documents.ts';
import { editorCanvas } from './english/editor-canvas.ts';
import { editorModel } from './english/editor-model.ts';
import { editorNode } from './english/editor-node.ts';
import { editorPanels } from './english/editor-panels.ts';
import { editorSession } from './english/editor-session.ts';
import { editorSync } from './english/editor-sync.ts';
import { keys } from './english/keys.ts';
import { live } from './english/live.ts';
import { model } from './english/model.ts';
import { models } from './english/models.ts';
import { player } from './english/player.ts';
import { projectFiles } from './english/project-files.ts';
import { queue } from './english/queue.ts';
import { savedSettings } from './english/saved-settings.ts';
import { storyboardMake } from './english/storyboard-make.ts';
import { storyboardSheets } from './english/storyboard-sheets.ts';
import { origins } from './english/origins.ts';
import { endpoints } from './english/endpoints.ts';
import { timelineClips } from './english/timeline-clips.ts';
import { timelineCommands } from './english/timeline-commands.ts';
import { timelineGestures } from './english/timeline-gestures.ts';
import { timelineInspector } from './english/timeline-inspector.ts';
import { timelineModel } from './english/timeline-model.ts';
import { timelinePage } from './english/timeline-page.ts';
import { timelineTracks } from './english/timeline-tracks.ts';
import { ui } from './english/ui.ts';
import { uploads } from './english/uploads.ts';
import { variants } from './english/variants.ts';
import { versions } from './english/versions.ts';
import { common } from './english/common.ts';
export * from './forms.ts';
export { LANGUAGE, locale } from './locale.ts';

/**
 * What people read on the pages, by page, in the language of the texts. New texts go here; those of a page move here when
 * the page is touched. Whole sentences, with functions for what stands in them: other languages order them otherwise.
 */
export const words = {
  common,
  versions,
  variants,
  uploads,
  ui,
  timelineTracks,
  timelinePage,
  timelineModel,
  timelineInspector,
  timelineGestures,
  timelineCommands,
  timelineClips,
  endpoints,
  origins,
  storyboardSheets,
  storyboardMake,
  savedSettings,
  queue,
  projectFiles,
  player,
  models,
  model,
  live,
  keys,
  editorSync,
  editorSession,
  editorPanels,
  editorNode,
  editorModel,
  editorCanvas,
  documents,
  desk,
  costs,
  connections,
  commands,
  appRuns,
  appParts,
  appPages,
  appFrame,
  appFilm,
  appEditor,
  bar,
  batches,
  boardUpdate,
  canvas,
  clips,
  fields,
  files,
  film,
  filmUses,
  filmExport,
  filmHistory,
  firstMinute,
  format,
  frames,
  gallery,
  help,
  interchange,
  lists,
  notices,
  projects,
  recut,
  relink,
  runs,
  saving,
  spend,
  storyboard,
  templates,
  textFiles,
  webDrop,
  viewer,
  whyNot,
} as const;
