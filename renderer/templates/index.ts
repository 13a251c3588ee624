export { templateListQuery } from './queries.ts';
export * from './templates-page.tsx';
