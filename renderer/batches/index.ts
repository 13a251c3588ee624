export * from './batch-controls.tsx';
export * from './item-cache.ts';
export * from './queries.ts';
export { BatchesPage } from './batches-page.tsx';
