/** What `lazy-pages.ts` loads when a project becomes a file or a file a project. */
export { ProjectExportDialog, ProjectImportDialog } from '#renderer/project-files/index.ts';
