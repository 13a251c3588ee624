export * from './queries.ts';
export * from './timecode.ts';
export * from './timeline-page.tsx';
