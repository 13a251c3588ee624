export * from './model/queries.ts';
export type { BoardLinks } from './model/board-links.ts';
export * from './page/storyboard-page.tsx';
export { ShotOriginContext, type ShotOrigin } from './model/shot-origin.ts';
