export * from './dropped-files.ts';
export * from './free-space-dialog.tsx';
export * from './recovery-actions.ts';
export * from './local-preview.ts';
export * from './upload-queue.ts';
export * from './upload-overview.ts';
export * from './uploads-tray.tsx';
export * from './upload-file.ts';
