/** What `lazy-pages.ts` loads when a timeline file is read or written. */
export { ExportDialog, ImportDialog } from '#renderer/interchange/index.ts';
