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

export * from './forms.ts';
export { LANGUAGE, locale } from './locale.ts';

/**
 * What people read on the pages, by page, in the language of the texts. New texts go here; those of a page move here when
 * the page is touched. Whole sentences, with functions for what stands in them: other languages order them otherwise.
 */
export const words = {
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
