export * from './queries.ts';
export * from './spend-page.tsx';
