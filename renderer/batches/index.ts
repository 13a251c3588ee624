export * from './batch-controls.tsx';
export * from './batch-outputs.ts';
export * from './item-cache.ts';
export * from './save-results.ts';
export * from './queries.ts';
export { BatchesPage } from './batches-page.tsx';
