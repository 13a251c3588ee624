/** Projects as files: export, import, and files dropped on the window. */
export { ProjectExportDialog } from './project-export-dialog.tsx';
export { ProjectFileDrop } from './project-file-drop.tsx';
export {
  requestProjectExport as askForProjectExport,
  requestProjectImport as askForProjectImport,
  projectFiles,
} from './project-files-store.ts';
export { ProjectImportDialog, type EditedFilms } from './project-import-dialog.tsx';
