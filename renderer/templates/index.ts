export { templateListQuery } from './queries.ts';
export * from './templates-page.tsx';
export { PublishDialog } from './publish-dialog.tsx';
export { askToPublish, publishing } from './publish-store.ts';
export { uploadFile } from './upload-file.ts';
