export * from './queries.ts';
export * from './storyboard-page.tsx';
