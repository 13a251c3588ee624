export { ClipOriginContext, type ClipOrigin } from './clip-origin.ts';
export * from './queries.ts';
export * from './timecode.ts';
export * from './timeline-page.tsx';
