import { lazy } from 'react';
import { loadEditorPage } from './open-ahead.ts';

/**
 * Pages and dialogs whose code comes when they are wanted: the list of projects and an opening canvas do not wait for
 * it. `build/checks/first-code.test.ts` holds what the first code of the app may contain.
 */

export const EditorPage = lazy(loadEditorPage);
export const ProjectPage = lazy(() =>
  import('./project-page.tsx').then((module) => ({ default: module.ProjectPage })),
);
export const TimelinePreviewPage = lazy(() =>
  import('./timeline-preview-page.tsx').then((module) => ({ default: module.TimelinePreviewPage })),
);
export const TemplatesHome = lazy(() =>
  import('./templates-home.tsx').then((module) => ({ default: module.TemplatesHome })),
);
export const ModelsHome = lazy(() =>
  import('./models-home.tsx').then((module) => ({ default: module.ModelsHome })),
);
export const GalleryHome = lazy(() =>
  import('./gallery-home.tsx').then((module) => ({ default: module.GalleryHome })),
);
export const BatchesHome = lazy(() =>
  import('./batches-home.tsx').then((module) => ({ default: module.BatchesHome })),
);
export const HelpHome = lazy(() =>
  import('./help-home.tsx').then((module) => ({ default: module.HelpHome })),
);
export const QueueHome = lazy(() =>
  import('./queue-home.tsx').then((module) => ({ default: module.QueueHome })),
);
export const SettingsPage = lazy(() =>
  import('./settings-page.tsx').then((module) => ({ default: module.SettingsPage })),
);
export const ShortcutsPage = lazy(() =>
  import('./shortcuts-page.tsx').then((module) => ({ default: module.ShortcutsPage })),
);
export const ImportDialog = lazy(() =>
  import('./interchange-windows.ts').then((module) => ({ default: module.ImportDialog })),
);
export const ExportDialog = lazy(() =>
  import('./interchange-windows.ts').then((module) => ({ default: module.ExportDialog })),
);
export const ProjectImportDialog = lazy(() =>
  import('./project-file-windows.ts').then((module) => ({ default: module.ProjectImportDialog })),
);
export const ProjectExportDialog = lazy(() =>
  import('./project-file-windows.ts').then((module) => ({ default: module.ProjectExportDialog })),
);
export const PublishDialog = lazy(() =>
  import('./publish-window.ts').then((module) => ({ default: module.PublishDialog })),
);
export const SavedSettingsDialog = lazy(() =>
  import('./saved-settings-window.ts').then((module) => ({ default: module.SavedSettingsDialog })),
);
export const Viewers = lazy(() => import('./viewers.tsx').then((module) => ({ default: module.Viewers })));
