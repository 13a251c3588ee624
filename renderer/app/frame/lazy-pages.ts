import { lazyComponent } from '#renderer/ui/index.ts';
import { EditorLoading } from '../editor/editor-loading.tsx';

/**
 * Pages and dialogs whose code comes when they are wanted: the list of projects and an opening canvas do not wait for
 * it. `build/checks/first-code.test.ts` holds what the first code of the app may contain.
 */

export const EditorPage = lazyComponent(
  () => import('../editor/editor-page.tsx').then((module) => module.EditorPage),
  EditorLoading,
);
export const ProjectPage = lazyComponent(
  () => import('../editor/project-page.tsx').then((module) => module.ProjectPage),
  EditorLoading,
);
export const TimelinePreviewPage = lazyComponent(() =>
  import('../pages/timeline-preview-page.tsx').then((module) => module.TimelinePreviewPage),
);
export const TemplatesHome = lazyComponent(() =>
  import('../pages/templates-home.tsx').then((module) => module.TemplatesHome),
);
export const ModelsHome = lazyComponent(() =>
  import('../pages/models-home.tsx').then((module) => module.ModelsHome),
);
export const GalleryHome = lazyComponent(() =>
  import('../pages/gallery-home.tsx').then((module) => module.GalleryHome),
);
export const BatchesHome = lazyComponent(() =>
  import('../pages/batches-home.tsx').then((module) => module.BatchesHome),
);
export const HelpHome = lazyComponent(() =>
  import('../pages/help-home.tsx').then((module) => module.HelpHome),
);
export const QueueHome = lazyComponent(() =>
  import('../pages/queue-home.tsx').then((module) => module.QueueHome),
);
export const SettingsPage = lazyComponent(() =>
  import('../pages/settings-page.tsx').then((module) => module.SettingsPage),
);
export const ShortcutsPage = lazyComponent(() =>
  import('../pages/shortcuts-page.tsx').then((module) => module.ShortcutsPage),
);
export const ImportDialog = lazyComponent(() =>
  import('./interchange-windows.ts').then((module) => module.ImportDialog),
);
export const ExportDialog = lazyComponent(() =>
  import('./interchange-windows.ts').then((module) => module.ExportDialog),
);
export const ProjectImportDialog = lazyComponent(() =>
  import('./project-file-windows.ts').then((module) => module.ProjectImportDialog),
);
export const ProjectExportDialog = lazyComponent(() =>
  import('./project-file-windows.ts').then((module) => module.ProjectExportDialog),
);
export const PublishDialog = lazyComponent(() =>
  import('./publish-window.ts').then((module) => module.PublishDialog),
);
export const SavedSettingsDialog = lazyComponent(() =>
  import('./saved-settings-window.ts').then((module) => module.SavedSettingsDialog),
);
export const Viewers = lazyComponent(() => import('../pages/viewers.tsx').then((module) => module.Viewers));
