export * from './queries.ts';
export type { BoardLinks } from './board-links.ts';
export * from './storyboard-page.tsx';
export { ShotOriginContext, type ShotOrigin } from './shot-origin.ts';
