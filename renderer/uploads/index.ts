export * from './dropped-files.ts';
export * from './local-preview.ts';
export * from './upload-queue.ts';
